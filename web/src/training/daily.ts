// What is the same for everybody on a day: a puzzle and a board. Days are counted in UTC; internal/puzzle has the same in
// Go, and a file of days holds both to it.
import type { Puzzle, PuzzleGame } from './pack.ts';

const DAY = 24 * 3600 * 1000;
/** Day 0. */
const FIRST = Date.UTC(2026, 10, 1);

/** The number of the day; before day 0 it is negative. */
export const dayOf = (now: number): number => Math.floor((now - FIRST) / DAY);
/** The date of a day, such as "2026-11-22". */
export const dateOf = (day: number): string => new Date(FIRST + day * DAY).toISOString().slice(0, 10);
/** When the day ends, in milliseconds since 1970. */
export const endOf = (day: number): number => FIRST + (day + 1) * DAY;

/** The puzzle of a day in a pack: puzzles are only ever added to it, so that versions agree. */
export const ofDay = (pack: readonly Puzzle[], day: number): Puzzle | undefined =>
  pack.length ? pack[((day % pack.length) + pack.length) % pack.length] : undefined;

/** The seed of the board of a day. */
export const boardSeed = (day: number): string => `daily ${dateOf(day)}`;

/** The game of the board of a day, and of its puzzle: never both the same. */
export const boardGame = (day: number): PuzzleGame => (day % 2 ? 'lyngk' : 'dvonn');
export const puzzleGame = (day: number): PuzzleGame => (day % 2 ? 'dvonn' : 'lyngk');

/** The level of the computer on the board of a day. */
export const BOARD_LEVEL = 5;

/** The id of the game on the board of a day in the archive, and back. */
export const boardId = (day: number): string => `daily-${dateOf(day)}`;
export const dayOfId = (id: string): string => /^daily-(\d{4}-\d\d-\d\d)$/.exec(id)?.[1] ?? '';
