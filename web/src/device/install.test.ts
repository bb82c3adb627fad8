import { expect, it } from 'vitest';
import { byHand } from './install.svelte.ts';

const browser = (userAgent: string, maxTouchPoints = 0, alone = false): boolean =>
  byHand({ userAgent, maxTouchPoints, alone });

it('knows where a page is installed by hand', () => {
  expect(browser('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5)).toBe(true);
  expect(browser('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605', 5)).toBe(true);
  expect(browser('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605', 0)).toBe(false);
  expect(browser('Mozilla/5.0 (Linux; Android 14) Chrome/130', 5)).toBe(false);
  expect(browser('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, true)).toBe(false);
});
