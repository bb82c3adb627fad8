// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { playedOn } from '../device/boardInPlay.svelte.ts';
import { news } from './news.ts';

beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());
beforeEach(() => void vi.runAllTimers());

/** What is said now. */
function shown(): string {
  flushSync();
  vi.advanceTimersByTime(100);
  flushSync();
  return document.querySelector('.news .card span')?.textContent ?? '';
}

it('what can wait is told in front of a game and behind it, never over a board in play', () => {
  const told = vi.fn();
  const leave = playedOn();
  news().ready(told);
  expect(shown()).toBe('');
  expect(told).not.toHaveBeenCalled();
  leave();
  expect(shown()).toMatch(/ready|without/);
  expect(told).toHaveBeenCalled();
  vi.runAllTimers();

  news().update(vi.fn(), vi.fn());
  expect(shown()).toMatch(/update|version/);
  const end = playedOn();
  expect(shown(), 'a game that begins takes it away').toBe('');
  end();
  expect(shown()).toMatch(/update|version/);
  document.querySelector<HTMLElement>('.news button:last-child')?.click();
});

it('a loss is told at once', () => {
  const leave = playedOn();
  news().notSaved(vi.fn());
  expect(shown()).not.toBe('');
  leave();
});
