// Where things are: the layout turned to the screen, hit testing, and the way the arrow keys go.
import type { Layout, Spot, Turns } from './types.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A layout as it lies on the screen: y grows downwards, the unit is still the pitch. */
export interface Plan {
  readonly layout: Layout;
  readonly turns: Turns;
  readonly at: ReadonlyMap<string, Point>;
  readonly spot: ReadonlyMap<string, Spot>;
  /** True where a line of spots runs straight up the screen. */
  readonly upright: boolean;
  readonly min: Point;
  readonly max: Point;
}

/** Turns a point of a layout (y up) to the screen (y down) by quarter turns clockwise. */
export function turn(p: Point, turns: Turns): Point {
  const [x, y] = [p.x, -p.y];
  switch (turns) {
    case 1:
      return { x: -y, y: x };
    case 2:
      return { x: -x, y: -y };
    case 3:
      return { x: y, y: -x };
    default:
      return { x, y };
  }
}

export function plan(layout: Layout, turns: Turns): Plan {
  const at = new Map<string, Point>();
  const spot = new Map<string, Spot>();
  for (const s of layout.spots) {
    at.set(s.name, turn(s, turns));
    spot.set(s.name, s);
  }
  const xs = [...at.values()].map((p) => p.x);
  const ys = [...at.values()].map((p) => p.y);
  let upright = false;
  for (const s of layout.spots) {
    for (const n of s.next) {
      const [a, b] = [at.get(s.name), n ? at.get(n) : undefined];
      if (a && b && Math.abs(a.x - b.x) < 1e-3) upright = true;
    }
  }
  return {
    layout,
    turns,
    at,
    spot,
    upright,
    min: { x: Math.min(...xs), y: Math.min(...ys) },
    max: { x: Math.max(...xs), y: Math.max(...ys) },
  };
}

/** The spot in whose hexagonal cell a point lies. Cells are moved up a little, to where the pieces are seen. */
export function spotAt(plan: Plan, p: Point, up = 0.1): string | null {
  let best: string | null = null;
  let near = 0.6 * 0.6;
  for (const [name, s] of plan.at) {
    const d = (s.x - p.x) ** 2 + (s.y - up - p.y) ** 2;
    if (d < near) [best, near] = [name, d];
  }
  return best;
}

/** A direction on the screen in degrees, counterclockwise from the right. */
const WAYS: Record<'upright' | 'lying', Record<string, readonly [number, number]>> = {
  // The second entry is taken where the board ends in the first.
  upright: {
    ArrowUp: [90, 90],
    ArrowDown: [270, 270],
    ArrowLeft: [150, 210],
    ArrowRight: [30, 330],
    'Shift+ArrowLeft': [210, 150],
    'Shift+ArrowRight': [330, 30],
  },
  lying: {
    ArrowLeft: [180, 180],
    ArrowRight: [0, 0],
    ArrowUp: [60, 120],
    ArrowDown: [240, 300],
    'Shift+ArrowUp': [120, 60],
    'Shift+ArrowDown': [300, 240],
  },
};

function towards(plan: Plan, from: string, degrees: number): string | null {
  const a = plan.at.get(from);
  const s = plan.spot.get(from);
  if (!a || !s) return null;
  for (const name of s.next) {
    const b = name ? plan.at.get(name) : undefined;
    if (!b) continue;
    const angle = (Math.atan2(a.y - b.y, b.x - a.x) * 180) / Math.PI;
    const off = Math.abs(((angle - degrees + 540) % 360) - 180);
    if (off < 15) return name;
  }
  return null;
}

/** Where an arrow key leads from a spot; the spot itself where it leads nowhere. */
export function step(plan: Plan, from: string, key: string, shift = false): string {
  const ways = WAYS[plan.upright ? 'upright' : 'lying'];
  const way = ways[(shift ? 'Shift+' : '') + key] ?? ways[key];
  if (!way) return from;
  return towards(plan, from, way[0]) ?? towards(plan, from, way[1]) ?? from;
}

/** The spots in reading order of the screen: lines across it, each from left to right. */
export function readingRows(plan: Plan): string[][] {
  if (plan.upright) {
    // Columns of the screen are lines of spots, so they make the rows of the grid.
    return group(
      plan,
      (p) => p.x,
      (p) => p.y,
    );
  }
  return group(
    plan,
    (p) => p.y,
    (p) => p.x,
  );
}

function group(plan: Plan, across: (p: Point) => number, along: (p: Point) => number): string[][] {
  const lines = new Map<number, string[]>();
  for (const [name, p] of plan.at) {
    const k = Math.round(across(p) * 1000);
    lines.set(k, [...(lines.get(k) ?? []), name]);
  }
  const where = (n: string) => along(plan.at.get(n) as Point);
  return [...lines.entries()].sort((a, b) => a[0] - b[0]).map(([, names]) => names.sort((a, b) => where(a) - where(b)));
}
