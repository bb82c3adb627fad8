// A line of moves on a board: a lesson, a puzzle, a game on somebody's page. It begins at a given position, one person moves
// for both sides where that is allowed, and any position of the line can be gone to. What is solved by its moves is decided
// in taskController.svelte.ts.
import type { Layout } from '../board/types.ts';
import { type GameInfo, type Outcome, type Ply, type Rules, RulesError, type Side, type View } from '../rules/types.ts';
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
} from './source.ts';

const nobody: Player = { name: '', level: 0 };

export class LineGame implements GameSource {
  readonly rules: Rules;
  readonly players: readonly [Player, Player] = [nobody, nobody];
  info: GameInfo | null = $state.raw(null);
  layout: Layout | null = $state.raw(null);
  view: View | null = $state.raw(null);
  last: Ply | null = $state.raw(null);
  /** The plies that are known, and how many of them stand on the board. */
  plies: readonly Ply[] = $state.raw([]);
  at = $state(0);
  /** The side to move at the beginning: the one that solves. */
  solver: Side = $state(0);
  waiting = $state(false);
  /** Why the position asked for last is not shown, null where nothing went wrong. */
  failed: unknown = $state.raw(null);
  readonly #active: () => boolean;
  readonly #listeners = new Listeners();
  #start = '';
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
    const ask = ++this.#asked;
    let view: View;
    try {
      view = await this.rules.view(info.id, position);
    } catch (e) {
      if (ask === this.#asked) this.failed = e;
      return null;
    }
    if (ask !== this.#asked) return null;
    this.begin(info, layout, view);
    return view;
  }
  /** Begins where the position and the plies behind it are known. */
  begin(info: GameInfo, layout: Layout, view: View, plies: readonly Ply[] = []): void {
    this.#asked++;
    this.failed = null;
    [this.info, this.layout] = [info, layout];
    [this.#start, this.solver] = [view.position, view.side];
    this.#show(view, plies, 0);
  }
  #show(view: View, plies: readonly Ply[], at: number): void {
    [this.view, this.plies, this.at] = [view, plies, at];
    this.last = plies[at - 1] ?? null;
  }

  async send(event: GameEvent, { after }: SendOptions = {}): Promise<Answer> {
    if (event.kind === 'move') return this.#play(event.move, event.path, after);
    if (event.kind === 'takeback') return this.goTo(event.to);
    return DROPPED;
  }
  /** Shows the position after that many plies of the line. */
  async goTo(to: number): Promise<Answer> {
    if (!this.view || to > this.plies.length) return DROPPED;
    const ask = ++this.#asked;
    const ply = this.plies[to - 1];
    const view = await this.rules.view(this.info?.id ?? '', ply?.position ?? this.#start);
    if (ask !== this.#asked) return DROPPED;
    const { at: had, last } = this;
    this.#show(view, this.plies, to);
    if (ply && to === had + 1) {
      const played = { ply, after: view, shown: true };
      this.#listeners.tell({ event: { kind: 'move', move: ply.move }, from: 'elsewhere', played });
    } else {
      const undone = (to < had && last) || undefined;
      this.#listeners.tell({ event: { kind: 'takeback', to }, from: 'here', undone });
    }
    return ACCEPTED;
  }
  /** Plays a move behind the position shown; what came after it before is dropped. */
  async #play(move: string, path?: readonly string[], after?: Promise<void>): Promise<Answer> {
    const { info, view } = this;
    if (!info || !view || this.waiting) return DROPPED;
    this.waiting = true;
    const ask = ++this.#asked;
    try {
      const asked = this.rules.play(info.id, view.position, move);
      const [{ ply: answer, view: next }] = await Promise.all([asked, after]);
      if (ask !== this.#asked) return DROPPED;
      const ply = traced(answer, path);
      this.#show(next, [...this.plies.slice(0, this.at), ply], this.at + 1);
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
