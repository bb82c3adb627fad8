// The chances to win at the estimates that records hold. The rules answer with the judge's, and each is asked for once.
import type { Rules } from '../rules/types.ts';

const MOST = 1_000_000; // hundredths: a record may hold any number, and beyond this nothing changes

interface Place {
  readonly game: string;
  readonly position: string;
}
interface Estimate extends Place {
  readonly score: number;
}
const keyOf = (e: Estimate): string => `${e.score} ${e.game} ${e.position}`;

export class Chances {
  #known: ReadonlyMap<string, number> = $state.raw(new Map());
  readonly #rules: Pick<Rules, 'chances'>;
  /** All that was asked about, and of that what is still to be sent. */
  readonly #asked = new Set<string>();
  #unsent: Estimate[] = [];

  constructor(rules: Pick<Rules, 'chances'>) {
    this.#rules = rules;
  }

  /** The chance at an estimate in hundredths; undefined until the rules have answered, which updates what shows it. */
  at({ game, position }: Place, estimate: number): number | undefined {
    const asked = { game, position, score: Math.round(Math.max(-MOST, Math.min(MOST, estimate))) };
    const key = keyOf(asked);
    const known = this.#known.get(key);
    if (known === undefined && !this.#asked.has(key)) {
      this.#asked.add(key);
      // All estimates of a game are asked for in one question.
      if (this.#unsent.push(asked) === 1) queueMicrotask(() => void this.#send());
    }
    return known;
  }
  async #send(): Promise<void> {
    const all = this.#unsent;
    this.#unsent = [];
    for (const game of new Set(all.map((e) => e.game))) {
      const list = all.filter((e) => e.game === game);
      const [positions, scores] = [list.map((e) => e.position), list.map((e) => e.score)];
      try {
        const chances = await this.#rules.chances(game, positions, scores);
        const known = new Map(this.#known);
        for (const [i, e] of list.entries()) known.set(keyOf(e), chances[i] as number);
        this.#known = known;
      } catch {
        for (const e of list) this.#asked.delete(keyOf(e)); // asked again the next time they are needed
      }
    }
  }
}
