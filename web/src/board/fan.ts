// Looking into a stack: its pieces side by side, bottom first and numbered. One stack at a time in a small card, or
// all stacks at once in the place where they stand.
import { disc, discChip } from './discs.ts';
import type { Paint } from './paint.ts';
import { ring, ringChip } from './rings.ts';
import { at, d, el, path, text } from './svg.ts';
import type { Pieces } from './types.ts';

export interface Card {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly svg: string;
}

/** The card for the stack at x,y in a box of width w and height h. */
export function fan(
  stack: string,
  pieces: Pieces,
  p: number,
  x: number,
  y: number,
  w: number,
  h: number,
  t: Paint,
): Card {
  const letters = [...stack];
  const size = Math.min(50, Math.max(38, p));
  const room = Math.max(120, w - 16);
  const per = Math.max(1, Math.min(letters.length, Math.floor((room - 22) / (size * 0.92))));
  const rows = Math.ceil(letters.length / per);
  const [cw, ch] = [per * size * 0.92 + 20, rows * (size * 1.04) + 12];
  // Beside the stack where there is room, else below or above it; never beyond the box.
  let cx = x + 0.56 * p;
  let cy = y - ch / 2 + 0.04 * p;
  let beak: 'left' | 'right' | 'none' = 'left';
  if (cx + cw > w) {
    cx = x - 0.56 * p - cw;
    beak = 'right';
  }
  if (cx < 0) {
    cx = Math.max(4, Math.min(w - cw - 4, x - cw / 2));
    cy = y - ch - 0.75 * p < 0 ? y + 0.5 * p : y - ch - 0.75 * p;
    beak = 'none';
  }
  cy = Math.max(2, Math.min(h - ch - 2, cy));
  let o = el('rect', { width: cw, height: ch, rx: 14, fill: t.raised, stroke: t.field, 'stroke-width': 1 });
  if (beak !== 'none') {
    const by = Math.max(18, Math.min(ch - 18, y - cy));
    const bx = beak === 'left' ? 0 : cw;
    const s = beak === 'left' ? -1 : 1;
    o += path(d`M${bx},${by - 8}L${bx + s * 8},${by}L${bx},${by + 8}`, { fill: t.raised, stroke: t.field });
    o += path(d`M${bx - s * 0.8},${by - 8}V${by + 8}`, { stroke: t.raised, 'stroke-width': 2.4 });
  }
  letters.forEach((c, i) => {
    const [col, row] = [i % per, Math.floor(i / per)];
    const px = 10 + size * 0.46 + col * size * 0.92;
    const py = 8 + row * size * 1.04;
    const one = pieces === 'discs' ? disc(c, size, t, { base: 0.06 }) : ring(c, size * 0.86, t);
    o += at(px, py + size * 0.4, one) + text(px, py + size * 0.98, 12, i + 1, { fill: t.ink2 });
  });
  return { x: cx, y: cy, w: cw, h: ch, svg: o };
}

/** A stack laid out flat in its place: plan discs in rows, bottom first, the top one ringed. Its spot is at 0,0. */
export function spread(stack: string, pieces: Pieces, p: number, t: Paint): string {
  const letters = [...stack];
  const n = letters.length;
  const per = n <= 4 ? Math.min(n, n === 4 ? 2 : 3) : n <= 9 ? 3 : n <= 16 ? 4 : n <= 25 ? 5 : 7;
  const rows = Math.ceil(n / per);
  const cell = Math.min(0.36, 0.88 / per, 0.88 / rows) * p;
  const [w, h] = [per * cell + 0.06 * p, rows * cell + 0.06 * p];
  let o = el('rect', {
    x: -w / 2,
    y: -h / 2,
    width: w,
    height: h,
    rx: 0.1 * p,
    fill: t.raised,
    stroke: t.field,
    'stroke-width': 1,
  });
  letters.forEach((c, i) => {
    const x = (i % per) * cell - ((per - 1) * cell) / 2;
    const y = Math.floor(i / per) * cell - ((rows - 1) * cell) / 2;
    const r = cell * (i === n - 1 ? 0.46 : 0.4);
    o += at(x, y, pieces === 'discs' ? discChip(c, r, t, 'none') : ringChip(c, r, t, 'none'));
    if (i === n - 1 && n > 1) {
      o += el('circle', {
        cx: x,
        cy: y,
        r: cell * 0.49,
        fill: 'none',
        stroke: t.cue,
        'stroke-width': Math.max(1, 0.03 * p),
      });
    }
  });
  return o;
}
