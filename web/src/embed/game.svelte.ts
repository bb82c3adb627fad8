// The game behind a board on somebody's page: a game that is looked at ply by ply, or a puzzle that is solved.
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
import { sameMove } from '../rules/moveText.ts';
import { type GameInfo, type Outcome, type Ply, type Rules, RulesError, type View } from '../rules/types.ts';

const nobody: Player = { name: '', level: 0 };

export class EmbedGame implements GameSource {
  readonly rules: Rules;
  readonly players = [nobody, nobody] as const;
  readonly info: GameInfo;
  readonly layout: Layout;
  view: View = $state.raw({} as View);
  last: Ply | null = $state.raw(null);
  /** The plies that are known, and how many of them stand on the board. */
  plies: readonly Ply[] = $state.raw([]);
  at = $state(0);
  waiting = $state(false);
  /** Moves can be made. */
  playable = $state(false);
  readonly #start: View;
  readonly #listeners = new Listeners();
  #asked = 0;

  constructor(rules: Rules, info: GameInfo, layout: Layout, start: View, plies: readonly Ply[] = []) {
    [this.rules, this.info, this.layout, this.#start] = [rules, info, layout, start];
    [this.view, this.plies] = [start, plies];
  }

  get outcome(): Outcome {
    return this.view.outcome;
  }
  listen(listener: (update: GameUpdate) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Shows the position after so many plies. */
  async goTo(to: number): Promise<void> {
    const had = this.at;
    const ask = ++this.#asked;
    const ply = this.plies[to - 1] ?? null;
    const view = ply ? await this.rules.view(this.info.id, ply.position) : this.#start;
    if (ask !== this.#asked || to === this.at) return;
    const [undone] = to === had - 1 ? this.plies.slice(to, had) : [];
    [this.view, this.last, this.at] = [view, ply, to];
    if (ply && to === had + 1) {
      const played = { ply, after: view, shown: true };
      this.#listeners.tell({ event: { kind: 'move', move: ply.move }, from: 'elsewhere', played });
    } else this.#listeners.tell({ event: { kind: 'takeback', to }, from: 'elsewhere', undone });
  }

  async send(event: GameEvent, { after }: SendOptions = {}): Promise<Answer> {
    if (event.kind !== 'move' || !this.playable || this.waiting) return DROPPED;
    return this.play(event.move, event.path, after);
  }
  /** Plays a move behind the position shown; what came after it before is dropped. */
  async play(move: string, path?: readonly string[], after?: Promise<void>): Promise<Answer> {
    this.waiting = true;
    const ask = ++this.#asked;
    try {
      const [{ ply: told, view }] = await Promise.all([this.rules.play(this.info.id, this.view.position, move), after]);
      if (ask !== this.#asked) return DROPPED;
      const ply = traced(told, path);
      this.plies = [...this.plies.slice(0, this.at), ply];
      [this.view, this.last, this.at] = [view, ply, this.at + 1];
      const played = { ply, after: view, shown: true };
      this.#listeners.tell({ event: { kind: 'move', move, path }, from: path ? 'here' : 'elsewhere', played });
      return ACCEPTED;
    } catch (e) {
      if (e instanceof RulesError) return { status: 'refused', refusal: e.refusal };
      throw e;
    } finally {
      this.waiting = false;
    }
  }
}

/** Whether a move is one of those that are right, by any way: "d4-c2|d4-c3", as packs of puzzles write a step. */
export function isRight(step: string | undefined, move: string): boolean {
  return !!step?.split('|').some((m) => sameMove(m, move));
}
