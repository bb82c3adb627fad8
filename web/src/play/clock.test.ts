import { describe, expect, it } from 'vitest';
import { controlName, face, flagged, fresh, leftAt, low, pause, press, run } from './clock.ts';

const blitz = { initial: 60_000, increment: 2000 };

describe('a clock', () => {
  it('begins after the first move of each side', () => {
    let c = fresh(blitz);
    c = press(c, blitz, 0, 1, 1, 5000);
    expect([c.side, leftAt(c, 9000)]).toEqual([null, [60_000, 60_000]]);
    c = press(c, blitz, 1, 0, 2, 10_000);
    expect([c.side, leftAt(c, 13_000)]).toEqual([0, [57_000, 60_000]]);
    c = press(c, blitz, 0, 1, 3, 13_000);
    expect([c.side, c.left]).toEqual([1, [59_000, 60_000]]);
  });
  it('stands still while it is paused', () => {
    let c = run(fresh(blitz), 1, 0);
    c = pause(c, 4000);
    expect(leftAt(c, 1e9)).toEqual([60_000, 56_000]);
    c = run(c, 1, 1e9);
    expect(leftAt(c, 1e9 + 1000)).toEqual([60_000, 55_000]);
  });
  it('falls', () => {
    const c = run(fresh(blitz), 0, 0);
    expect([flagged(c, 59_999), flagged(c, 60_000)]).toEqual([null, 0]);
    expect(leftAt(c, 70_000)).toEqual([0, 60_000]);
    expect(flagged(pause(c, 10), 1e9)).toBeNull();
  });
  it('does not run backwards', () => {
    expect(leftAt(run(fresh(blitz), 0, 1000), 500)).toEqual([60_000, 60_000]);
  });
  it('gives the side that moves again its own time', () => {
    const c = press(run(fresh(blitz), 0, 0), blitz, 0, 0, 5, 1000);
    expect([c.side, c.left[0]]).toEqual([0, 61_000]);
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

it('names controls and warns in time', () => {
  expect([controlName({ initial: 300_000, increment: 3000 }), controlName({ initial: 90_000, increment: 0 })]).toEqual([
    '5+3',
    '1.5+0',
  ]);
  expect([low({ initial: 60_000, increment: 0 }), low({ initial: 600_000, increment: 0 })]).toEqual([10_000, 30_000]);
});
