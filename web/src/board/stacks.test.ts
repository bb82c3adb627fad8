import { expect, it } from 'vitest';
import { boardOf, stacksOf } from './stacks.ts';
import type { Layout } from './types.ts';

const layout = { spots: [], columns: [['a1'], ['b1', 'b2']] } satisfies Layout;

it('reads what stands where from the text of a position', () => {
  expect(stacksOf(layout, 'RI/.,K 1 R:- 0:0')).toEqual({ a1: 'RI', b2: 'K' });
  expect(stacksOf(layout, './.,.')).toEqual({});
  expect(boardOf(layout, { a1: 'RI', b2: 'K' })).toBe('RI/.,K');
});
it('draws nothing where the text does not fit the board', () => {
  for (const odd of ['', 'R', 'R/K', 'R/K,K,K', 'R/K,K/R', 'r/K,K', 'R/K,', 'R/K,<b>'])
    expect(stacksOf(layout, odd), odd).toBe(null);
});
