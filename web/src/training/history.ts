// What one's tries come to: rating, streak, the last results. Plain functions of the list of tries, oldest first.
import { type Rating, runsOf, type Try } from '../archive/trained.ts';
import { afterPuzzle, unrated } from './glicko.ts';

export interface History {
  readonly rating: Rating;
  /** The ratings after each of the last tries, oldest first. */
  readonly course: readonly number[];
  /** Puzzles solved in a row, now and at best; one solved with a hint ends the row as a missed one does. */
  readonly streak: number;
  readonly best: number;
  /** The last tries, oldest first. */
  readonly last: readonly Try[];
  readonly tried: number;
  readonly solved: number;
}

const COURSE = 40;
const LAST = 9;

/**
 * The rating after each of the tries of a game. Each device keeps the rating that it knew, so it is worked out again of
 * all of them in their order. What older pages have kept does not say what it was rated by, and stands as it is.
 */
function ratings(tries: readonly Try[]): readonly Rating[] {
  const seen = new Set<number>();
  let now = unrated;
  return tries.map(({ puzzle, result, rating, against }) => {
    if (against !== undefined && !seen.has(puzzle)) now = afterPuzzle(now, against, result === 'solved');
    else if (against === undefined && !seen.has(puzzle)) now = rating;
    seen.add(puzzle);
    return now;
  });
}

export function historyOf(all: readonly Try[], game: string): History {
  const tries = all.filter((t) => t.game === game);
  const rated = ratings(tries);
  let [streak, best] = [0, 0];
  for (const { result } of tries) {
    streak = result === 'solved' ? streak + 1 : 0;
    best = Math.max(best, streak);
  }
  return {
    rating: rated.at(-1) ?? unrated,
    course: rated.slice(-COURSE).map((r) => r.rating),
    ...{ streak, best, last: tries.slice(-LAST), tried: tries.length },
    solved: tries.filter((t) => t.result === 'solved').length,
  };
}

/** The puzzles of a game that were solved without a hint, at whichever try. */
export function puzzlesSolved(tries: readonly Try[], game: string): ReadonlySet<number> {
  return new Set(tries.flatMap((t) => (t.game === game && t.result === 'solved' ? [t.puzzle] : [])));
}

/** The days whose puzzle was solved; with a hint it was not, as everywhere else. */
export function daysSolved(tries: readonly Try[]): ReadonlySet<string> {
  return new Set(tries.flatMap((t) => (t.day && t.result === 'solved' ? [t.day] : [])));
}

/** Days in a row up to today, or up to yesterday while today is still open. */
export function daysInARow(days: ReadonlySet<string>, today: number, name: (day: number) => string): number {
  let n = 0;
  for (let day = days.has(name(today)) ? today : today - 1; days.has(name(day)); day--) n++;
  return n;
}

/** The most puzzles of a game that a run against the clock has solved, 0 before the first one. */
export const bestRun = (tries: readonly Try[], game: string): number =>
  tries.reduce((best, t) => (t.game === runsOf(game) ? Math.max(best, t.puzzle) : best), 0);
