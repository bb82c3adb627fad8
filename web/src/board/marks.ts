// The marks of a state. They lie on the board round the foot of a stack, so that they never hide a layer.
import { BASE } from './discs.ts';
import type { Point } from './geometry.ts';
import { AMBER, DRAWN, OUT, type Paint } from './paint.ts';
import { circle, d, el, ellipse, num, path, text } from './svg.ts';
import type { Arrow, DrawingColor, Pieces } from './types.ts';

export type Mark =
  | 'target'
  | 'hover'
  | 'point'
  | 'passed'
  | 'selected'
  | 'focus'
  | 'last'
  | 'from'
  | 'hinge'
  | 'blocked'
  | 'bound'
  | 'freed'
  | 'opened';

/** The ellipse on which a mark lies round the foot of a stack. */
interface Base {
  readonly rx: number;
  readonly ry: number;
  readonly y: number;
  readonly w: number;
}

const baseOf = (pieces: Pieces, p: number): Base =>
  pieces === 'discs'
    ? { rx: 0.5 * p, ry: 0.315 * p, y: BASE * p, w: Math.max(1.4, 0.034 * p) }
    : { rx: 0.485 * p, ry: 0.435 * p, y: 0.05 * p, w: Math.max(1.4, 0.036 * p) };

/** A mark, with its spot at 0,0. */
export function markSvg(kind: Mark, pieces: Pieces, p: number, t: Paint): string {
  const { rx, ry, y, w } = baseOf(pieces, p);
  const e = (kx: number, ky: number, a: Parameters<typeof ellipse>[4]): string => ellipse(0, y, rx * kx, ry * ky, a);
  const twice = (k: number, wide: number, thin: number, outer = t.case, inner = t.cue, dash?: string): string =>
    e(k, k, { fill: 'none', stroke: outer, 'stroke-width': w * wide }) +
    e(k, k, { fill: 'none', stroke: inner, 'stroke-width': w * thin, 'stroke-dasharray': dash });
  switch (kind) {
    case 'target':
      return e(1, 1, { fill: AMBER, stroke: OUT, 'stroke-width': w * 0.8 });
    case 'hover':
      return pieces === 'discs'
        ? e(1.08, 1.1, { fill: AMBER, stroke: t.cue, 'stroke-width': w * 2 })
        : e(1.05, 1.05, { fill: AMBER, stroke: t.cue, 'stroke-width': w * 2 });
    case 'point':
      return twice(1, 2.6, 1.25, t.case, t.cue, `${num(p * 0.075)} ${num(p * 0.055)}`);
    case 'passed': // a point already gone by: the dashes are filled in amber
      return twice(1, 3.4, 1.9, OUT, AMBER, `${num(p * 0.075)} ${num(p * 0.055)}`);
    case 'selected':
      return twice(1, 3.4, 1.9, OUT, AMBER);
    case 'bound': // what a claim would keep for oneself
      return twice(1, 3, 1.5);
    case 'freed': // and what it would let do more
      return twice(1, 3.4, 1.9, OUT, AMBER);
    case 'opened':
      return twice(0.96, 1.9, 1, OUT, AMBER, `${num(p * 0.05)} ${num(p * 0.075)}`);
    case 'focus':
      return twice(1.02, 3.2, 1.7);
    case 'last':
      return twice(1, 2.2, 1);
    case 'from': {
      const r = (pieces === 'discs' ? 0.2 : 0.22) * p;
      return (
        circle(0, 0, r, { fill: 'none', stroke: t.case, 'stroke-width': w * 2.2 }) +
        circle(0, 0, r, { fill: 'none', stroke: t.cue, 'stroke-width': w })
      );
    }
    case 'hinge': {
      const yy = y + 0.3 * p;
      const a = Math.max(5, 0.125 * p);
      const half = (s: number): string => d`M0,${yy}L${s * a * 1.25},${yy - a * 0.85}V${yy + a * 0.85}Z`;
      return path(half(-1) + half(1), {
        fill: t.cue,
        stroke: t.case,
        'stroke-width': Math.max(2.6, 0.05 * p),
        'stroke-linejoin': 'round',
        'paint-order': 'stroke',
      });
    }
    case 'blocked': {
      const line = d`M${-0.13 * p},${0.37 * p}H${0.13 * p}`;
      return (
        path(line, { stroke: t.case, 'stroke-width': w * 3.4, 'stroke-linecap': 'round' }) +
        path(line, { stroke: t.cue, 'stroke-width': w * 1.7, 'stroke-linecap': 'round' })
      );
    }
  }
}

/** A ring in the color that was claimed and in that of its mark, between lines that stand out where both do not. */
export function claimedRing(letter: string, p: number, t: Paint): string {
  const { rx, ry, y, w } = baseOf('discs', p);
  const ring = (color: string | undefined, wide: number): string =>
    ellipse(0, y, rx * 1.06, ry * 1.06, { fill: 'none', stroke: color, 'stroke-width': w * wide });
  const { face, mark } = t.pieces.discs[letter] ?? {};
  return ring(t.case, 5.6) + ring(t.cue, 4.8) + ring(face, 3.6) + ring(mark, 0.8);
}

/** The name of a spot, at its foot, with the spot at 0,0. */
export function nameTag(name: string, p: number, t: Paint): string {
  const size = Math.max(11, 0.25 * p);
  const [w, h, y] = [size * (0.7 + 0.6 * name.length), size * 1.35, 0.52 * p];
  const box = { x: -w / 2, y: y - h / 2, width: w, height: h, rx: size * 0.35, fill: t.cue, stroke: t.case };
  return el('rect', box) + text(0, y + size * 0.36, size, name, { fill: t.case, 'font-weight': 600 });
}

