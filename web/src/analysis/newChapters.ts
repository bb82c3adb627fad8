// What a person brings, as chapters of a study: each game is one, and so is a position.
import type { Address } from '../parts/address.ts';
import { type GameRecord, type Refusal, RulesError } from '../rules/types.ts';
import { unpack } from './packed.ts';
import type { Found } from './read.ts';
import { chapterOf, type NewChapter } from './studyFile.ts';

const notAGame: Refusal = { code: 'ui.import.unknown', offset: -1, text: 'neither a game nor a position' };

const bare = (game: string, start: string, moves: readonly string[] = []): GameRecord => ({
  ...{ game, start, result: 'ongoing', moves: moves.map((text) => ({ text })) },
});
const recordAt = async ({ game, position, moves, packed }: Address): Promise<GameRecord | null> =>
  packed ? await unpack(packed) : position || moves.length ? bare(game, position, moves) : null;

/** The chapters in what was found; a refusal is thrown where there are none. */
export async function chaptersIn(found: Found): Promise<readonly NewChapter[]> {
  if (found.kind === 'refused') throw new RulesError(found.why);
  const records: (GameRecord | null)[] = [];
  if (found.kind === 'record') records.push(found.record);
  if (found.kind === 'position') records.push(bare(found.info.id, found.position));
  if (found.kind === 'address') records.push(await recordAt(found.address));
  if (found.kind === 'choice')
    for (const { record, error } of found.entries) if (record && (!error || record.moves.length)) records.push(record);
  const chapters = records.flatMap((r) => (r ? [chapterOf(r)] : []));
  if (!chapters.length) throw new RulesError(notAGame);
  return chapters;
}
