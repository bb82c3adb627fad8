// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { steady, UNREAD } from './steady.ts';

let now = 0;
beforeEach(() => {
  vi.useFakeTimers();
  now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A card with a button, and what a press on it at a time does. */
function card() {
  const node = document.createElement('div');
  const button = node.appendChild(document.createElement('button'));
  let answered = 0;
  button.addEventListener('click', () => answered++);
  let end = steady('takeback')(node);
  const event = (type: string, at: number, detail: number): void => {
    const e = new MouseEvent(type, { bubbles: true, cancelable: true, detail });
    Object.defineProperty(e, 'timeStamp', { value: at });
    button.dispatchEvent(e);
  };
  return {
    node,
    press: (down: number, up = down): number => {
      answered = 0;
      event('pointerdown', down, 0);
      event('click', up, 1);
      return answered;
    },
    key: (at: number): number => {
      answered = 0;
      event('click', at, 0);
      return answered;
    },
    change: (): void => {
      end?.();
      end = steady('draw')(node);
    },
  };
}

test('a press counts a moment after what it answers has come or changed', () => {
  const c = card();
  expect([c.press(now + 1), c.key(now + UNREAD - 1)]).toEqual([0, 0]);
  expect(c.node.getAttribute('aria-disabled')).toBe('true');
  vi.advanceTimersByTime(UNREAD);
  expect(c.node.hasAttribute('aria-disabled')).toBe(false);
  expect([c.press(now + UNREAD), c.key(now + UNREAD)]).toEqual([1, 1]);
  now = 5000;
  c.change();
  // The finger was down already when the offer became another one.
  expect(c.press(4900, 5000 + UNREAD + 1)).toBe(0);
  expect([c.press(5300), c.press(5000 + UNREAD)]).toEqual([0, 1]);
});
