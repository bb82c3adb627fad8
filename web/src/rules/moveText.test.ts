import { expect, it } from 'vitest';
import { cutClaim, moveText, sameMove } from './moveText.ts';

it('a move is cut into its claim and its way, and put together again', () => {
  for (const [move, claim, way] of [
    ['R,a1-b2-c3', 'R', 'a1-b2-c3'],
    ['a1-b2', '', 'a1-b2'],
    ['e3', '', 'e3'],
    ['pass', '', 'pass'],
  ] as const) {
    expect(cutClaim(move)).toEqual([claim, way]);
    expect(moveText(claim, way.split('-'))).toBe(move);
  }
  expect(moveText(undefined, ['a1', 'b2'])).toBe('a1-b2');
});

it('a way traced by hand is the same move as the shortest', () => {
  expect([sameMove('a1-b2-c3', 'a1-c3'), sameMove('pass', 'pass'), sameMove('K,a1-c3', 'K,a1-b2-c3')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([sameMove('R,a1-c3', 'a1-c3'), sameMove('R,a1-c3', 'K,a1-c3'), sameMove('a1-b2', 'a1-c3')]).toEqual([
    false,
    false,
    false,
  ]);
});
