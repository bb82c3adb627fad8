// The game of a lesson or a puzzle: moves are tried from a given position, both sides by the same person, and it can be set
// up again. Whether a try solves the step is decided in lessonStep.svelte.ts, of a puzzle in training/puzzleSession.svelte.ts.
import type { Layout } from '../board/types.ts';
import {
  ACCEPTED,
  type Answer,
  DROPPED,
  type GameEvent,
  type GameSource,
  type GameUpdate,
  Listeners,
  type Player,
  type SendOptions,
  traced,
} from '../game/source.ts';
import { type GameInfo, type Outcome, type Ply, type Rules, RulesError, type Side, type View } from '../rules/types.ts';

const nobody: Player = { name: '', level: 0 };

export class LessonGame implements GameSource {
  readonly rules: Rules;
  readonly players = [nobody, nobody] as const;
  info: GameInfo | null = $state.raw(null);
  layout: Layout | null = $state.raw(null);
  view: View | null = $state.raw(null);
  last: Ply | null = $state.raw(null);
  /** How many plies were played since the beginning. */
  plies = $state(0);
  /** The side of the learner: the one that began. */
  learner: Side = $state(0);
  waiting = $state(false);
  /** Why the position asked for last is not shown, null where nothing went wrong. */
  failed: unknown = $state.raw(null);
  readonly #active: () => boolean;
  readonly #listeners = new Listeners();
  #start = '';
  #line: readonly Ply[] = [];
  #asked = 0;

  /** Moves can be made while active says so. */
  constructor(rules: Rules, active: () => boolean) {
    this.rules = rules;
    this.#active = active;
  }

  get outcome(): Outcome {
    return this.view?.outcome ?? 'ongoing';
  }
  get playable(): boolean {
    return this.#active();
  }
  listen(listener: (update: GameUpdate) => void): () => void {
    return this.#listeners.add(listener);
  }

  /**
   * Shows a position; an answer to what was asked before is dropped. Null where another one was asked for meanwhile, and
   * where the rules did not answer: `failed` is why.
   */
  async open(info: GameInfo, layout: Layout, position: string): Promise<View | null> {
    this.#start = position;
    const ask = ++this.#asked;
    let view: View;
    try {
      view = await this.rules.view(info.id, position);
    } catch (e) {
      if (ask === this.#asked) this.failed = e;
      return null;
    }
    if (ask !== this.#asked) return null;
    this.failed = null;
    this.info = info;
    this.layout = layout;
    this.learner = view.side;
    this.#show(view, []);
    return view;
  }
  #show(view: View, line: readonly Ply[]): void {
    this.#line = line;
    this.view = view;
    this.last = line[line.length - 1] ?? null;
    this.plies = line.length;
  }

  async send(event: GameEvent, { after }: SendOptions = {}): Promise<Answer> {
    if (event.kind === 'move') return this.#play(event.move, event.path, after);
    if (event.kind === 'takeback' && this.view && event.to <= this.plies) return this.#back(event.to);
    return DROPPED;
  }
  async #back(to: number): Promise<Answer> {
    const ask = ++this.#asked;
    const line = this.#line.slice(0, to);
    const last = line[to - 1] ?? null;
    const view = await this.rules.view(this.info?.id ?? '', last?.position ?? this.#start);
    if (ask !== this.#asked) return DROPPED;
    const undone = this.last ?? undefined;
    this.#show(view, line);
    this.#listeners.tell({ event: { kind: 'takeback', to }, from: 'here', undone });
    return ACCEPTED;
  }
  async #play(move: string, path?: readonly string[], after?: Promise<void>): Promise<Answer> {
    const { info, view } = this;
    if (!info || !view || this.waiting) return DROPPED;
    this.waiting = true;
    const ask = ++this.#asked;
    try {
      const asked = this.rules.play(info.id, view.position, move);
      const [{ ply: told, view: next }] = await Promise.all([asked, after]);
      if (ask !== this.#asked) return DROPPED;
      const ply = traced(told, path);
      this.#show(next, [...this.#line, ply]);
      const played = { ply, after: next, shown: true };
      this.#listeners.tell({ event: { kind: 'move', move, path }, from: 'here', played });
      return ACCEPTED;
    } catch (e) {
      if (e instanceof RulesError) return { status: 'refused', refusal: e.refusal };
      throw e;
    } finally {
      this.waiting = false;
    }
  }
}
