// Ratings, days and when puzzles come back. What Go computes too is held to the same files of numbers.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayOfId } from '../archive/dayName.ts';
import { oneCard, oneTry } from '../archive/fixture.ts';
import type { Rating } from '../archive/trained.ts';
import { boardGame, boardId, boardLevel, boardSeed, dateOf, dayOf, endOf, ofDay, puzzleGame } from './daily.ts';
import { afterPuzzle, unrated, update } from './glicko.ts';
import { daysInARow, daysSolved, historyOf } from './history.ts';
import { GAMES, type Puzzle } from './pack.ts';
import { due, reviewed } from './review.ts';
import { clockText, leftUntil } from './time.ts';

const golden = (path: string): unknown =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../internal', path), 'utf8'));
const DAY = 24 * 3600 * 1000;

describe('a rating', () => {
  it('has the numbers that Go has', () => {
    type Case = { name: string; before: Rating; after: Rating; results: { opponent: Rating; score: number }[] | null };
    const cases = golden('rating/testdata/glicko2.json') as Case[];
    expect(cases.length).toBeGreaterThan(4);
    for (const { name, before, after, results } of cases) {
      const got = update(
        before,
        (results ?? []).map(({ opponent, score }) => ({ ...opponent, score })),
      );
      expect(got.rating, name).toBeCloseTo(after.rating, 5);
      expect(got.deviation, name).toBeCloseTo(after.deviation, 5);
      expect(got.volatility, name).toBeCloseTo(after.volatility, 8);
    }
  });
  it('rises by what was solved and falls by what was missed, less and less', () => {
    let [r, last] = [unrated, 1000];
    for (let i = 0; i < 12; i++) {
      const next = afterPuzzle(r, 1800, i % 2 === 0);
      expect(next.rating > r.rating).toBe(i % 2 === 0);
      expect(next.deviation).toBeLessThan(last);
      [r, last] = [next, next.deviation];
    }
  });
});

describe('the days', () => {
  it('are those that Go has', () => {
    type Case = { time: string; day: number; date: string; seed: string; index: Record<string, number> } & Board;
    type Board = { puzzle: string; board: string; level: number };
    const cases = golden('study/puzzle/testdata/daily.json') as Case[];
    expect(cases.length).toBeGreaterThan(3);
    for (const { time, day, date, seed, index, puzzle, board, level } of cases) {
      expect([dayOf(Date.parse(time)), dateOf(day), boardSeed(day)]).toEqual([day, date, seed]);
      expect([puzzleGame(day), boardGame(day), boardLevel(day)], date).toEqual([puzzle, board, level]);
      expect(Object.keys(index).sort(), date).toEqual([...GAMES].sort());
      // Packs grow; the puzzles of days stay.
      for (const [game, at] of Object.entries(index))
        for (const length of [1000, 1777]) {
          const pack = Array.from({ length }, (_, i) => ({ game, id: i + 1 }) as Puzzle);
          expect(ofDay(pack, day)?.id, `${date}, ${game}`).toBe(at + 1);
        }
    }
    expect(ofDay([], 3)).toBe(undefined);
  });
  it('begin and end at midnight UTC, and the board and the puzzle are of different games', () => {
    const day = dayOf(Date.UTC(2026, 10, 22, 23, 59, 59));
    expect([endOf(day) - Date.UTC(2026, 10, 22, 23, 59, 59), dayOf(endOf(day))]).toEqual([1000, day + 1]);
    for (const d of [day, day + 1]) expect(boardGame(d) === puzzleGame(d)).toBe(false);
    expect([dayOfId(boardId(day)), dayOfId('daily-2026'), dayOfId('x1')]).toEqual(['2026-11-22', '', '']);
  });
  it('in a row are counted up to today, or up to yesterday while today is open', () => {
    const name = (n: number): string => `${n}`;
    expect(daysInARow(new Set(['8', '9', '10']), 10, name)).toBe(3);
    expect(daysInARow(new Set(['8', '9']), 10, name)).toBe(2);
    expect(daysInARow(new Set(['7', '8']), 10, name)).toBe(0);
  });
  it('and times are read in hours and minutes', () => {
    expect([clockText(0), clockText(11_999), clockText(723_000)]).toEqual(['0:00', '0:11', '12:03']);
    expect(leftUntil(90 * 60_000, 1)).toEqual({ h: 1, m: 30 });
    expect(leftUntil(5, 9)).toEqual({ h: 0, m: 0 });
  });
});

