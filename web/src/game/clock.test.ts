import { describe, expect, it } from 'vitest';
import { face, leftAt, low, spent } from './clock.ts';

describe('a clock between two events', () => {
  const running = { left: [60_000, 50_000], running: 0, from: 60_000, deadline: 60_000 } as const;
  it('runs for one side, and not backwards', () => {
    expect([0, 3000, 70_000, -500].map((e) => leftAt(running, e))).toEqual([
      [60_000, 50_000],
      [57_000, 50_000],
      [0, 50_000],
      [60_000, 50_000],
    ]);
  });
  it('waits out a delay', () => {
    const delayed = { ...running, wait: 3000, deadline: 63_000 };
    expect([2999, 3000, 4000].map((e) => leftAt(delayed, e)[0])).toEqual([60_000, 60_000, 59_000]);
  });
  it('stands still where nobody is to move', () => {
    expect(leftAt({ left: [60_000, 56_000] }, 1e9)).toEqual([60_000, 56_000]);
  });
});

it('shows times', () => {
  expect([300_000, 299_001, 60_000, 59_999, 10_000, 9999, 50, 0, 3_725_000].map(face)).toEqual([
    '5:00',
    '5:00',
    '1:00',
    '1:00',
    '0:10',
    '0:09.9',
    '0:00.0',
    '0:00.0',
    '1:02:05',
  ]);
});

it('warns in time', () => {
  expect([0, 60_000, 200_000, 600_000].map(low)).toEqual([10_000, 10_000, 20_000, 30_000]);
});

it('says how long a move took, the shorter the finer', () => {
  expect([0, 340, 9949, 9950, 59_499, 60_000, 3_725_000].map(spent)).toEqual([
    ...['0.0', '0.3', '9.9', '0:10', '0:59', '1:00', '1:02:05'],
  ]);
});
