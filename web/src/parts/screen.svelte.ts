// The screen as the pages with a board see it.
import { innerHeight, innerWidth } from 'svelte/reactivity/window';
import type { Pieces, Turns } from '../board/types.ts';

const size = (): [number, number] => [innerWidth.current ?? 1280, innerHeight.current ?? 800];

/** Everything stands below everything else; as the media queries of the frames say it. */
export function narrow(): boolean {
  const [w, h] = size();
  return w <= 760 || (w <= h && w <= 1100) || h <= 560;
}

/** How the board lies: a wide one is turned where the screen is high, if that is wanted, and both can be flipped. */
export function turnsOf(pieces: Pieces, flipped: boolean, upright = true): Turns {
  const [w, h] = size();
  return ((pieces === 'rings' && upright && w < h ? 1 : 0) + (flipped ? 2 : 0)) as Turns;
}
