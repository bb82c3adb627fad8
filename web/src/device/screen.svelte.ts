// The screen as scripts see it; the breakpoints are those that styles name too (scripts/breakpoints.mjs).
import { on } from 'svelte/events';
import { createSubscriber } from 'svelte/reactivity';
import type { Pieces, Turns } from '../board/types.ts';
import breakpoints from '../theme/breakpoints.json';

const resized = createSubscriber((update) => on(window, 'resize', update));
/** How high the window is. */
export function windowHeight(): number {
  resized();
  return innerHeight;
}

/** Whether the window is at a breakpoint. */
export function at(name: keyof typeof breakpoints): boolean {
  resized();
  return typeof matchMedia === 'function' && matchMedia(breakpoints[name]).matches;
}
/** Everything stands below everything else. */
export const narrow = (): boolean => at('--narrow');

/** There is more room below the board than beside it: what measures the board lies flat there. */
export function lying(pieces: Pieces, turns: Turns): boolean {
  // On a phone held across everything else stands beside the board.
  return narrow() && turns % 2 === 0 && (!at('--across') || pieces === 'rings');
}

/**
 * How the board lies: a wide one is turned where the screen is high, if that is wanted, and both can be flipped. Above
 * moves it lies on a tablet all the same: as large, it leaves them half of the screen.
 */
export function turnsOf(pieces: Pieces, flipped: boolean, upright = true, aboveMoves = false): Turns {
  const stands = upright && innerWidth < windowHeight() && !(aboveMoves && at('--tablet'));
  return ((pieces === 'rings' && stands ? 1 : 0) + (flipped ? 2 : 0)) as Turns;
}
