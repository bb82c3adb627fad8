import { describe, expect, it } from 'vitest';
import type { Layout } from '../board/types.ts';
import type { GameInfo } from '../rules/types.ts';
import * as S from './setup.ts';

const spots = ['a1', 'b1', 'b2'];
const layout: Layout = {
  spots: spots.map((name) => ({ name, x: 0, y: 0, next: [] })),
  columns: [['a1'], ['b1', 'b2']],
};
const pieces = (l: string) => [...l].map((letter) => ({ letter, color: letter === 'J' ? 'joker' : letter }));
const lyngk: GameInfo = {
  id: 'lyngk',
  name: 'LYNGK',
  highest: 5,
  pieces: pieces('IBRGKJ'),
  sides: ['1', '2'],
  claims: true,
  full: false,
};
const dvonn: GameInfo = {
  id: 'dvonn',
  name: 'DVONN',
  highest: 49,
  pieces: pieces('WBD'),
  sides: ['w', 'b'],
  claims: false,
  full: true,
};

describe('a position under construction', () => {
  it('is written and read back', () => {
    for (const text of ['JRK/.,I 2 RK:- 1:0', './.,. 1 -:- 0:0']) {
      const s = S.read(text, lyngk, layout);
      expect(s && S.write(s, lyngk, layout)).toBe(text);
    }
    for (const text of ['W/BD,. b move', './.,W w place']) {
      const s = S.read(text, dvonn, layout);
      expect(s && S.write(s, dvonn, layout)).toBe(text);
    }
  });
  it('is read from addresses and in any case', () => {
    expect(S.read('jrw/.,i_2_rk:-_1:0', lyngk, layout)?.stacks).toEqual({ a1: 'JRJ', b2: 'I' });
    expect(S.read('w/bd,._B_MOVE', dvonn, layout)?.side).toBe(1);
  });
  it('is refused where the board has another shape', () => {
    for (const text of ['', './. 1', '././. 1', 'X/.,. 1 -:- 0:0']) expect(S.read(text, lyngk, layout)).toBeNull();
  });
  it('keeps the order of the claims', () => {
    const s = S.claim(S.claim(S.blank, 'K', 0), 'R', 0);
    expect(S.write(s, lyngk, layout)).toBe('./.,. 1 RK:- 0:0');
    expect(S.owner(s, 'K')).toBe(0);
    expect(S.write(S.claim(s, 'K', 1), lyngk, layout)).toBe('./.,. 1 R:K 0:0');
    expect(S.owner(S.claim(s, 'K', -1), 'K')).toBe(-1);
  });
  it('builds stacks, takes them down and carries them', () => {
    let s = S.pile(S.pile(S.blank, 'a1', 'R'), 'a1', 'K');
    expect(s.stacks).toEqual({ a1: 'RK' });
    s = S.carry(S.pile(s, 'b1', 'I'), 'a1', 'b1');
    expect(s.stacks).toEqual({ b1: 'IRK' });
    s = S.pop(s, 'b1');
    expect(s.stacks).toEqual({ b1: 'IR' });
    expect(S.pop(S.pop(s, 'b1'), 'b1').stacks).toEqual({});
    expect(S.carry(s, 'b1', 'b1')).toBe(s);
    expect(S.left(s, lyngk, 'R')).toBe(7);
    expect(S.left(s, lyngk, 'J')).toBe(3);
  });
});
