import { expect, it } from 'vitest';
import { stacksOf } from '../board/stacks.ts';
import { nowhere } from '../device/address.ts';
import { layouts } from '../rules/prepared.ts';
import { firstPosition, lastOf } from './firstPosition.ts';

const saved = JSON.stringify({ game: 'dvonn', position: 'x' });

it('is that of the address', () => {
  expect(firstPosition({ ...nowhere, game: 'dvonn', position: 'y' }, saved, 0)).toEqual({
    ...{ game: 'dvonn', position: 'y', fresh: false },
  });
});
it('is of a whole game what the address says of it, and never its start', () => {
  const at = { ...nowhere, game: 'lyngk', position: 'start' };
  for (const game of [{ moves: ['a1-b2'] }, { packed: 'Ab-9_' }]) {
    expect(firstPosition({ ...at, ...game, board: 'b' }, saved, 0)).toEqual({
      game: 'lyngk',
      position: 'b',
      fresh: false,
    });
    expect(firstPosition({ ...at, ...game }, saved, 0).position).toBe('');
  }
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
it('is of a game of the archive its last one', () => {
  const { position } = lastOf({ game: 'dvonn', stacks: 'a1:WB c3:D' });
  const layout = layouts.dvonn;
  expect(layout && stacksOf(layout, position)).toEqual({ a1: 'WB', c3: 'D' });
  expect(lastOf({ game: 'go', stacks: '' }).position).toBe('');
});
