import { describe, expect, it } from 'vitest';
import english from '../../../internal/i18n/catalog/en.json';
import { empty } from '../board/selection.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import type { GameInfo, View } from '../rules/types.ts';
import { claimable, lensOf, ownersOf } from './claims.ts';
import { aimOf, forecastOf } from './forecast.ts';

const { t } = texts('en', english as Catalog);
const lyngk: GameInfo = {
  ...{ id: 'lyngk', name: 'LYNGK', highest: 5, sides: ['1', '2'], claims: true, full: false },
  pieces: ['ivory', 'blue', 'red', 'green', 'black', 'joker'].map((color, i) => ({
    letter: 'IBRGKJ'.charAt(i),
    color,
  })),
};
const view: View = {
  ...{ position: 'x', side: 0, outcome: 'ongoing', claims: [['R'], []] },
  stacks: { a1: 'IB', b2: 'G', c3: 'B' },
  moves: [
    { text: 'b2-c3', from: 'b2', to: 'c3' },
    { text: 'B,b2-c3', claim: 'B', from: 'b2', to: 'c3' },
    { text: 'B,a1-b2', claim: 'B', from: 'a1', to: 'b2' },
  ],
};

describe('claims', () => {
  it('can be made of free colors, the joker never', () => {
    const all = claimable(lyngk, view);
    expect(all.map((c) => c.letter)).toEqual(['I', 'B', 'G', 'K']);
    expect(all.filter((c) => c.possible).map((c) => c.letter)).toEqual(['B']);
  });
  it('are over with two colors, and with the game', () => {
    expect(claimable(lyngk, { ...view, claims: [['R', 'G'], []] })).toEqual([]);
    expect(claimable(lyngk, { ...view, outcome: 'first' })).toEqual([]);
    expect(claimable(lyngk, { ...view, claims: undefined })).toEqual([]);
  });
  it('show through a lens what they open and keep', () => {
    const lens = lensOf(view, 'B', 'discs', t);
    expect(lens?.marks).toEqual({ bound: ['a1', 'c3'], freed: ['a1'], goals: ['b2'] });
    expect(lens?.text).toBe('Claiming blue opens 1 move. Your opponent can no longer move 2 stacks.');
    expect(lensOf(view, '', 'discs', t)).toBeNull();
  });
  it('tell owners in words', () => {
    expect(ownersOf(lyngk, view.claims, (s) => `of ${s}`, 'neutral')).toEqual({
      ...{ I: 'neutral', B: 'neutral', R: 'of 0', G: 'neutral', K: 'neutral' },
    });
  });
});

describe('the forecast', () => {
  const dvonn: GameInfo = {
    ...{ id: 'dvonn', name: 'DVONN', highest: 49, sides: ['w', 'b'], claims: false, full: true },
    pieces: [
      { letter: 'W', color: 'white' },
      { letter: 'B', color: 'black' },
      { letter: 'D', color: 'dvonn' },
    ],
  };
  const cut: View = {
    ...{ position: 'x', side: 0, outcome: 'ongoing' },
    stacks: { a1: 'W', b1: 'B', c1: 'BBW', d1: 'D' },
    moves: [{ text: 'a1-b1', from: 'a1', to: 'b1', cuts: ['c1'] } as View['moves'][number]],
  };
  it('counts what would be left', () => {
    const aim = aimOf(cut, { ...empty, path: ['a1'], over: 'b1' }, '');
    const f = forecastOf(dvonn, cut, aim, t);
    expect(f?.cuts).toEqual(['c1']);
    expect(f?.text).toMatch(/a1 to b1 cuts off c1.*4.*2.*1.*0/);
  });
  it('is nothing without an aim, or where nothing is cut off', () => {
    expect(forecastOf(dvonn, cut, aimOf(cut, empty, ''), t)).toBeNull();
    expect(forecastOf(dvonn, cut, { text: 'a1-b1', from: 'a1', to: 'b1' }, t)).toBeNull();
  });
});
