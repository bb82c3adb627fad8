import { describe, expect, it } from 'vitest';
import { evalText, evalValue, final, isMistake, loss, mark, marked, short, type Value, value } from './judge.ts';

const at = (score: number): Value => ({ score, chance: 0.5, proved: '' });

describe('values', () => {
  it('are seen by side 0', () => {
    expect(value({ score: 80, chance: 0.6 }, 1)).toEqual({ score: -80, chance: 0.4, proved: '' });
    expect(value({ score: 9, chance: 1, result: 'win', proved: true }, 1).proved).toBe('second');
    expect(value({ score: 9, chance: 0, result: 'loss', proved: true }, 1).proved).toBe('first');
    expect(value({ score: 0, chance: 0.5, result: 'draw', proved: true }, 1).proved).toBe('draw');
  });
  it('are written as records write them', () => {
    for (const v of [at(40), at(-125), final('first'), final('second'), final('draw')]) {
      const back = evalValue(evalText(v));
      expect([back?.proved, back?.score]).toEqual([v.proved, v.score]);
    }
    expect(evalValue('')).toBeNull();
    expect(evalValue('nonsense')).toBeNull();
    expect(short(at(-44))).toBe('−0.4');
    expect(short(at(2))).toBe('0.0');
    expect(short(final('first'))).toBe('+#');
  });
});

describe('marks', () => {
  it('follow the loss, seen by the side that moved', () => {
    expect(loss(at(50), at(-50), 0)).toBe(100);
    expect(loss(at(-50), at(50), 1)).toBe(100);
    expect(loss(at(-50), at(50), 0)).toBe(0);
    expect([20, 30, 80, 200].map((n) => mark(at(0), at(-n), 0))).toEqual([0, 6, 2, 4]);
  });
  it('call a result thrown away a blunder', () => {
    expect(mark(final('first'), final('draw'), 0)).toBe(4);
    expect(mark(final('draw'), final('second'), 0)).toBe(4);
    expect(mark(at(-100), final('second'), 0)).toBe(4);
    expect(mark(final('second'), final('second'), 0)).toBe(0);
    expect(mark(final('first'), at(1400), 0)).toBe(2);
  });
  it('replace an earlier judgement only', () => {
    expect(marked([2, 14], 6)).toEqual([6, 14]);
    expect(marked([4], 0)).toEqual([]);
    expect(isMistake([14, 6])).toBe(true);
    expect(isMistake([1])).toBe(false);
  });
});
