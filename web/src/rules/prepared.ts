// What the rules have answered when the page was built (scripts/prepared.mjs): the games and their boards. With it a page is
// drawn before the rules have come.
import prepared from '../../gen/prepared.json' with { type: 'json' };
import type { GameInfo, Layout } from './types.ts';

/** By game, the name of a board; several games share one. */
const boards: Readonly<Record<string, string>> = prepared.boards;
type Spot = Omit<Layout['spots'][number], 'next'>;
type Bare = Omit<Layout, 'spots'> & { readonly spots: readonly Spot[] };
/** Two spots lie beside each other at a distance of one, in six directions, each a sixth of a turn on. */
function neighbored({ spots, ...rest }: Bare): Layout {
  const at = (x: number, y: number): string | null =>
    spots.find((s) => Math.hypot(s.x - x, s.y - y) < 0.1)?.name ?? null;
  const first = spots.some(({ x, y }) => at(x + 1, y)) ? 0 : Math.PI / 6;
  const turns = [0, 1, 2, 3, 4, 5].map((n) => first + (n * Math.PI) / 3);
  const next = ({ x, y }: Spot) => turns.map((a) => at(x + Math.cos(a), y + Math.sin(a)));
  return { ...rest, spots: spots.map((s) => ({ ...s, next: next(s) })) };
}
const known = Object.fromEntries(
  Object.entries(prepared.layouts as unknown as Readonly<Record<string, Bare>>).map(([id, bare]) => [
    id,
    neighbored(bare),
  ]),
);

export const games = prepared.games as unknown as readonly GameInfo[];
export const layouts: Readonly<Record<string, Layout>> = Object.fromEntries(
  Object.entries(boards).flatMap(([game, board]) => (known[board] ? [[game, known[board]]] : [])),
);
/** How large the programs are, in bytes, not compressed. */
export const sizes: { readonly rules: number; readonly engine: number } = prepared.sizes;
