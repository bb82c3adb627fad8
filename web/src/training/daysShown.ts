// What the first page and the page for training show of the puzzle and the board of the day: their positions, and how one
// has done.
import type { TryResult } from '../archive/trained.ts';
import { games } from '../rules/prepared.ts';
import type { Rules } from '../rules/types.ts';
import { boardGame, boardSeed, dateOf, ofDay, placeOfDay, puzzleGame } from './daily.ts';
import { daysInARow, daysSolved } from './history.ts';
import { firstOf } from './pack.ts';

export interface OwnDays {
  /** What one's try at today's puzzle has come to. */
  readonly result?: TryResult;
  /** Days in a row whose puzzle was solved. */
  readonly row: number;
}

/** The position of the puzzle of a day, "" where there is none. */
export async function puzzlePosition(day: number): Promise<string> {
  const game = puzzleGame(day);
  const place = placeOfDay(game, day);
  const pack = await firstOf(game, place + 1);
  return (pack[place] ?? ofDay(pack, day))?.position ?? '';
}

/** The first position on the board of a day; rejects where the rules cannot be fetched. */
export function boardPosition(rules: Pick<Rules, 'start'>, day: number): Promise<string> {
  const game = boardGame(day);
  return rules.start(game, boardSeed(day), games.find((g) => g.id === game)?.full);
}

/** What the archive knows of one's own days. */
export async function ownDays(day: number): Promise<OwnDays> {
  const { Archive } = await import('../archive/archive.ts');
  const { tries } = await new Archive().training();
  const result = tries.find((t) => t.day === dateOf(day))?.result;
  return { row: daysInARow(daysSolved(tries), day, dateOf), ...(result && { result }) };
}
