// Which puzzle comes next: those that come back first, then new ones of about one's own strength.
import type { Card, Try } from '../archive/trained.ts';
import { puzzlesSolved } from './history.ts';
import { movesIn, type Puzzle } from './pack.ts';
import { due } from './review.ts';

/** The puzzles to choose from: mixed, of a theme, or those missed before. */
export type Which = 'mixed' | 'again' | (string & {});

export interface Known {
  readonly tries: readonly Try[];
  readonly cards: readonly Card[];
  readonly rating: number;
  readonly now: number;
}

/** That many that fit best are chosen from by chance. */
const FIT = 12;

export const within = (pack: readonly Puzzle[], which: Which): readonly Puzzle[] =>
  which === 'mixed' || which === 'again' ? pack : pack.filter((p) => p.themes.includes(which));

/** The next puzzle; null where none is left. Chance is a number from 0 to 1; not is the one before. */
export function nextPuzzle(
  pack: readonly Puzzle[],
  which: Which,
  { tries, cards, rating, now }: Known,
  chance: number,
  not = 0,
): Puzzle | null {
  const game = pack[0]?.game ?? '';
  const list = within(pack, which);
  const back = due(cards, game, now).find((c) => c.puzzle !== not && list.some((p) => p.id === c.puzzle));
  if (back) return pack[back.puzzle - 1] ?? null;
  if (which === 'again') return null;
  const last = new Map<number, number>();
  for (const t of tries) if (t.game === game) last.set(t.puzzle, t.at);
  const fresh = list.filter((p) => !last.has(p.id) && p.id !== not);
  const far = (p: Puzzle): number => Math.abs(p.rating - rating);
  if (fresh.length) {
    const fit = [...fresh].sort((a, b) => far(a) - far(b) || a.id - b.id).slice(0, FIT);
    return fit[Math.min(fit.length - 1, Math.floor(chance * fit.length))] ?? null;
  }
  // All were tried: the one that was tried longest ago.
  const old = list.filter((p) => p.id !== not);
  return [...old].sort((a, b) => (last.get(a.id) ?? 0) - (last.get(b.id) ?? 0))[0] ?? list[0] ?? null;
}

/** The themes of a pack with how many puzzles they have, and how many of these were solved; the largest first. */
export function themesOf(
  pack: readonly Puzzle[],
  tries: readonly Try[],
): readonly { readonly theme: string; readonly n: number; readonly solved: number }[] {
  const done = puzzlesSolved(tries, pack[0]?.game ?? '');
  const found = new Map<string, { n: number; solved: number }>();
  for (const p of pack) {
    for (const theme of p.themes) {
      const had = found.get(theme) ?? { n: 0, solved: 0 };
      found.set(theme, { n: had.n + 1, solved: had.solved + (done.has(p.id) ? 1 : 0) });
    }
  }
  return [...found].map(([theme, count]) => ({ theme, ...count })).sort((a, b) => b.n - a.n);
}

/** A run against the clock has that many puzzles at most, each of that many moves at most. */
const RUN = 60;
const SHORT = 2;

/** The puzzles of a run against the clock: short ones, each a little harder than the one before, others every time. */
export function runPuzzles(pack: readonly Puzzle[], chance: () => number): readonly Puzzle[] {
  const short = pack.filter((p) => movesIn(p) <= SHORT).sort((a, b) => a.rating - b.rating);
  return Array.from({ length: RUN }, (_, i) => {
    const [from, to] = [i, i + 1].map((k) => Math.floor((k * short.length) / RUN)) as [number, number];
    return short[from + Math.floor(chance() * (to - from))];
  }).filter((p, i, all): p is Puzzle => !!p && p !== all[i - 1]);
}
