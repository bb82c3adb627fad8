// Animation as a difference of two boards, chained along the hops of a move. Plain functions of time: the component
// asks for the picture at a moment, and may drop the whole thing at any other.
import type { Plan, Point } from './geometry.ts';
import type { Fading, Flying } from './scene.ts';
import type { Stacks } from './types.ts';

export const LIFT = 90;
const HOP = 160;
export const TRAVEL = 420; // all hops together never take longer
export const LAND = 80;
const FADE = 600;

export interface Motion {
  /** What stands on the board while the stack moves. */
  readonly during: Stacks;
  /** What stands there afterwards. */
  readonly after: Stacks;
  readonly stack: string;
  readonly path: readonly string[];
  readonly travel: number;
  readonly fading: readonly { readonly spot: string; readonly stack: string }[];
  readonly total: number;
}

/** What is known of the step between two boards; what is missing is found by comparing them. */
export interface Step {
  readonly path?: readonly string[];
  readonly gone?: Stacks;
}

/** The motion that leads from one board to the next, or null when nothing has to move. */
export function motion(before: Stacks, after: Stacks, step: Step = {}): Motion | null {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((s) => before[s] !== after[s]);
  if (!changed.length) return null;
  const hint = step.path ?? [];
  const flight = hint.length > 1 ? forward(before, after, hint) : guess(before, after, changed);
  if (!flight) return null;
  const travel = Math.min(TRAVEL, HOP * (flight.path.length - 1));
  const fading = Object.keys(before)
    .filter((s) => !after[s] && s !== flight.path[0] && s !== flight.path[flight.path.length - 1])
    .map((spot) => ({ spot, stack: before[spot] as string }));
  const goal = flight.path[flight.path.length - 1] as string;
  const whole = step.gone?.[goal];
  if (whole && !after[goal]) fading.push({ spot: goal, stack: whole });
  return { ...flight, after, travel, fading, total: LIFT + travel + LAND + (fading.length ? FADE : 0) };
}

type Flight = Pick<Motion, 'during' | 'stack' | 'path'>;

function forward(before: Stacks, after: Stacks, path: readonly string[]): Flight | null {
  const from = path[0] as string;
  const stack = before[from];
  if (stack && !after[from]) {
    const during = { ...before };
    delete during[from];
    return { during, stack, path };
  }
  // The same step taken back: the stack moves along its path in reverse.
  const back = after[from];
  if (back && !before[from]) {
    const during = { ...after };
    delete during[from];
    return { during, stack: back, path: [...path].reverse() };
  }
  return null;
}

function guess(before: Stacks, after: Stacks, changed: readonly string[]): Flight | null {
  for (const to of changed) {
    for (const from of changed) {
      const moved = before[from];
      if (moved && !after[from] && after[to] && before[to] && after[to] === before[to] + moved) {
        const during = { ...before };
        delete during[from];
        return { during, stack: moved, path: [from, to] };
      }
      const back = after[to];
      if (back && !before[to] && after[from] && before[from] === after[from] + back) {
        const during = { ...after };
        delete during[to];
        return { during, stack: back, path: [from, to] };
      }
    }
  }
  return null;
}

export interface Frame {
  readonly stacks: Stacks;
  readonly flying: readonly Flying[];
  readonly fading: readonly Fading[];
  /** The stack has landed: only what left the board is still fading. */
  readonly landed: boolean;
}

/** cubic-bezier(.2,.7,.2,1), solved for x. */
export function ease(x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const bezier = (a: number, b: number, t: number): number =>
    3 * a * t * (1 - t) ** 2 + 3 * b * t * t * (1 - t) + t ** 3;
  let [lo, hi] = [0, 1];
  for (let i = 0; i < 20; i++) {
    const mid = (lo + hi) / 2;
    if (bezier(0.2, 0.2, mid) < x) lo = mid;
    else hi = mid;
  }
  return bezier(0.7, 1, (lo + hi) / 2);
}

/** The picture some milliseconds after the start; null when it is over. */
export function frame(m: Motion, ms: number, plan: Plan): Frame | null {
  if (ms >= m.total) return null;
  const at = (name: string | undefined): Point => plan.at.get(name ?? '') ?? { x: 0, y: 0 };
  const under = LIFT + m.travel + LAND;
  if (ms >= under) {
    const alpha = 1 - ease((ms - under) / FADE);
    return { stacks: m.after, flying: [], fading: m.fading.map((f) => ({ ...f, alpha })), landed: true };
  }
  const aloft = (at: Point, lift: number): Frame => ({
    stacks: m.during,
    flying: [{ stack: m.stack, at, lift }],
    fading: [],
    landed: false,
  });
  const high = 0.16;
  if (ms < LIFT) {
    return aloft(at(m.path[0]), high * ease(ms / LIFT));
  }
  if (ms < LIFT + m.travel) {
    const legs = m.path.length - 1;
    const x = ((ms - LIFT) / m.travel) * legs;
    const leg = Math.min(legs - 1, Math.floor(x));
    const k = ease(x - leg);
    const [a, b] = [at(m.path[leg]), at(m.path[leg + 1])];
    return aloft({ x: a.x + (b.x - a.x) * k, y: a.y + (b.y - a.y) * k }, high);
  }
  const k = ease((ms - LIFT - m.travel) / LAND);
  return aloft(at(m.path[m.path.length - 1]), high * (1 - k));
}
