// Times as people read them. What a clock shows is worked out by the rules (internal/play); here it only runs on between
// two events, and is written.
import type { ClockState } from '../rules/types.ts';

export type Left = readonly [number, number];

/** What the clocks show when so much time has passed since the last event. */
export function leftAt(c: ClockState, elapsed: number): Left {
  const { left, running, from = 0, wait = 0 } = c;
  if (running === undefined) return left;
  const shown = Math.max(0, from - Math.max(0, elapsed - wait));
  return running === 0 ? [shown, left[1]] : [left[0], shown];
}

/** "4:05", below ten seconds "0:09.3", above an hour "1:02:05". A second counts until it is over. */
export function face(ms: number): string {
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const s = Math.ceil(ms / 1000);
  const [h, m, rest] = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  return h ? `${h}:${two(m)}:${two(rest)}` : `${m}:${two(rest)}`;
}

/** How long a move took: "8.4" below ten seconds, "0:42", "1:02:05". */
export function spent(ms: number): string {
  if (ms < 9950) return (Math.round(ms / 100) / 10).toFixed(1);
  const s = Math.round(ms / 1000);
  const [h, m, rest] = [Math.floor(s / 3600), Math.floor(s / 60) % 60, String(s % 60).padStart(2, '0')];
  return h ? `${h}:${String(m).padStart(2, '0')}:${rest}` : `${m}:${rest}`;
}

/** Below this much a clock warns: a tenth of the time that it began with, between ten seconds and half a minute. */
export function low(initial: number): number {
  return Math.min(30_000, Math.max(10_000, initial / 10));
}
