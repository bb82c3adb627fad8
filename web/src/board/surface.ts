// The board itself: one matte surface with engraved lines, sized to what it is given.
import type { Plan, Point } from './geometry.ts';
import type { Paint } from './paint.ts';
import { circle, d, num, path, text } from './svg.ts';
import type { Pieces } from './types.ts';

/** How large a board is drawn: the pitch, the box, and where the board's center lies in it. */
export interface Fit {
  readonly p: number;
  readonly w: number;
  readonly h: number;
  readonly cx: number;
  readonly cy: number;
  readonly coords: boolean;
  /** How far the surface reaches beyond the outer spots. */
  readonly margin: number;
}

interface Room {
  readonly side: number;
  readonly top: number;
  readonly bottom: number;
  readonly margin: number;
}

// What a board needs beyond its outer spots, in pitches. High stacks rise above the upper edge.
const ROOM = {
  discs: { side: 0.536, top: 0.78, bottom: 0.56, margin: 0.438 },
  discsCoords: { side: 0.67, top: 0.82, bottom: 0.7, margin: 0.568 },
  lying: { side: 0.8, top: 0.82, bottom: 0.9, margin: 0.78 },
  upright: { side: 0.72, top: 0.7, bottom: 0.78, margin: 0.68 },
} as const satisfies Record<string, Room>;

/** A board of discs has no letters below this pitch: beside stacks they would be too small. A spot is named on focus and press instead. */
const LEAST = 60;

/** The largest board for a box; a height of 0 means as high as it likes. */
export function fit(plan: Plan, pieces: Pieces, width: number, height: number, coords = true, least = LEAST): Fit {
  const pitch = (r: Room): number => {
    const across = width / (plan.max.x - plan.min.x + 2 * r.side);
    const along = height ? height / (plan.max.y - plan.min.y + r.top + r.bottom) : across;
    return Math.max(3, Math.min(across, along));
  };
  let room: Room;
  let shown = coords;
  if (pieces === 'rings') room = plan.upright ? ROOM.upright : ROOM.lying;
  else {
    shown = coords && pitch(ROOM.discsCoords) >= least;
    room = shown ? ROOM.discsCoords : ROOM.discs;
  }
  const p = pitch(room);
  const h = (plan.max.y - plan.min.y + room.top + room.bottom) * p;
  const w = (plan.max.x - plan.min.x + 2 * room.side) * p;
  return {
    p,
    w,
    h,
    cx: w / 2 - ((plan.max.x + plan.min.x) / 2) * p,
    cy: (room.top - plan.min.y) * p,
    coords: shown,
    margin: room.margin,
  };
}

export const place = (f: Fit, q: Point): Point => ({ x: f.cx + q.x * f.p, y: f.cy + q.y * f.p });

/** The convex hull of the spots, counterclockwise on the screen. */
function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (list: readonly Point[]): Point[] => {
    const out: Point[] = [];
    for (const q of list) {
      for (;;) {
        const [a, b] = [out[out.length - 2], out[out.length - 1]];
        if (!a || !b || (b.x - a.x) * (q.y - a.y) - (b.y - a.y) * (q.x - a.x) > 1e-6) break;
        out.pop();
      }
      out.push(q);
    }
    return out.slice(0, -1);
  };
  return [...half(sorted), ...half([...sorted].reverse())];
}

function grow(vs: readonly Point[], m: number): Point[] {
  const n = vs.length;
  return vs.map((b, i) => {
    const a = vs[(i + n - 1) % n] as Point;
    const c = vs[(i + 1) % n] as Point;
    const normal = (p: Point, q: Point): Point => {
      const len = Math.hypot(q.x - p.x, q.y - p.y);
      return { x: (q.y - p.y) / len, y: -(q.x - p.x) / len };
    };
    const [n1, n2] = [normal(a, b), normal(b, c)];
    const k = m / (1 + n1.x * n2.x + n1.y * n2.y);
    return { x: b.x + (n1.x + n2.x) * k, y: b.y + (n1.y + n2.y) * k };
  });
}

