import { describe, expect, it } from 'vitest';
import { fits, planAfter, withLine } from './plan.ts';

const plies = (text: string) => text.split(' ').map((move) => ({ move }));
const path = (text: string) => text.split(' ').map((move, i) => ({ move, side: (i % 2 ? 0 : 1) as 0 | 1 }));
const lines = (...all: string[]) => all.map((l) => l.split(' '));

describe('a plan', () => {
  const plan = { ply: 1, lines: lines('b1 a1 b2 a2', 'b9 a9'), unplayed: lines('x y') };
  it('goes on with its game, and what the game has left is kept', () => {
    expect(planAfter(plan, plies('z'), false)).toMatchObject({ ply: 1, lines: plan.lines });
    expect(planAfter(plan, plies('z b1'), false).lines).toEqual(lines('a1 b2 a2'));
    expect(planAfter(plan, plies('z b1 a1'), false)).toEqual({ ply: 3, lines: lines('b2 a2'), unplayed: lines('x y') });
    expect(planAfter(plan, plies('z b5'), false)).toEqual({ ply: 2, lines: [], unplayed: plan.lines });
    expect(planAfter(plan, plies('z b1 a1 b7'), false)).toEqual({ ply: 4, lines: [], unplayed: lines('b2 a2') });
    expect(planAfter(plan, plies('z b1 a1 b2 a2'), false)).toEqual({ ply: 5, lines: [], unplayed: lines('x y') });
    expect(planAfter(plan, plies('z'), true)).toMatchObject({ lines: [], unplayed: plan.lines });
    expect(planAfter({ ...plan, ply: Infinity }, plies('z'), false)).toMatchObject({ lines: [], unplayed: plan.lines });
  });
});

describe('a line', () => {
  it('goes on from one, or takes the place of another answer to the same move', () => {
    expect(withLine(lines('b1 a1'), path('b1 a1 b2 a2'), 0)).toEqual(lines('b1 a1 b2 a2'));
    expect(withLine(lines('b1 a1 b2 a2'), path('b1 a5'), 0)).toEqual(lines('b1 a5'));
    expect(withLine(lines('b1 a1 b2 a2'), path('b1 a1 b3 a3'), 0)).toEqual(lines('b1 a1 b2 a2', 'b1 a1 b3 a3'));
    const same = lines('b1 a1 b2 a2');
    expect(withLine(same, path('b1 a1'), 0)).toBe(same);
  });
  it('fits while the server takes it', () => {
    expect(fits([])).toBe(true);
    expect(fits(Array.from({ length: 32 }, (_, i) => [`b${i}`, 'a']))).toBe(true);
    expect(fits(Array.from({ length: 33 }, (_, i) => [`b${i}`, 'a']))).toBe(false);
  });
});