/**
 * The path of a move: a line, and separately the arrowhead of its last leg. With discs the head is in the middle of the
 * leg, which is empty; with rings, which may stand on the line, it is in the gap before the last spot. What is planned
 * between neighbors is drawn above the stacks, from one to the other.
 */
export function route(
  points: readonly Point[],
  pieces: Pieces,
  p: number,
  t: Paint,
  kind: Arrow,
  end = 0,
): { line: string; head: string; above: boolean } {
  if (points.length < 2) return { line: '', head: '', above: false };
  const w = Math.max(2, (kind === 'other' ? 0.042 : 0.062) * p);
  const short = (a: Point, b: Point, by: number): Point => {
    const len = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { x: b.x + ((a.x - b.x) * by) / len, y: b.y + ((a.y - b.y) * by) / len };
  };
  const way = [...points];
  const above = kind !== 'played' && neighbors(points, p);
  way[0] = short(way[1] as Point, way[0] as Point, kind === 'played' ? 0.24 * p : above ? 0.2 * p : 0);
  way[way.length - 1] = short(way[way.length - 2] as Point, way[way.length - 1] as Point, above ? 0.3 * p : end);
  const line = `M${way.map((q) => d`${q.x},${q.y}`).join('L')}`;
  const [a, b] = [way[way.length - 2] as Point, way[way.length - 1] as Point];
  const len = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / len, (b.y - a.y) / len];
  const hs = (kind === 'other' ? 0.13 : 0.17) * p;
  const back = above ? -0.14 * p : (pieces === 'discs' ? len / 2 : Math.min(p, len) / 2) - hs * 0.7;
  const [mx, my] = [b.x - ux * back, b.y - uy * back];
  const [bx, by] = [mx - ux * hs * 1.5, my - uy * hs * 1.5];
  const head = d`M${mx},${my}L${bx - uy * hs * 0.8},${by + ux * hs * 0.8}L${bx + uy * hs * 0.8},${by - ux * hs * 0.8}Z`;
  const [color, outer] =
    kind === 'plan' || kind === 'other' ? [AMBER, OUT] : kind === 'threat' ? [t.bad, t.case] : [t.cue, t.case];
  const st = { fill: 'none', 'stroke-linejoin': 'round', 'stroke-linecap': 'round' };
  const rim = path(head, { fill: outer, stroke: outer, 'stroke-width': w * 0.9, 'stroke-linejoin': 'round' });
  return {
    line:
      path(line, { ...st, stroke: outer, 'stroke-width': w * 1.75 }) +
      (pieces === 'discs' ? rim : '') +
      path(line, { ...st, stroke: color, 'stroke-width': w }),
    head: (pieces === 'discs' ? '' : rim) + path(head, { fill: color }),
    above,
  };
}

/** A path to the next spot: two stacks leave so little of it that its line could not be seen below them. */
const neighbors = ([a, b, ...more]: readonly Point[], p: number): boolean =>
  !!a && !!b && !more.length && Math.hypot(b.x - a.x, b.y - a.y) < 1.2 * p;

/** An arrow drawn by hand, or a circle where both ends are one spot; above the stacks, which show through. */
export function drawing(from: Point, to: Point, pieces: Pieces, p: number, color: DrawingColor): string {
  const { color: stroke, dashes } = DRAWN[color];
  const w = Math.max(2.5, 0.085 * p);
  const dash = dashes.length ? dashes.map((n) => num(n * w)).join(' ') : undefined;
  const len = Math.hypot(to.x - from.x, to.y - from.y);
  if (!len) {
    const { rx, ry, y } = baseOf(pieces, p);
    const [cy, kx, ky] = [from.y + y, rx * 1.02, ry * 1.02];
    return (
      ellipse(from.x, cy, kx, ky, { fill: 'none', stroke: OUT, 'stroke-width': w * 1.5, opacity: '.85' }) +
      ellipse(from.x, cy, kx, ky, { fill: 'none', stroke, 'stroke-width': w, 'stroke-dasharray': dash })
    );
  }
  const [ux, uy] = [(to.x - from.x) / len, (to.y - from.y) / len];
  const hs = Math.min(0.3 * p, len * 0.4);
  const at = (q: Point, along: number, aside = 0): Point => ({
    x: q.x + ux * along - uy * aside,
    y: q.y + uy * along + ux * aside,
  });
  const [a, tip] = [at(from, Math.min(0.18 * p, len * 0.2)), at(to, -Math.min(0.12 * p, len * 0.1))];
  const neck = at(tip, -hs);
  const [l, r] = [at(neck, 0, hs * 0.55), at(neck, 0, -hs * 0.55)];
  const shaft = d`M${a.x},${a.y}L${neck.x},${neck.y}`;
  const head = d`M${tip.x},${tip.y}L${l.x},${l.y}L${r.x},${r.y}Z`;
  return (
    path(shaft, { fill: 'none', stroke: OUT, 'stroke-width': w * 1.5, 'stroke-linecap': 'round', opacity: '.85' }) +
    path(shaft, { fill: 'none', stroke, 'stroke-width': w, 'stroke-dasharray': dash }) +
    path(head, { fill: stroke, stroke: OUT, 'stroke-width': w * 0.3, 'stroke-linejoin': 'round' })
  );
}
