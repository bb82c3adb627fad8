import { describe, expect, it } from 'vitest';
import { layout } from './fixture.ts';
import { plan, readingRows, spotAt, step } from './geometry.ts';
import { LIVE } from './paint.ts';
import { fit, place, surface } from './surface.ts';
import type { Turns } from './types.ts';

const lyngk = layout('upright');
const dvonn = layout('lying');
const all: Turns[] = [0, 1, 2, 3];

describe('layouts', () => {
  it('have the right spots and neighbors', () => {
    expect(lyngk.spots).toHaveLength(43);
    expect(dvonn.spots).toHaveLength(49);
    expect(
      lyngk.spots
        .find((s) => s.name === 'a1')
        ?.next.filter(Boolean)
        .sort(),
    ).toEqual(['b2', 'b3']);
  });
  it('stand upright or lie, by quarter turns', () => {
    expect(plan(lyngk, 0).upright).toBe(true);
    expect(plan(dvonn, 0).upright).toBe(false);
    expect(plan(dvonn, 1).upright).toBe(true);
    // Turned clockwise, the first column comes to the top.
    expect(plan(dvonn, 1).at.get('a1')?.y).toBeLessThan(plan(dvonn, 1).at.get('i1')?.y ?? 0);
  });
});

describe('hit testing', () => {
  it('finds every spot at its own place in every orientation', () => {
    for (const l of [lyngk, dvonn]) {
      for (const t of all) {
        const p = plan(l, t);
        for (const [name, q] of p.at) expect(spotAt(p, { x: q.x, y: q.y - 0.1 })).toBe(name);
      }
    }
  });
  it('finds nothing beside the board', () => {
    expect(spotAt(plan(lyngk, 0), { x: 9, y: 9 })).toBeNull();
  });
});

describe('arrow keys', () => {
  const up = plan(lyngk, 0);
  const lying = plan(dvonn, 0);
  it('follow the lines of LYNGK', () => {
    expect(step(up, 'e4', 'ArrowUp')).toBe('e5');
    expect(step(up, 'e4', 'ArrowDown')).toBe('e3');
    expect(step(up, 'e4', 'ArrowRight')).toBe('f4');
    expect(step(up, 'e4', 'ArrowRight', true)).toBe('f3');
    expect(step(up, 'e4', 'ArrowLeft')).toBe('d4');
    expect(step(up, 'e4', 'ArrowLeft', true)).toBe('d3');
  });
  it('take the other slant at the edge', () => {
    expect(step(up, 'a1', 'ArrowRight')).toBe('b3');
    expect(step(up, 'b4', 'ArrowLeft')).toBe('b4');
    expect(step(up, 'c7', 'ArrowRight')).toBe('d6');
  });
  it('follow rows and slants of DVONN', () => {
    expect(step(lying, 'e3', 'ArrowRight')).toBe('f3');
    expect(step(lying, 'e3', 'ArrowLeft')).toBe('d3');
    expect(step(lying, 'e3', 'ArrowUp')).toBe('f4');
    expect(step(lying, 'e3', 'ArrowDown')).toBe('d2');
    expect(step(lying, 'e3', 'ArrowUp', true)).toBe('e4');
    expect(step(lying, 'e3', 'ArrowDown', true)).toBe('e2');
  });
  it('reach every spot from every spot, in every orientation', () => {
    const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
    for (const l of [lyngk, dvonn]) {
      for (const t of all) {
        const p = plan(l, t);
        for (const start of p.at.keys()) {
          const seen = new Set([start]);
          const todo = [start];
          for (let s = todo.pop(); s; s = todo.pop()) {
            for (const k of keys) {
              for (const shift of [false, true]) {
                const n = step(p, s, k, shift);
                if (!seen.has(n)) {
                  seen.add(n);
                  todo.push(n);
                }
              }
            }
          }
          expect(seen.size).toBe(l.spots.length);
        }
      }
    }
  });
});

describe('rows of the grid', () => {
  it('hold every spot once, in lines', () => {
    for (const l of [lyngk, dvonn]) {
      for (const t of all) {
        const rows = readingRows(plan(l, t));
        expect(rows.flat().sort()).toEqual(l.spots.map((s) => s.name).sort());
        expect(rows.length).toBe(l === lyngk ? 9 : 5);
      }
    }
  });
});

describe('fitting', () => {
  it('gives LYNGK a pitch of 45 at 360 px', () => {
    expect(fit(plan(lyngk, 0), 'discs', 360, 0).p).toBeCloseTo(45, 0);
  });
  it('stays in its box at any size from 320 px up', () => {
    for (const w of [320, 360, 768, 1280]) {
      for (const t of all) {
        for (const [l, pieces] of [
          [lyngk, 'discs'],
          [dvonn, 'rings'],
        ] as const) {
          const p = plan(l, t);
          const f = fit(p, pieces, w, 600);
          expect(f.w).toBeLessThanOrEqual(w + 0.01);
          expect(f.h).toBeLessThanOrEqual(600.01);
          for (const q of p.at.values()) {
            const at = place(f, q);
            expect(Math.min(at.x, f.w - at.x, at.y, f.h - at.y)).toBeGreaterThan(0.4 * f.p);
          }
        }
      }
    }
  });
  it('leaves the letters out where they would be too small', () => {
    const p = plan(lyngk, 0);
    expect(fit(p, 'discs', 360, 0).coords).toBe(false);
    expect(fit(p, 'discs', 660, 604).coords).toBe(true);
    expect(fit(p, 'discs', 360, 0, true, 0).coords).toBe(true); // without stacks
    const f = fit(p, 'discs', 660, 604);
    expect(surface(p, 'discs', f, LIVE).match(/<text/g)).toHaveLength(9 + 43);
  });
});
