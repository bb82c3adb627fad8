import { expect, it } from 'vitest';
import { delayOf } from './names.ts';

it('a delay has its unit in the language', () => {
  expect([delayOf(48, 'en'), delayOf(1200, 'de'), delayOf(48, 'fr')]).toEqual([
    '48 ms',
    '1.200 ms',
    '48 ms'.replace(' ', '\u202f'),
  ]);
});