function rounded(vs: readonly Point[], r: number, down = 0): string {
  const n = vs.length;
  const parts = vs.map((q, i) => {
    const a = vs[(i + n - 1) % n] as Point;
    const b = vs[(i + 1) % n] as Point;
    const to = (e: Point): Point => {
      const len = Math.hypot(e.x - q.x, e.y - q.y);
      return { x: q.x + ((e.x - q.x) * r) / len, y: q.y + ((e.y - q.y) * r) / len + down };
    };
    const [s, e] = [to(a), to(b)];
    return d`${i ? 'L' : 'M'}${s.x},${s.y}Q${q.x},${q.y + down} ${e.x},${e.y}`;
  });
  return `${parts.join('')}Z`;
}

/** The surface, its lines, its spots and its coordinates. */
export function surface(plan: Plan, pieces: Pieces, f: Fit, t: Paint): string {
  const { p } = f;
  const at = (name: string): Point => place(f, plan.at.get(name) as Point);
  const outer = grow(hull([...plan.at.values()].map((q) => place(f, q))), f.margin * p);
  const r = (pieces === 'discs' ? 0.55 : 0.5) * p;
  let o = path(rounded(outer, r, 0.1 * p), { fill: t.edge }) + path(rounded(outer, r), { fill: t.board });
  let lines = '';
  for (const s of plan.layout.spots) {
    for (const n of s.next) {
      if (!n || n < s.name) continue; // each line once
      const [a, b] = [at(s.name), at(n)];
      lines += d`M${a.x},${a.y}L${b.x},${b.y}`;
    }
  }
  const gw = Math.max(1, 0.022 * p);
  o += path(lines, { fill: 'none', stroke: t.gleam, 'stroke-width': gw, transform: `translate(0 ${num(gw * 0.9)})` });
  o += path(lines, { fill: 'none', stroke: t.groove, 'stroke-width': gw });
  for (const name of plan.at.keys()) {
    const q = at(name);
    o +=
      pieces === 'discs'
        ? circle(q.x, q.y, Math.max(1.8, 0.05 * p), { fill: t.spot })
        : circle(q.x, q.y, 0.115 * p, { fill: t.board, stroke: t.groove, 'stroke-width': gw });
  }
  if (f.coords) o += coordinates(plan, pieces, f, t, at);
  return o;
}

function coordinates(plan: Plan, pieces: Pieces, f: Fit, t: Paint, at: (name: string) => Point): string {
  const { p } = f;
  const size = Math.max(11, (pieces === 'discs' ? 0.15 : 0.19) * p);
  let o = '';
  // A label stands beyond the end of its line of spots, at the side where no stack leans over it.
  const label = (
    line: readonly string[],
    body: string,
    side: (q: Point) => number,
    dist: number,
    nudge: number,
  ): void => {
    const end = [...line].sort((a, b) => side(at(b)) - side(at(a)))[0];
    const inner = [...line].sort((a, b) => side(at(a)) - side(at(b)))[0];
    if (!end || !inner) return;
    const [e, i] = [at(end), at(inner)];
    const len = Math.hypot(e.x - i.x, e.y - i.y);
    const [ux, uy] = len ? [(e.x - i.x) / len, (e.y - i.y) / len] : [0, 1];
    o += text(e.x + ux * dist * p, e.y + uy * dist * p + size * nudge, size, body, { fill: t.coord });
  };
  const down = (q: Point): number => q.y;
  const left = (q: Point): number => -q.x;
  const up = (q: Point): number => -q.y;
  for (const column of plan.layout.columns) {
    const letter = column[0]?.[0] ?? '';
    if (pieces === 'discs') label(column, letter, down, 0.515, 0);
    else label(column, letter, plan.upright ? left : down, plan.upright ? 0.58 : 0.61, 0.2);
  }
  if (pieces === 'discs') {
    // The number stands right below its spot; a stack covers it.
    const small = Math.max(11, 0.13 * p);
    for (const name of plan.at.keys()) {
      const q = at(name);
      o += text(q.x + 0.135 * p, q.y + 0.25 * p, small, name.slice(1), { fill: t.coord });
    }
    return o;
  }
  const rows = new Map<string, string[]>();
  for (const name of plan.at.keys()) rows.set(name.slice(1), [...(rows.get(name.slice(1)) ?? []), name]);
  for (const [n, line] of rows) label(line, n, plan.upright ? up : left, plan.upright ? 0.5 : 0.6, 0.36);
  return o;
}
