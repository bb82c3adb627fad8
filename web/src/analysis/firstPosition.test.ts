import { expect, it } from 'vitest';
import { nowhere } from '../parts/address.ts';
import { firstPosition } from './firstPosition.ts';

const saved = JSON.stringify({ game: 'dvonn', position: 'x' });

it('is that of the address', () => {
  expect(firstPosition({ ...nowhere, game: 'dvonn', position: 'y' }, saved, 0)).toEqual({
    ...{ game: 'dvonn', position: 'y', fresh: false },
  });
  expect(firstPosition({ ...nowhere, game: 'lyngk', moves: ['a1-b2'] }, saved, 0).position).toBe('');
});
it('is the start of the game saved last, where the address names no other', () => {
  expect(firstPosition(nowhere, saved, 0)).toEqual({ game: 'dvonn', position: 'x', fresh: false });
  expect(firstPosition({ ...nowhere, game: 'lyngk' }, saved, 0).fresh).toBe(true);
});
it('is a start position by chance for who has nothing', () => {
  for (const text of [null, '', '7', 'null', '{"game":3}', 'x']) {
    const first = firstPosition(nowhere, text, 0.99);
    expect([first.game, first.fresh]).toEqual(['lyngk', true]);
    expect(first.position).toMatch(/^\S+ 1 -:- 0:0$/);
  }
});
