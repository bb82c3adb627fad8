import { beforeEach, describe, expect, it } from 'vitest';
import { Animator, type Change } from './animator.svelte.ts';
import { layout } from './fixture.ts';
import { plan } from './geometry.ts';

const board = plan(layout('upright'), 0);
const plain: Change = { step: {}, calm: false, preview: false, dropped: false };
let now = 0;
let frames = new Map<number, (now: number) => void>();
let ids = 0;
const clockwork = {
  now: () => now,
  next: (run: (now: number) => void) => {
    frames.set(++ids, run);
    return ids;
  },
  cancel: (id: number) => void frames.delete(id),
};
/** Lets time pass, a frame at a time. */
function pass(ms: number): void {
  for (const end = now + ms; now < end; ) {
    now += 16;
    const due = [...frames.values()];
    frames = new Map();
    for (const run of due) run(now);
  }
}
beforeEach(() => {
  now = 0;
  frames = new Map();
});

describe('travelling', () => {
  it('moves a stack from board to board and then stands still', () => {
    const t = new Animator(clockwork, () => board);
    expect(t.show({ a1: 'R', b2: 'G' }, plain)).toBe(true);
    expect(t.frame).toBeNull();
    expect(t.show({ b2: 'GR' }, plain)).toBe(true);
    expect(t.frame?.flying[0]?.stack).toBe('R');
    expect(t.frame?.stacks).toEqual({ b2: 'G' });
    pass(400);
    expect([t.frame, frames.size]).toEqual([null, 0]);
  });
  it('goes on without a break when the rules confirm what was shown ahead of them', () => {
    const t = new Animator(clockwork, () => board);
    t.show({ a1: 'R', b2: 'G' }, plain);
    t.show({ b2: 'GR' }, { ...plain, preview: true });
    pass(100);
    const early = t.frame?.flying[0]?.at;
    expect(t.show({ b2: 'GR' }, plain)).toBe(false);
    expect(t.frame?.flying[0]?.at).toEqual(early);
  });
  it('takes up at the same moment when the rules know of more than was shown', () => {
    const t = new Animator(clockwork, () => board);
    t.show({ a1: 'R', b2: 'GKIB' }, plain);
    t.show({ b2: 'GKIBR' }, { ...plain, preview: true });
    pass(150);
    const { x } = t.frame?.flying[0]?.at ?? { x: 9 };
    t.show({}, { ...plain, step: { path: ['a1', 'b2'], gone: { b2: 'GKIBR' } } });
    expect(t.frame?.flying[0]?.at.x).toBeCloseTo(x, 3);
    pass(300);
    expect(t.frame?.fading[0]?.stack).toBe('GKIBR');
  });
  it('shows nothing under way without motion, or for a stack put down by hand', () => {
    const t = new Animator(clockwork, () => board);
    t.show({ a1: 'R', b2: 'G' }, plain);
    t.show({ b2: 'GR' }, { ...plain, calm: true });
    expect(t.frame).toBeNull();
    t.show({ a1: 'R', b2: 'G' }, plain);
    t.show({ b2: 'GR' }, { ...plain, dropped: true });
    expect(t.frame).toBeNull();
  });
  it('gives way to whatever comes next', () => {
    const t = new Animator(clockwork, () => board);
    t.show({ a1: 'R', b2: 'G' }, plain);
    t.show({ b2: 'GR' }, plain);
    t.show({ c3: 'GR' }, plain);
    expect(frames.size).toBeLessThanOrEqual(1);
    pass(1000);
    expect(t.frame).toBeNull();
  });
});
