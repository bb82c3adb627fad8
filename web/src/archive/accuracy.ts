// How well each side played, from the evaluations that a judgement has left in a record.
import type { GameRecord, Ply, Rules } from '../rules/types.ts';

/** Fewer judged moves of a side than these say nothing. */
const LEAST = 4;
const MOST = 1_000_000;

/**
 * The accuracy of one move that has lost so much of the chance to win, in percent: the curve that lichess uses for chess.
 * Nothing lost is 100, a tenth about 64, half about 8.
 */
export const accuracyOf = (lost: number): number =>
  Math.max(0, Math.min(100, 103.1668 * Math.exp(-4.354 * Math.max(0, lost)) - 3.1669));

/**
 * Whether a judgement has left these evaluations of the plies of a game: it leaves one behind every ply, but for the last
 * where the game is over. What players thought while they played has gaps, and says little of how well they did.
 */
export const isJudged = (evals: readonly (string | undefined)[]): boolean =>
  evals.some(Boolean) && evals.slice(0, -1).every(Boolean);

/** The mean over the moves of each side; null for a side with too few. chances are those of side 0 before and after each ply. */
export function accuracy(
  plies: readonly Pick<Ply, 'side'>[],
  chances: readonly (number | null)[],
): readonly [number | null, number | null] {
  const all: [number[], number[]] = [[], []];
  for (const [i, { side }] of plies.entries()) {
    const [before, after] = [chances[i], chances[i + 1]];
    if (typeof before !== 'number' || typeof after !== 'number') continue;
    all[side].push(accuracyOf(side === 0 ? before - after : after - before));
  }
  const mean = (list: readonly number[]): number | null =>
    list.length < LEAST ? null : Math.round(list.reduce((a, b) => a + b, 0) / list.length);
  return [mean(all[0]), mean(all[1])];
}

/** An evaluation as the judge counts, in whole hundredths; not a number where it is none. Beyond the limit nothing changes. */
function hundredths(text: string): number {
  const score = Number(text || Number.NaN) * 100;
  return Math.round(Math.max(-MOST, Math.min(MOST, score)));
}

/** The chance of side 0 that an evaluation means; null where it says nothing. */
async function chancesOf(rules: Pick<Rules, 'chances'>, evals: readonly string[]): Promise<(number | null)[]> {
  const scores = evals.map(hundredths);
  const asked = scores.filter(Number.isFinite);
  const known = asked.length ? await rules.chances(asked) : [];
  let next = 0;
  return evals.map((text, i) => {
    const proved = /^(win|draw|loss)\b/.exec(text)?.[1];
    if (proved) return proved === 'win' ? 1 : proved === 'loss' ? 0 : 0.5;
    return Number.isFinite(scores[i]) ? (known[next++] ?? null) : null;
  });
}

/** The accuracy of both sides on the main line of a record; undefined where it was not judged. */
export async function accuracyIn(
  rules: Pick<Rules, 'chances'>,
  record: GameRecord,
  plies: readonly Ply[],
): Promise<readonly [number | null, number | null] | undefined> {
  const evals = plies.map((_, i) => record.moves[i]?.note?.eval ?? '');
  if (!isJudged(evals)) return undefined;
  // What the first position was worth is in no record, so the first ply does not count.
  const found = accuracy(plies, [null, ...(await chancesOf(rules, evals))]);
  return found[0] === null && found[1] === null ? undefined : found;
}
