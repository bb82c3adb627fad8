import { describe, expect, it } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { empty } from '../board/selection.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import type { GameInfo, View } from '../rules/types.ts';
import { claimable, lensOf, onlyByClaim, ownersOf, toppedBy } from './claims.ts';
import { aimOf, forecastOf } from './forecast.ts';

const { t } = texts('en', english as Catalog);
const view: View = {
  ...{ position: 'x', side: 0, outcome: 'ongoing', claims: [['R'], []] },
  stacks: { a1: 'IB', b2: 'G', c3: 'B' },
  moves: [
    { text: 'b2-c3', from: 'b2', to: 'c3' },
    { text: 'B,b2-c3', claim: 'B', from: 'b2', to: 'c3' },
    { text: 'B,a1-b2', claim: 'B', from: 'a1', to: 'b2' },
  ],
  owners: { I: -1, B: -1, R: 0, G: 1 },
  claimable: [
    { letter: 'I', possible: false, opened: 0, bound: [], freed: [], goals: [] },
    { letter: 'B', possible: true, opened: 1, bound: ['a1', 'c3'], freed: ['a1'], goals: ['b2'] },
  ],
};

describe('claims', () => {
  it('are those that the rules name', () => {
    expect(claimable(view).map((c) => c.letter)).toEqual(['I', 'B']);
    expect(claimable({ ...view, claimable: undefined })).toEqual([]);
  });
  it('are needed where every move makes one', () => {
    expect(onlyByClaim(view)).toBe(false);
    expect(onlyByClaim({ moves: view.moves.slice(1) })).toBe(true);
    expect(onlyByClaim({ moves: [] })).toBe(false);
  });
  it('take the stacks that the color lies on', () => {
    expect(toppedBy('B', view.stacks)).toEqual(['a1', 'c3']);
    expect(toppedBy('I', view.stacks)).toEqual([]);
  });
  it('show through a lens what they open and keep', () => {
    const lens = lensOf(view, 'B', 'discs', t);
    expect(lens?.marks).toEqual({ bound: ['a1', 'c3'], freed: ['a1'], goals: ['b2'] });
    expect(lens?.text).toBe('Claiming blue opens 1 move. Your opponent can no longer move 2 stacks.');
    expect(lensOf(view, '', 'discs', t)).toBeNull();
    expect(lensOf(view, 'R', 'discs', t)).toBeNull();
  });
  it('tell owners in words', () => {
    expect(ownersOf(view.owners, (s) => `of ${s}`, 'neutral')).toEqual({
      ...{ I: 'neutral', B: 'neutral', R: 'of 0', G: 'of 1' },
    });
    expect(ownersOf(undefined, () => 'somebody', 'neutral')).toEqual({});
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
    standing: [[{ key: 'pieces', n: 4 }], [{ key: 'pieces', n: 1 }]],
    moves: [{ text: 'a1-b1', from: 'a1', to: 'b1', cuts: ['c1'], leaves: [2, 0] }],
  };
  it('tells what would be left', () => {
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
