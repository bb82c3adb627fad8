import { expect, it } from 'vitest';
import { readUnderWay } from './underWay.ts';

const game = { game: 'lyngk', position: 'x', names: ['Anna', ''], levels: [0, 3] };

it('the game under way is read as it was remembered', () => {
  expect(readUnderWay(JSON.stringify(game))).toEqual(game);
  expect(readUnderWay(JSON.stringify({ ...game, id: 'a' }))).toEqual({ ...game, id: 'a' });
  expect(readUnderWay(JSON.stringify({ ...game, id: 7 }))).toEqual(game);
});
it('what does not fit is none', () => {
  const odd = [{ ...game, levels: [0, 11] }, { ...game, names: 'Anna' }, { ...game, position: 3 }, { game: 'lyngk' }];
  for (const text of [null, '', 'x', 'null', '7', ...odd.map((o) => JSON.stringify(o))])
    expect(readUnderWay(text)).toBe(null);
});
