// What one's tries come to: rating, streak, the last results. Plain functions of the list of tries, oldest first.
import type { Rating, Try } from '../archive/trained.ts';
import { unrated } from './glicko.ts';

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

export function historyOf(all: readonly Try[], game: string): History {
  const tries = all.filter((t) => t.game === game);
  let [streak, best] = [0, 0];
  for (const { result } of tries) {
    streak = result === 'solved' ? streak + 1 : 0;
    best = Math.max(best, streak);
  }
  return {
    rating: tries.at(-1)?.rating ?? unrated,
    course: tries.slice(-COURSE).map((t) => t.rating.rating),
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
