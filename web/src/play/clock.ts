// Clocks of a game at home, as plain data and functions of a moment in milliseconds. Each side's first move is free:
// the clocks run from the third ply on.
import type { Side } from '../rules/types.ts';

/** Time for the whole game and what each move adds, in milliseconds. */
export interface Control {
  readonly initial: number;
  readonly increment: number;
}
export type Left = readonly [number, number];

export interface Clock {
  readonly left: Left;
  /** Whose time runs, null while none does. */
  readonly side: Side | null;
  /** Since when; without meaning while no time runs. */
  readonly since: number;
}

export const FREE = 2;

export function fresh(c: Control): Clock {
  return { left: [c.initial, c.initial], side: null, since: 0 };
}

/** What each side has left at a moment, never below zero. */
export function leftAt(c: Clock, now: number): Left {
  if (c.side === null) return c.left;
  const spent = Math.max(0, now - c.since);
  const rest = (side: Side): number => Math.max(0, c.left[side] - (c.side === side ? spent : 0));
  return [rest(0), rest(1)];
}

/** No time runs any more. */
export function pause(c: Clock, now: number): Clock {
  return { left: leftAt(c, now), side: null, since: now };
}

/** The time of a side runs from now on. */
export function run(c: Clock, side: Side, now: number): Clock {
  return { left: leftAt(c, now), side, since: now };
}

/** The mover has moved: gets the increment if the time ran. The next time runs once the free moves are over. */
export function press(c: Clock, control: Control, mover: Side, next: Side, plies: number, now: number): Clock {
  const left = leftAt(c, now);
  const gain = (side: Side): number => left[side] + (side === mover && c.side === mover ? control.increment : 0);
  return { left: [gain(0), gain(1)], side: plies >= FREE ? next : null, since: now };
}

/** Whose time is over, null while nobody's is. */
export function flagged(c: Clock, now: number): Side | null {
  return c.side !== null && leftAt(c, now)[c.side] <= 0 ? c.side : null;
}

/** "4:05", below ten seconds "0:09.3", above an hour "1:02:05". A second counts until it is over. */
export function face(ms: number): string {
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const s = Math.ceil(ms / 1000);
  const [h, m, rest] = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  return h ? `${h}:${two(m)}:${two(rest)}` : `${m}:${two(rest)}`;
}

/** "5+3", as it is chosen: minutes and seconds. */
export function controlName(c: Control): string {
  const minutes = c.initial / 60_000;
  return `${Number.isInteger(minutes) ? minutes : minutes.toFixed(1)}+${c.increment / 1000}`;
}

/** Below this much a player is told to hurry: a tenth of the time, at most half a minute. */
export function low(c: Control): number {
  return Math.min(30_000, Math.max(10_000, c.initial / 10));
}
