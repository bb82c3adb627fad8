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

/** What measures the board lies flat below it: everything stands below everything else, and the board takes the width. */
export function lying(turns: Turns): boolean {
  const [w, h] = size();
  return narrow() && !(h <= 560 && w >= h) && turns % 2 === 0;
}

/** How the board lies: a wide one is turned where the screen is high, if that is wanted, and both can be flipped. */
export function turnsOf(pieces: Pieces, flipped: boolean, upright = true): Turns {
  const [w, h] = size();
  return ((pieces === 'rings' && upright && w < h ? 1 : 0) + (flipped ? 2 : 0)) as Turns;
}
