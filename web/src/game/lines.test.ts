import { expect, it } from 'vitest';
import { linesOf, numbered } from './lines.ts';

const game = (sides: string) => [...sides].map((s, i) => ({ side: Number(s) as 0 | 1, move: `m${i}` }));

it('two plies stand in a line, and a side that moves twice keeps its column', () => {
  expect(linesOf(game('0101'))).toEqual([
    { first: 0, second: 1 },
    { first: 2, second: 3 },
  ]);
  expect(linesOf(game('1001'))).toEqual([{ second: 0 }, { first: 1 }, { first: 2, second: 3 }]);
  expect(linesOf([])).toEqual([]);
});
it('a ply has the number of its line', () => {
  const plies = game('0101010101010101');
  expect([0, 1, 14, 15].map((i) => numbered(plies, i))).toEqual(['1. m0', '1… m1', '8. m14', '8… m15']);
  expect(numbered(plies, -1)).toBe('');
  expect(numbered([], 0)).toBe('');
});
