// What the pages for training know of one's tries: read from the archive, kept in it, and the same in every window.
import { type Archive, watch } from '../archive/archive.ts';
import { type Card, cardId, mistakesOf, runsOf, type Try, type TryResult, tryId } from '../archive/trained.ts';
import { asArchiveError, type Trouble } from '../archive/trouble.ts';
import { afterPuzzle, unrated } from './glicko.ts';
import { historyOf } from './history.ts';
import type { Puzzle } from './pack.ts';
import { reviewed } from './review.ts';

const DAY = 24 * 3600 * 1000;

export class TrainingState {
  tries: readonly Try[] = $state.raw([]);
  cards: readonly Card[] = $state.raw([]);
  /** The archive was read, or could not be. */
  ready = $state(false);
  /** Why what is trained cannot be kept; it then holds for this page only. */
  trouble: Trouble | null = $state(null);
  readonly #load: () => Promise<Archive>;
  readonly #now: () => number;

  constructor(
    load: () => Promise<Archive> = async () => new (await import('../archive/archive.ts')).Archive(),
    now: () => number = Date.now,
  ) {
    this.#load = load;
    this.#now = now;
  }

  /** Reads the archive, and again when another window has changed it. Returns what ends that. */
  start(): () => void {
    void this.read();
    return watch(() => void this.read());
  }
  async read(): Promise<void> {
    try {
      const { tries, cards } = await (await this.#archive()).training();
      [this.tries, this.cards] = [tries, cards];
      this.trouble = null;
    } catch (e) {
      this.trouble = asArchiveError(e).trouble;
    } finally {
      this.ready = true;
    }
  }
  #opened: Promise<Archive> | null = null;
  #archive(): Promise<Archive> {
    this.#opened ??= this.#load();
    return this.#opened;
  }

  /** The try at the puzzle of a day; one counts. */
  daily(date: string): Try | undefined {
    return this.tries.find((t) => t.day === date);
  }
  /**
   * Keeps what a try has come to. One solved with a hint was not solved alone, and counts as missed; a puzzle that comes
   * back leaves the rating as it is.
   */
  async keep(puzzle: Puzzle, result: TryResult, took: number, day?: string): Promise<Try> {
    const { game, id } = puzzle;
    const at = this.#now();
    const before = historyOf(this.tries, game).rating;
    const seen = this.tries.some((t) => t.game === game && t.puzzle === id);
    const rating = seen ? before : afterPuzzle(before, puzzle.rating, result === 'solved');
    const one: Try = {
      ...{ id: tryId(game, id, at), game, puzzle: id, at, took, result, rating },
      ...(seen ? {} : { against: puzzle.rating }),
      ...(day ? { day } : {}),
    };
    await this.#keep(one, [{ game, puzzle: id, missed: result !== 'solved' }]);
    return one;
  }
  /** Keeps a run against the clock: how many it solved. What it missed comes back as other puzzles do. */
  async keepRun(game: string, solved: number, took: number, missed: readonly number[]): Promise<void> {
    const [at, run] = [this.#now(), runsOf(game)];
    const one: Try = {
      ...{ id: tryId(run, solved, at), game: run, puzzle: solved, at, took, result: 'solved', rating: unrated },
    };
    await this.#keep(
      one,
      missed.map((puzzle) => ({ game, puzzle, missed: true })),
    );
  }
  /** Keeps how a mistake in a game of one's own was tried. The game was its first miss, a day ago at the latest. */
  async keepMistake(of: string, id: number, result: TryResult, took: number): Promise<void> {
    const [at, game] = [this.#now(), mistakesOf(of)];
    if (!this.cards.some((c) => c.id === cardId(game, id))) {
      const first = await reviewed(undefined, { game, puzzle: id, missed: true, at: at - DAY }).catch(() => null);
      if (first) this.cards = [...this.cards, first];
    }
    const one: Try = { id: tryId(game, id, at), game, puzzle: id, at, took, result, rating: unrated };
    await this.#keep(one, [{ game, puzzle: id, missed: result !== 'solved' }]);
  }
  async #keep(one: Try, looked: readonly { game: string; puzzle: number; missed: boolean }[]): Promise<void> {
    this.tries = [...this.tries, one];
    const cards: Card[] = [];
    for (const now of looked) {
      const had = this.cards.find((c) => c.id === cardId(now.game, now.puzzle));
      const card = await reviewed(had, { ...now, at: one.at }).catch(() => null);
      if (card) cards.push(card);
    }
    this.cards = [...this.cards.filter((c) => !cards.some((k) => k.id === c.id)), ...cards];
    try {
      await (await this.#archive()).keepTry(one, ...cards);
      this.trouble = null;
    } catch (e) {
      this.trouble = asArchiveError(e).trouble;
    }
  }
}
