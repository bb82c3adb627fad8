import { describe, expect, it } from 'vitest';
import { oneCard, oneTry } from '../archive/fixture.ts';
import { nextPuzzle, themesOf } from './choose.ts';
import type { Puzzle } from './pack.ts';
import { address, place } from './place.ts';

const puzzle = (id: number, rating: number, ...themes: string[]): Puzzle => ({
  ...{ game: 'lyngk', id, position: '', line: [['a1-b2']], result: 'win', themes, rating },
});
const pack = Array.from({ length: 60 }, (_, i) => puzzle(i + 1, 1000 + 20 * i, i % 3 ? 'five' : 'block'));
const nothing = { tries: [], cards: [], rating: 1500, now: 100 };

describe('the next puzzle', () => {
  it('is a new one of about one’s own strength', () => {
    for (const chance of [0, 0.5, 0.999]) {
      const p = nextPuzzle(pack, 'mixed', nothing, chance);
      expect(Math.abs((p?.rating ?? 0) - 1500)).toBeLessThan(150);
    }
    const strong = nextPuzzle(pack, 'mixed', { ...nothing, rating: 2600 }, 0);
    expect(strong?.id).toBe(60);
  });
  it('is never one that was tried while there are others, nor the one before', () => {
    const tries = pack.filter((p) => p.id !== 9 && p.id !== 10).map((p) => oneTry('lyngk', p.id, p.id));
    expect(nextPuzzle(pack, 'mixed', { ...nothing, tries }, 0)?.id).toBe(10);
    expect(nextPuzzle(pack, 'mixed', { ...nothing, tries }, 0.99)?.id).toBe(9);
    expect(nextPuzzle(pack, 'mixed', { ...nothing, tries }, 0.99, 10)?.id).toBe(9);
    const all = pack.map((p) => oneTry('lyngk', p.id, p.id === 30 ? 1 : 50));
    expect(nextPuzzle(pack, 'mixed', { ...nothing, tries: all }, 0)?.id).toBe(30);
  });
  it('is of the theme that was chosen', () => {
    for (const chance of [0, 0.4, 0.9]) expect(nextPuzzle(pack, 'block', nothing, chance)?.themes).toEqual(['block']);
    expect(nextPuzzle(pack, 'joker', nothing, 0)).toBe(null);
  });
  it('is one that comes back, before all new ones', () => {
    const cards = [
      oneCard('lyngk', 50, { due: 99 }),
      oneCard('lyngk', 51, { due: 98 }),
      oneCard('lyngk', 1, { due: 200 }),
    ];
    expect(nextPuzzle(pack, 'mixed', { ...nothing, cards }, 0)?.id).toBe(51);
    expect(nextPuzzle(pack, 'again', { ...nothing, cards }, 0, 51)?.id).toBe(50);
    expect(nextPuzzle(pack, 'again', { ...nothing, cards, now: 5 }, 0)).toBe(null);
  });
});

it('themes are counted with what was solved of them, the largest first', () => {
  const tries = [oneTry('lyngk', 1, 1), oneTry('lyngk', 2, 2, { result: 'missed' }), oneTry('dvonn', 3, 3)];
  tries.push(oneTry('lyngk', 4, 4, { result: 'helped' }));
  expect(themesOf(pack, tries)).toEqual([
    { theme: 'five', n: 40, solved: 0 },
    { theme: 'block', n: 20, solved: 1 },
  ]);
});

it('addresses lead to a place, and unknown ones to the start of the page', () => {
  expect(place(address('dvonn', 'isolation'))).toEqual({ at: 'puzzle', game: 'dvonn', which: 'isolation' });
  expect(place('#lyngk6')).toEqual({ at: 'puzzle', game: 'lyngk6', which: 'mixed' });
  expect(place('#daily/board')).toEqual({ at: 'daily', what: 'board' });
  for (const hash of ['', '#', '#all', '#chess/mixed', '#daily', '#daily/else'])
    expect(place(hash)).toEqual({ at: 'hub' });
});