describe('what one has tried', () => {
  it('makes a row, which a missed puzzle ends, and a hint too', () => {
    const rows = ['solved', 'solved', 'missed', 'solved', 'helped', 'solved'] as const;
    const tries = rows.map((result, i) =>
      oneTry('lyngk', i, i, { result, rating: { rating: 1500 + i, deviation: 90, volatility: 0.06 } }),
    );
    const all = [...tries, oneTry('dvonn', 1, 9, { result: 'missed' })];
    const { streak, best, rating, course, tried, solved } = historyOf(all, 'lyngk');
    expect([streak, best, rating.rating, course.length, tried, solved]).toEqual([1, 2, 1505, 6, 6, 4]);
    expect(historyOf(all, 'lyngk6')).toMatchObject({ rating: unrated, streak: 0, tried: 0 });
  });
  it('makes a row of days, in which one with a hint is missing as in the other', () => {
    const days = ['solved', 'helped', 'missed', 'solved'] as const;
    const tries = days.map((result, i) => oneTry('lyngk', i, i, { result, day: `${i}` }));
    expect([...daysSolved([...tries, oneTry('lyngk', 9, 9)])]).toEqual(['0', '3']);
  });
});

describe('a missed puzzle', () => {
  const at = Date.UTC(2026, 10, 22, 12);
  it('comes back after a day or more, later each time it is solved, soon again when it is missed', async () => {
    const first = await reviewed(undefined, { game: 'lyngk', puzzle: 7, missed: true, at });
    expect(first).toMatchObject({ id: 'lyngk.7', game: 'lyngk', puzzle: 7, last: at });
    let card = first;
    const spans: number[] = [];
    for (let i = 0; i < 3 && card; i++) {
      spans.push(card.due - card.last);
      card = await reviewed(card, { game: 'lyngk', puzzle: 7, missed: false, at: card.due });
    }
    expect(spans[0]).toBeGreaterThanOrEqual(DAY);
    expect([...spans].sort((a, b) => a - b)).toEqual(spans);
    const again = card && (await reviewed(card, { game: 'lyngk', puzzle: 7, missed: true, at: card.due }));
    expect(again && card && again.due - again.last < card.due - card.last).toBe(true);
    expect(again?.lapses).toBeGreaterThan(0);
  });
  it('comes back when the terminal says so', async () => {
    const paths = golden('study/training/testdata/cards.json') as [number, number, number, number, number][][];
    // Grades 1 and 3 are what a puzzle has, and a card begins with a miss.
    const own = paths.filter((p) => p[0]?.[0] === 1 && p.every(([grade]) => grade === 1 || grade === 3));
    expect(own.length).toBeGreaterThan(7);
    for (const tries of own) {
      let card = null;
      let now = at;
      for (const [grade, days, stability, difficulty, wait] of tries) {
        now += days * DAY;
        card = await reviewed(card ?? undefined, { game: 'lyngk', puzzle: 7, missed: grade === 1, at: now });
        expect(card).toMatchObject({ stability, difficulty, due: now + wait * DAY });
      }
    }
  });
  it('alone does: what was solved at once has no card', async () => {
    expect(await reviewed(undefined, { game: 'lyngk', puzzle: 7, missed: false, at })).toBe(null);
  });
  it('is due by its time, the longest waiting first', () => {
    const cards = [
      oneCard('lyngk', 1, { due: 30 }),
      oneCard('lyngk', 2, { due: 10 }),
      oneCard('lyngk', 3, { due: 99 }),
      oneCard('dvonn', 4, { due: 1 }),
    ];
    expect(due(cards, 'lyngk', 50).map((c) => c.puzzle)).toEqual([2, 1]);
  });
});
