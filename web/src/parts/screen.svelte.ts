// The screen as the pages with a board see it.
import { on } from 'svelte/events';
import { createSubscriber } from 'svelte/reactivity';
import type { Pieces, Turns } from '../board/types.ts';

const resized = createSubscriber((update) => on(window, 'resize', update));
function size(): [number, number] {
  resized();
  return [innerWidth, innerHeight];
}

/** Everything stands below everything else; as the media queries of the frames say it. */
export function narrow(): boolean {
  const [w, h] = size();
  return w <= 760 || (w <= h && w <= 1100) || h <= 560;
}

/** There is more room below the board than beside it: what measures the board lies flat there. */
export function lying(pieces: Pieces, turns: Turns): boolean {
  const [w, h] = size();
  const across = h <= 560 && w >= h; // everything else stands beside the board
  return narrow() && turns % 2 === 0 && (!across || pieces === 'rings');
}

/** How the board lies: a wide one is turned where the screen is high, if that is wanted, and both can be flipped. */
export function turnsOf(pieces: Pieces, flipped: boolean, upright = true): Turns {
  const [w, h] = size();
  return ((pieces === 'rings' && upright && w < h ? 1 : 0) + (flipped ? 2 : 0)) as Turns;
}
