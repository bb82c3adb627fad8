// What the archive keeps of training: every puzzle that was tried, and when one that was missed comes back.

import { isTime } from './time.ts';

/** How a try ended: by the right moves, by them after a hint, or by a wrong move. */
export type TryResult = 'solved' | 'helped' | 'missed';

/** One's strength at the puzzles of a game, in the numbers of Glicko-2. */
export interface Rating {
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
}

/** A puzzle that was tried. */
export interface Try {
  /** Game, puzzle and time: the same try has the same id on every device that imports it. */
  readonly id: string;
  readonly game: string;
  readonly puzzle: number;
  /** When it ended, and how long it took, in milliseconds. */
  readonly at: number;
  readonly took: number;
  readonly result: TryResult;
  /** One's rating afterwards, as this device knew it; the same as before where the try was not rated. */
  readonly rating: Rating;
  /** The rating of the puzzle, where the try was rated. */
  readonly against?: number;
  /** The day, where it was the puzzle of that day. */
  readonly day?: string;
}

/** When a puzzle that was missed comes back: a card of spaced repetition, its times in milliseconds since 1970. */
export interface Card {
  /** Game and puzzle. */
  readonly id: string;
  readonly game: string;
  readonly puzzle: number;
  readonly due: number;
  /** When it was tried last. */
  readonly last: number;
  readonly stability: number;
  readonly difficulty: number;
  readonly elapsed: number;
  readonly scheduled: number;
  readonly steps: number;
  readonly reps: number;
  readonly lapses: number;
  readonly state: number;
}

export interface Training {
  readonly tries: readonly Try[];
  readonly cards: readonly Card[];
}

/**
 * Runs against the clock and mistakes in one's own games are kept as tries and cards too, under a game of their own: of a run,
 * the number is how many puzzles it solved; of a mistake, it is made of the moves that led to it.
 */
export const runsOf = (game: string): string => `run-${game}`;
export const mistakesOf = (game: string): string => `mistakes-${game}`;

export const tryId = (game: string, puzzle: number, at: number): string => `${game}.${puzzle}.${at.toString(36)}`;
export const cardId = (game: string, puzzle: number): string => `${game}.${puzzle}`;

type Raw = Readonly<Record<string, unknown>>;
const isRaw = (v: unknown): v is Raw => v !== null && typeof v === 'object' && !Array.isArray(v);
const isGame = (v: unknown): v is string => typeof v === 'string' && /^[a-z][a-z0-9-]{0,30}$/.test(v);
const isNumber = (v: unknown): v is number => typeof v === 'number' && Number.isFinite(v);
const isCount = (v: unknown): v is number => isNumber(v) && Number.isInteger(v) && v >= 0;
const RESULTS: readonly unknown[] = ['solved', 'helped', 'missed'] satisfies TryResult[];

/** A try as a file has it; null where it is none. */
function readTry(v: unknown): Try | null {
  if (!isRaw(v) || !isRaw(v.rating)) return null;
  const { game, puzzle, at, took, result, day, against } = v;
  const { rating, deviation, volatility } = v.rating;
  if (!isGame(game) || !isCount(puzzle) || !isTime(at) || !isCount(took) || !RESULTS.includes(result)) return null;
  if (!isNumber(rating) || !isNumber(deviation) || !isNumber(volatility) || deviation <= 0 || volatility <= 0)
    return null;
  if (day !== undefined && (typeof day !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(day))) return null;
  return {
    ...{ id: tryId(game, puzzle, at), game, puzzle, at, took, result: result as TryResult },
    rating: { rating, deviation, volatility },
    ...(day === undefined ? {} : { day }),
    ...(isNumber(against) ? { against } : {}),
  };
}
/** A card as a file has it; null where it is none. */
function readCard(v: unknown): Card | null {
  if (!isRaw(v) || !isGame(v.game) || !isCount(v.puzzle)) return null;
  const { game, puzzle, due, last, stability, difficulty, elapsed, scheduled, steps, reps, lapses, state } = v;
  if (![due, last].every(isTime) || ![elapsed, scheduled, steps, reps, lapses, state].every(isCount)) return null;
  if (!isNumber(stability) || !isNumber(difficulty)) return null;
  return {
    ...{ id: cardId(game, puzzle), game, puzzle, due, last, stability, difficulty },
    ...{ elapsed, scheduled, steps, reps, lapses, state },
  } as Card;
}
/** The training in a file; what is damaged in it is left out. */
export function readTraining(v: unknown): Training {
  const list = (all: unknown): readonly unknown[] => (Array.isArray(all) ? all : []);
  const { tries, cards } = isRaw(v) ? v : {};
  return {
    tries: list(tries).flatMap((one) => readTry(one) ?? []),
    cards: list(cards).flatMap((one) => readCard(one) ?? []),
  };
}
