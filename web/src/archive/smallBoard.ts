// A small picture of a position, for lists: plain colors, since marks and shades are lost at that size.
import { plan as makePlan } from '../board/geometry.ts';
import { LIVE, OUT } from '../board/paint.ts';
import { type Fit, fit as makeFit, place, surface } from '../board/surface.ts';
import { circle, d, el, ellipse, path } from '../board/svg.ts';
import type { Stacks } from '../board/types.ts';
import type { Shape } from './entry.ts';

const { discs, rings } = LIVE.pieces;

export interface SmallBoard {
  readonly width: number;
  readonly height: number;
  /** The board without pieces: the same for every game of a rule set. */
  readonly ground: string;
  readonly fit: Fit;
  stacks(stacks: Stacks): string;
}

/** How boards of a rule set are drawn at a width. */
export function smallBoard(shape: Shape, width: number): SmallBoard {
  const plan = makePlan(shape.layout, 0);
  const f = makeFit(plan, shape.pieces, width, 0, false);
  const one = shape.pieces === 'discs' ? disc : ring;
  return {
    ...{ width: f.w, height: f.h, ground: surface(plan, shape.pieces, f, LIVE), fit: f },
    stacks(stacks) {
      const drawn = Object.entries(stacks).flatMap(([spot, stack]) => {
        const at = plan.at.get(spot);
        return at && stack ? [{ ...place(f, at), stack }] : [];
      });
      drawn.sort((a, b) => a.y - b.y || a.x - b.x); // what is in front covers what is behind
      return drawn
        .map(({ x, y, stack }) => el('g', { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, one(stack, f.p)))
        .join('');
    },
  };
}

/** What sets dark pieces off from a dark board. */
const halo = (p: number): Record<string, string | number> => ({ stroke: LIVE.halo, 'stroke-width': 0.16 * p });

/** Every layer of a stack of discs. */
function disc(stack: string, p: number): string {
  const [rx, ry, h] = [0.42 * p, 0.25 * p, 0.15 * p];
  const line = { stroke: OUT, 'stroke-width': Math.max(0.4, 0.035 * p) };
  return [...stack]
    .map((c, i) => {
      const paint = discs[c] ?? discs.J;
      const y = (0.12 - i * 0.15) * p;
      const wall = d`M${-rx},${y - h}L${-rx},${y}A${rx},${ry} 0 0 0 ${rx},${y}L${rx},${y - h}Z`;
      const rim = i ? '' : path(wall, { fill: 'none', ...halo(p) });
      return (
        rim + path(wall, { fill: paint?.side, ...line }) + ellipse(0, y - h, rx, ry, { fill: paint?.face, ...line })
      );
    })
    .join('');
}
/** The top of a stack of rings; a red point says that a DVONN piece is inside. */
function ring(stack: string, p: number): string {
  const top = rings[stack.at(-1) ?? 'W'] ?? rings.W;
  const r = 0.42 * p;
  const line = { stroke: OUT, 'stroke-width': Math.max(0.4, 0.04 * p) };
  const hole = stack.includes('D') ? rings.D?.face : stack.length > 1 ? top?.side : LIVE.hole;
  return (
    circle(0, 0, r, { fill: top?.face, ...halo(p) }) +
    circle(0, 0, r, { fill: top?.face, ...line }) +
    circle(0, 0, r * 0.42, { fill: hole, ...line })
  );
}
