// What the board shows of the moves that were played: how often a piece was placed on a spot, and the ways of other moves.
import { AMBER, LIVE, OUT } from '../board/paint.ts';
import { circle, text } from '../board/svg.ts';
import type { Marks } from '../board/types.ts';
import type { Answer } from './collection.ts';

export type BoardMarks = Pick<Marks, 'arrows' | 'counts'>;

/** More ways than these are not drawn. */
const ARROWS = 4;

/** The move pointed at is the one that stands out, else the one that was played most. */
export function marksOf(
  moves: Answer['moves'],
  pointed: string,
  wayOf: (move: string) => readonly string[],
): BoardMarks {
  const lit = moves.some((m) => m.move === pointed) ? pointed : (moves[0]?.move ?? '');
  const ways = moves.map((m) => ({ ...m, path: wayOf(m.move) }));
  const most = Math.max(1, ...moves.map((m) => m.tally.games));
  const counts = ways
    .filter((m) => m.path.length === 1)
    .map((m) => ({ spot: m.path[0] ?? '', svg: (p: number) => count(m.tally.games, most, m.move === lit, p) }));
  const arrows = ways
    .filter((m, i) => m.path.length > 1 && (i < ARROWS || m.move === lit))
    .map((m) => ({ path: m.path, kind: m.move === lit ? ('plan' as const) : ('other' as const) }))
    .sort((a, b) => (a.kind === b.kind ? 0 : a.kind === 'plan' ? 1 : -1)); // it lies above the others
  return { arrows, counts };
}

/** A circle with a number: the larger, the more often. */
function count(n: number, most: number, lit: boolean, p: number): string {
  const r = (0.14 + 0.22 * Math.sqrt(n / most)) * p;
  const size = Math.min(0.24 * p, (1.5 * r) / `${n}`.length);
  const fill = lit ? AMBER : LIVE.case;
  return (
    circle(0, 0, r, { fill, stroke: LIVE.cue, 'stroke-width': 0.03 * p }) +
    text(0, 0.36 * size, size, `${n}`, { fill: lit ? OUT : LIVE.cue, 'font-weight': 600 })
  );
}
