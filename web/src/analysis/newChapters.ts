// What a person brings, as chapters of a study: each game is one, and so is a position.

import { unpack } from '../archive/packed.ts';
import type { Address } from '../device/address.ts';
import { type GameRecord, type RecordEntry, type Refusal, RulesError } from '../rules/types.ts';
import { type Found, isRest } from './read.ts';
import { chapterOf, type NewChapter } from './studyFile.ts';

/** What did not become chapters as it was brought. */
export interface LeftOut {
  /** That many games cannot be read at all. */
  readonly unread: number;
  /** That many are chapters up to the move that cannot be read. */
  readonly cut: number;
  /** There are more games than are read at once. */
  readonly rest?: Refusal;
}
export interface Brought {
  readonly chapters: readonly NewChapter[];
  /** Null where nothing was left out. */
  readonly left: LeftOut | null;
}

const notAGame: Refusal = { code: 'ui.import.unknown', offset: -1, text: 'neither a game nor a position' };

const bare = (game: string, start: string, moves: readonly string[] = []): GameRecord => ({
  ...{ game, start, result: 'ongoing', moves: moves.map((text) => ({ text })) },
});
const recordAt = async ({ game, position, moves, packed }: Address): Promise<GameRecord | null> =>
  packed ? await unpack(packed) : position || moves.length ? bare(game, position, moves) : null;

/** What of the entries of files does not become a chapter, or not whole. */
function leftOut(entries: readonly RecordEntry[]): LeftOut | null {
  const rest = entries.find(isRest)?.error;
  const flawed = entries.filter((e) => e.error && !isRest(e));
  const cut = flawed.filter((e) => e.record?.moves.length).length;
  return flawed.length || rest ? { unread: flawed.length - cut, cut, ...(rest ? { rest } : {}) } : null;
}

/** The chapters in what was found; a refusal is thrown where there are none. */
export async function chaptersIn(found: Found): Promise<Brought> {
  if (found.kind === 'refused') throw new RulesError(found.why);
  const records: (GameRecord | null)[] = [];
  if (found.kind === 'record') records.push(found.record);
  if (found.kind === 'position') records.push(bare(found.info.id, found.position));
  if (found.kind === 'address') records.push(await recordAt(found.address));
  if (found.kind === 'choice')
    for (const { record, error } of found.entries) if (record && (!error || record.moves.length)) records.push(record);
  const chapters = records.flatMap((r) => (r ? [chapterOf(r)] : []));
  if (!chapters.length) throw new RulesError(notAGame);
  return { chapters, left: found.kind === 'choice' ? leftOut(found.entries) : null };
}
