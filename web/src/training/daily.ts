// What is the same for everybody on a day: a puzzle and a board. Days are counted in UTC. Which game, which puzzle and which
// level, the list of plans says that the program has too (internal/study/puzzle/daily.go); a file of days holds both to it.
import plans from '../../../internal/study/puzzle/days.json';
import { idOfDay } from '../archive/dayName.ts';
import type { Puzzle } from './pack.ts';

/** Where both stand on the page for training (place.ts). */
export const DAILY = { puzzle: '#daily/puzzle', board: '#daily/board' } as const;

const DAY = 24 * 3600 * 1000;
/** Day 0. */
const FIRST = Date.UTC(2026, 10, 1);

/** The number of the day; before day 0 it is negative. */
export const dayOf = (now: number): number => Math.floor((now - FIRST) / DAY);
/** The date of a day, such as "2026-11-22". */
export const dateOf = (day: number): string => new Date(FIRST + day * DAY).toISOString().slice(0, 10);
/** When the day ends, in milliseconds since 1970. */
export const endOf = (day: number): number => FIRST + (day + 1) * DAY;

interface Plan {
  readonly from: number;
  /** How many puzzles of each game take turns. */
  readonly of: Readonly<Record<string, number>>;
  readonly puzzles: readonly string[];
  readonly boards: readonly string[];
  readonly level: number;
}
/** The last plan that has begun, the first one before that. */
const planOf = (day: number): Plan => (plans as readonly Plan[]).reduce((found, p) => (p.from <= day ? p : found));
const floorMod = (a: number, n: number): number => ((a % n) + n) % n;
/** What a day has of a list of games that is gone through in turn. */
const inTurn = (list: readonly string[], day: number): string => list[floorMod(day, list.length)] ?? '';

/** The place of the puzzle of a day in a pack, from 0, where the pack is as long as the plan says. */
export const placeOfDay = (game: string, day: number): number => floorMod(day, planOf(day).of[game] ?? 1);
/** The puzzle of a day in a pack; it stays that one when puzzles are added to the pack. */
export function ofDay(pack: readonly Puzzle[], day: number): Puzzle | undefined {
  const { of } = planOf(day);
  const n = Math.min(of[pack[0]?.game ?? ''] ?? pack.length, pack.length);
  return n ? pack[floorMod(day, n)] : undefined;
}

export const boardSeed = (day: number): string => `daily ${dateOf(day)}`;

/** The game of the board of a day, and of its puzzle. */
export const boardGame = (day: number): string => inTurn(planOf(day).boards, day);
export const puzzleGame = (day: number): string => inTurn(planOf(day).puzzles, day);

export const boardLevel = (day: number): number => planOf(day).level;

/** The id of the game on the board of a day in the archive. */
export const boardId = (day: number): string => idOfDay(dateOf(day));
