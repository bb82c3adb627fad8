// How well each side played, from the evaluations that a judgement has left in a record. The judge in Go says it.
import type { GameRecord, JudgedMove, Ply, Rules } from '../rules/types.ts';

/** A judgement adds its name to this tag: players, too, leave what they thought behind their moves. */
const TAG = 'Annotator';
const JUDGE = 'Cairn';
const annotators = ({ tags }: Pick<GameRecord, 'tags'>): readonly string[] =>
  tags?.find((t) => t.name === TAG)?.value.split(', ') ?? [];

export const isSigned = (record: Pick<GameRecord, 'tags'>): boolean => annotators(record).includes(JUDGE);
/** The tags of a record that was judged; who annotated it before stays named. */
export function signed(record: Pick<GameRecord, 'tags'>): GameRecord['tags'] {
  if (isSigned(record)) return record.tags;
  const others = record.tags?.filter((t) => t.name !== TAG) ?? [];
  return [...others, { name: TAG, value: [...annotators(record), JUDGE].join(', ') }];
}

/** Whether these plies have what a judgement leaves: a value behind every one, but for the last where the game is over. */
export const isWhole = (turns: readonly JudgedMove[]): boolean =>
  turns.some((t) => t.eval) && turns.slice(0, -1).every((t) => t.eval);

/** The accuracy of both sides on the main line of a record; undefined where it was not judged. */
export async function accuracyIn(
  rules: Pick<Rules, 'accuracy'>,
  record: GameRecord,
  plies: readonly Ply[],
): Promise<readonly [number | null, number | null] | undefined> {
  const turns = plies.map(({ side }, i) => ({ side, eval: record.moves[i]?.note?.eval ?? '' }));
  if (!isSigned(record) || !isWhole(turns)) return undefined;
  const { first = null, second = null } = await rules.accuracy(turns);
  return first === null && second === null ? undefined : [first, second];
}
