// The chances to win at the estimates that records hold. The rules answer with the judge's, and each is asked for once.
import type { Rules } from '../rules/types.ts';

const MOST = 1_000_000; // hundredths: a record may hold any number, and beyond this nothing changes

export class Chances {
  #known: ReadonlyMap<number, number> = $state.raw(new Map());
  readonly #rules: Rules;
  /** All that was asked about, and of that what is still to be sent. */
  readonly #asked = new Set<number>();
  #unsent: number[] = [];

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  /** The chance at an estimate in hundredths; undefined until the rules have answered, which updates what shows it. */
  at(score: number): number | undefined {
    const n = Math.round(Math.max(-MOST, Math.min(MOST, score)));
    const known = this.#known.get(n);
    if (known === undefined && !this.#asked.has(n)) {
      this.#asked.add(n);
      // All estimates of a game are asked for in one question.
      if (this.#unsent.push(n) === 1) queueMicrotask(() => void this.#send());
    }
    return known;
  }
  async #send(): Promise<void> {
    const scores = this.#unsent;
    this.#unsent = [];
    try {
      const chances = await this.#rules.chances(scores);
      const known = new Map(this.#known);
      for (const [i, c] of chances.entries()) known.set(scores[i] as number, c);
      this.#known = known;
    } catch {
      for (const n of scores) this.#asked.delete(n); // asked again the next time they are needed
    }
  }
}
