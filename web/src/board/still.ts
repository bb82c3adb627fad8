// A board at rest, in one piece of markup: for a picture file, and where no person does anything at it.
import { plan as makePlan } from './geometry.ts';
import type { Paint } from './paint.ts';
import { scene } from './scene.ts';
import { empty } from './selection.ts';
import { type Fit, fit as makeFit, surface } from './surface.ts';
import { num } from './svg.ts';
import type { Layout, Marks, Pieces, Stacks, Turns } from './types.ts';

export interface StillBoard {
  readonly layout: Layout;
  readonly pieces: Pieces;
  readonly highest: number;
  readonly stacks: Stacks;
  readonly marks?: Marks;
  readonly turns: Turns;
  readonly paint: Paint;
  readonly coords?: boolean;
}

/** The board and what stands on it at a width, and no higher than that if it is given, as the content of an SVG element of that size. */
export function still(s: StillBoard, width: number, height = 0): { readonly fit: Fit; readonly svg: string } {
  const { layout, pieces, highest, stacks, marks = {}, turns, paint, coords = true } = s;
  const plan = makePlan(layout, turns);
  const fit = makeFit(plan, pieces, width, height, coords);
  const choices = { stacks, moves: [], claim: '', active: false };
  const drawn = scene({ plan, pieces, highest, choices, selection: empty, marks, paint }, fit);
  const items = [...drawn.marks, ...drawn.routes, ...drawn.stacks, ...drawn.over].map((i) => {
    const alpha = i.alpha === undefined ? '' : ` opacity="${num(i.alpha)}"`;
    // A route is drawn in the board's own coordinates.
    const move = drawn.routes.includes(i) ? '' : ` transform="translate(${num(i.x)} ${num(i.y)})"`;
    return `<g${move}${alpha}>${i.svg}</g>`;
  });
  return { fit, svg: surface(plan, pieces, fit, paint) + items.join('') };
}
