import { expect, test } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { texts } from '../i18n/index.ts';
import { dayName } from './dayName.ts';

const en = texts('en', english);

test('a game on the board of a day is called so, with its end while the day lasts', () => {
  const noon = Date.UTC(2026, 10, 23, 12);
  expect(dayName('daily-2026-11-23', noon, en)).toMatch(/^Daily board, until \d+:\d\d/);
  expect(dayName('daily-2026-11-22', noon, en)).toBe('Daily board of Nov 22');
  for (const other of [undefined, '', 'daily', 'x1']) expect(dayName(other, noon, en)).toBe('');
});
