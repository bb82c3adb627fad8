import { describe, expect, it } from 'vitest';
import { evalText, evalValue, final, isMistake, marked, seenBy, type Value, value } from './value.ts';

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
      const back = evalValue(evalText(v), () => 0.5);
      expect([back?.proved, back?.score]).toEqual([v.proved, v.score]);
    }
    expect(evalValue('', () => 0.5)).toBeNull();
    expect(evalValue('nonsense', () => 0.5)).toBeNull();
    expect(
      evalValue('0.4', () => undefined),
      'nothing before the judge has answered',
    ).toBeNull();
  });
});

describe('what the judge is asked', () => {
  it('is seen by the side that moved', () => {
    expect([seenBy(0, at(50)), seenBy(1, at(50))]).toEqual([{ estimate: 50 }, { estimate: -50 }]);
    const proofs = (['first', 'draw', 'second'] as const).map(final);
    expect(proofs.map((v) => seenBy(0, v).proof)).toEqual(['won', 'drawn', 'lost']);
    expect(proofs.map((v) => seenBy(1, v).proof)).toEqual(['lost', 'drawn', 'won']);
  });
});

describe('marks', () => {
  it('replace an earlier judgement only', () => {
    expect(marked([2, 14], 6)).toEqual([6, 14]);
    expect(marked([4], 0)).toEqual([]);
    expect(isMistake([14, 6])).toBe(true);
    expect(isMistake([1])).toBe(false);
  });
});
