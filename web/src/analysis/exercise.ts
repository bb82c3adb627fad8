// A position in which somebody has made a mistake, as an exercise: what the judge would play there, and what it says of a move
// that is tried. Its own choice is right, and so is every move that it would not mark.
import type { Outcome, Rules, Side } from '../rules/types.ts';
import { NODES, searched } from './searched.ts';
import type { Best, Thinker } from './thinker.ts';
import { final, seenBy, type Value } from './value.ts';

type Found = Best & { readonly value: Value | null };

/** What the judge says of a move. */
export interface Tried {
  readonly best: Found;
  /** It is as good as the best one, or is that one. */
  readonly right: boolean;
  /** What it gives away of the chance to win. */
  readonly lost: number;
}

/** How much of the best line is shown. */
const SHOWN = 6;
/** The best line of what the judge has found. */
export const lineOf = ({ move, final: told }: Best): readonly string[] =>
  told?.pv.length ? told.pv.slice(0, SHOWN) : [move];

export class Exercise {
  readonly #rules: Pick<Rules, 'judge'>;
  readonly #thinker: Thinker;
  readonly #place: { readonly game: string; readonly position: string };
  readonly #side: Side;
  readonly #abort = new AbortController();
  #best: Promise<Found> | null = null;

  constructor(rules: Pick<Rules, 'judge'>, thinker: Thinker, game: string, position: string, side: Side) {
    this.#rules = rules;
    this.#thinker = thinker;
    this.#place = { game, position };
    this.#side = side;
    // It is looked for while the person thinks.
    this.best().catch(() => {});
  }
  /** What the judge would play, with the value it comes to; found again, so that it is there in games that others judged. */
  best(): Promise<Found> {
    if (this.#best) return this.#best;
    const best = this.#search({ fresh: true });
    this.#best = best;
    // Where the engine has failed, the next try asks it again.
    best.catch(() => (this.#best = this.#best === best ? null : this.#best));
    return best;
  }
  #search(how: { readonly fresh?: boolean; readonly only?: readonly string[] }): Promise<Found> {
    return searched(this.#thinker, { ...this.#place, nodes: NODES, ...how }, this.#side, this.#abort.signal);
  }
  /** Judges a move that leads to that outcome; throws where the engine fails. */
  async judge(move: string, outcome: Outcome): Promise<Tried> {
    const best = await this.best();
    if (best.move === move) return { best, right: true, lost: 0 };
    const played = outcome === 'ongoing' ? (await this.#search({ only: [move] })).value : final(outcome);
    if (!best.value || !played) throw new Error('there is no value');
    const asked = { best: seenBy(this.#side, best.value), played: seenBy(this.#side, played) };
    const [judged] = await this.#rules.judge(this.#place.game, this.#place.position, [asked]);
    return { best, right: !judged?.mark, lost: judged?.loss ?? 0 };
  }
  /** What is still being looked for is of no use any more. */
  close(): void {
    this.#abort.abort();
  }
}
