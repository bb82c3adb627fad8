// What the rules have answered when the page was built (scripts/prepared.mjs): the games and their boards. With it a page is
// drawn before the rules have come.
import prepared from '../../gen/prepared.json' with { type: 'json' };
import type { GameInfo, Layout } from './types.ts';

/** By game, the name of a board; several games share one. */
const boards: Readonly<Record<string, string>> = prepared.boards;
const known = prepared.layouts as unknown as Readonly<Record<string, Layout>>;

export const games = prepared.games as unknown as readonly GameInfo[];
export const layouts: Readonly<Record<string, Layout>> = Object.fromEntries(
  Object.entries(boards).flatMap(([game, board]) => (known[board] ? [[game, known[board]]] : [])),
);
/** How large the programs are, in bytes, not compressed. */
export const sizes: { readonly rules: number } = prepared.sizes;
