// What a player has planned at a table: lines of moves, the opponent's and the own answers in turn, which the server plays
// (internal/people/table/plan.go). Here is how a plan goes on with its game, and how lines are added to it.
import type { Plan } from '../../gen/api.ts';
import type { Ply, Side } from '../rules/types.ts';
import type { OnlineGame } from './onlineGame.svelte.ts';

export type Lines = readonly (readonly string[])[];

/** The server reads no longer message than 4 KiB. */
const LONGEST = 3600;
/** How many moves a plan has at most. */
export const MOST = 64;

const begins = (line: readonly string[], start: readonly string[]): boolean => start.every((m, i) => line[i] === m);

/** A plan as it stands after what has happened in its game since. */
export function planAfter(plan: Plan, plies: readonly Pick<Ply, 'move'>[], over: boolean): Plan {
  let { lines } = plan;
  let inside = plies.length >= plan.ply;
  for (const { move } of plies.slice(plan.ply)) {
    const next = lines.filter(([first]) => first === move).map((line) => line.slice(1));
    if (!next.length) {
      inside = false;
      break;
    }
    lines = next.filter((line) => line.length);
  }
  const live = inside && !over;
  const unplayed = lines.length && !live ? lines : plan.unplayed;
  return { ply: plies.length, lines: live ? lines : [], ...(unplayed ? { unplayed } : {}) };
}

/** What one has planned at a table, as it stands now. */
export const planOf = ({ plan, plies, over }: Pick<OnlineGame, 'plan' | 'plies' | 'over'>): Plan =>
  planAfter(plan ?? { ply: plies.length, lines: [] }, plies, over);

/** Lines with another one, in place of what it goes on from and of what answers the same move otherwise. */
export function withLine(lines: Lines, path: readonly Pick<Ply, 'move' | 'side'>[], me: Side): Lines {
  const line = path.map((p) => p.move);
  if (lines.some((other) => begins(other, line))) return lines;
  const kept = lines.filter((other) => {
    if (begins(line, other)) return false;
    const at = line.findIndex((m, i) => other[i] !== m);
    return path[at]?.side !== me;
  });
  return [...kept, line];
}

/** Whether a plan is one that the server takes. */
export function fits(lines: Lines): boolean {
  const nodes = new Set(lines.flatMap((line) => line.map((_, i) => line.slice(0, i + 1).join(' '))));
  return nodes.size <= MOST && JSON.stringify(lines).length <= LONGEST;
}
