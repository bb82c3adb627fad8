import { expect, it } from 'vitest';
import { fileName } from './fileName.ts';

const now = new Date(2026, 10, 5, 12);

it('tells files apart by game, players and day', () => {
  expect(fileName(['lyngk', 'Anna', 'Łukasz B.'], [], 0, now)).toBe('lyngk-anna-łukasz-b-2026-11-05');
  expect(fileName(['dvonn', '', undefined], [], 12, now)).toBe('dvonn-2026-11-05-12');
  expect(fileName(['lyngk-captured'], [{ name: 'Date', value: '2008.06.12' }], 0, now)).toBe(
    'lyngk-captured-2008-06-12',
  );
});
it('holds nothing that a file system forbids', () => {
  expect(fileName(['lyngk', '../a/b:c*?"<>|', ' '], [{ name: 'Date', value: '????.??.??' }], 0, now)).toBe(
    'lyngk-a-b-c-2026-11-05',
  );
  expect(fileName(['x'.repeat(300)], [], 0, now).length).toBeLessThan(60);
});
