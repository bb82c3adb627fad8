import { expect, it } from 'vitest';
import { route } from './marks.ts';
import { LIVE } from './paint.ts';

const P = 100;
const [here, neighbor, far] = [
  { x: 0, y: 0 },
  { x: P, y: 0 },
  { x: 3 * P, y: 0 },
];
/** How long the line of a route is. */
function length(svg: string): number {
  const [, x1, y1, x2, y2] = /M([-\d.]+),([-\d.]+)L([-\d.]+),([-\d.]+)/.exec(svg)?.map(Number) ?? [];
  return Math.hypot(Number(x2) - Number(x1), Number(y2) - Number(y1));
}

it('an arrow from a stack to its neighbor is a line as well as a head, above the two', () => {
  for (const pieces of ['discs', 'rings'] as const) {
    for (const kind of ['plan', 'other', 'threat'] as const) {
      const { line, above } = route([here, neighbor], pieces, P, LIVE, kind);
      expect([above, length(line)]).toEqual([true, expect.closeTo(P / 2)]);
    }
    expect(route([here, neighbor], pieces, P, LIVE, 'played').above).toBe(false);
    expect(route([here, far], pieces, P, LIVE, 'plan').above).toBe(false);
  }
});
