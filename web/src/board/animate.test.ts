import { describe, expect, it } from 'vitest';
import { ease, frame, LAND, LIFT, motion, TRAVEL } from './animate.ts';
import { layout } from './fixture.ts';
import { plan } from './geometry.ts';

const p = plan(layout('upright'), 0);

describe('motion', () => {
  it('is nothing between equal boards', () => {
    expect(motion({ a1: 'R' }, { a1: 'R' })).toBeNull();
  });
  it('is read off two boards', () => {
    const m = motion({ a1: 'R', b2: 'G' }, { b2: 'GR' });
    expect(m).toMatchObject({ stack: 'R', path: ['a1', 'b2'], during: { b2: 'G' } });
  });
  it('is read backwards when a move is taken back', () => {
    const m = motion({ b2: 'GR' }, { a1: 'R', b2: 'G' });
    expect(m).toMatchObject({ stack: 'R', path: ['b2', 'a1'], during: { b2: 'G' } });
  });
  it('follows the hops it is told, within a limit', () => {
    const before = { a1: 'R', b2: 'R', e4: 'G' };
    const m = motion(before, { b2: 'R', e4: 'GR' }, { path: ['a1', 'b2', 'c3', 'd4', 'e4'] });
    expect(m?.path).toHaveLength(5);
    expect(m?.travel).toBe(TRAVEL);
  });
  it('lets what left the board fade, the five just completed included', () => {
    const m = motion({ a1: 'R', b2: 'GKIB' }, {}, { path: ['a1', 'b2'], gone: { b2: 'GKIBR' } });
    expect(m?.fading).toEqual([{ spot: 'b2', stack: 'GKIBR' }]);
    const cut = motion({ a1: 'W', b2: 'B', e4: 'B' }, { b2: 'BW' }, { path: ['a1', 'b2'], gone: { e4: 'B' } });
    expect(cut?.fading).toEqual([{ spot: 'e4', stack: 'B' }]);
  });
});

describe('frames', () => {
  const m = motion({ a1: 'R', b2: 'G', e4: 'K' }, { b2: 'GR' }, { path: ['a1', 'b2'], gone: { e4: 'K' } });
  if (!m) throw new Error('no motion');
  it('begin at the origin and end at the goal', () => {
    expect(frame(m, 0, p)?.flying[0]?.at).toEqual(p.at.get('a1'));
    const end = frame(m, LIFT + m.travel + LAND - 1, p)?.flying[0]?.at;
    expect(end?.x).toBeCloseTo(p.at.get('b2')?.x ?? 9, 3);
  });
  it('hold everything that is not under way', () => {
    for (let ms = 0; ms < m.total; ms += 7) {
      const f = frame(m, ms, p);
      const letters =
        Object.values(f?.stacks ?? {}).join('') + (f?.flying[0]?.stack ?? '') + (f?.fading[0]?.stack ?? '');
      expect([...letters].sort().join('')).toBe('GKR');
    }
  });
  it('are over in time', () => {
    expect(frame(m, m.total, p)).toBeNull();
  });
});

it('eases from 0 to 1 without going back', () => {
  let last = 0;
  for (let x = 0; x <= 1.001; x += 0.02) {
    const y = ease(x);
    expect(y).toBeGreaterThanOrEqual(last);
    last = y;
  }
  expect(ease(0)).toBe(0);
  expect(ease(1)).toBe(1);
});
