// What players have taken from the board.
import type { Ply } from '../rules/types.ts';

/** The stacks that each side has taken by these plies. */
export function takenBy(plies: Iterable<Ply | undefined>): [string[], string[]] {
  const taken: [string[], string[]] = [[], []];
  for (const p of plies) if (p?.captured && p.built) taken[p.side].push(p.built);
  return taken;
}
