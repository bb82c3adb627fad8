// What the pages for training know of one's tries: read from the archive, kept in it, and the same in every window.
import { type Archive, watch } from '../archive/archive.ts';
import { type Card, cardId, type Try, type TryResult, tryId } from '../archive/trained.ts';
import { asArchiveError, type Trouble } from '../archive/trouble.ts';
import { afterPuzzle } from './glicko.ts';
import { historyOf } from './history.ts';
import type { Puzzle } from './pack.ts';
import { reviewed } from './review.ts';

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
    const had = this.cards.find((c) => c.id === cardId(game, id));
    const seen = this.tries.some((t) => t.game === game && t.puzzle === id);
    const rating = seen ? before : afterPuzzle(before, puzzle.rating, result === 'solved');
    const one: Try = {
      ...{ id: tryId(game, id, at), game, puzzle: id, at, took, result, rating },
      ...(day ? { day } : {}),
    };
    this.tries = [...this.tries, one];
    const card = await reviewed(had, { game, puzzle: id, missed: result !== 'solved', at }).catch(() => null);
    if (card) this.cards = [...this.cards.filter((c) => c.id !== card.id), card];
    try {
      await (await this.#archive()).keepTry(one, card ?? undefined);
      this.trouble = null;
    } catch (e) {
      this.trouble = asArchiveError(e).trouble;
    }
    return one;
  }
}
