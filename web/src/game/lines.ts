// The moves of a game as a list shows them: two plies a line, numbered by lines. A side that passes keeps its column.
import type { Ply } from '../rules/types.ts';

/** The plies of a line, by their places in the game. */
export interface Line {
  readonly first?: number;
  readonly second?: number;
}

export function linesOf(plies: readonly Pick<Ply, 'side'>[]): readonly Line[] {
  const out: { first?: number; second?: number }[] = [];
  plies.forEach((p, i) => {
    const line = out[out.length - 1];
    if (p.side === 1 && line && line.second === undefined) line.second = i;
    else out.push(p.side === 0 ? { first: i } : { second: i });
  });
  return out;
}

/** A ply as the list counts it, "8. e7-f6", or "8… b2-g7" for the second in its line; "" where there is none. */
export function numbered(plies: readonly Pick<Ply, 'side' | 'move'>[], i: number): string {
  const lines = linesOf(plies);
  const n = lines.findIndex((l) => l.first === i || l.second === i);
  const move = plies[i]?.move ?? '';
  return n < 0 ? '' : `${n + 1}${lines[n]?.second === i ? '…' : '.'} ${move}`;
}
