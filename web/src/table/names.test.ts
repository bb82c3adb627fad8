import { expect, it } from 'vitest';
import { ago, delayOf } from './names.ts';

it('when somebody was last here is said in whole words', () => {
  expect([ago(400, 'en'), ago(12_900, 'de'), ago(61_000, 'pl'), ago(2 * 86_400_000, 'de')]).toEqual([
    '1 second ago',
    'vor 12 Sekunden',
    '1 minutę temu',
    'vor 2 Tagen',
  ]);
});

it('a delay has its unit in the language', () => {
  expect([delayOf(48, 'en'), delayOf(1200, 'de'), delayOf(48, 'fr')]).toEqual([
    '48 ms',
    '1.200 ms',
    '48 ms'.replace(' ', '\u202f'),
  ]);
});
