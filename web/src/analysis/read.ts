// What a person opens: a record of any format, a position, a list of moves, or an address of ours. Whether a text is a
// position or a list of moves is for the rules to say; here is what is asked, and in which order.

import { type Address, parse } from '../device/address.ts';
import type { GameInfo, GameRecord, Recognized, RecordEntry, Refusal, Rules } from '../rules/types.ts';

export type Found =
  | {
      readonly kind: 'record';
      readonly info: GameInfo;
      readonly record: GameRecord;
      readonly warnings: readonly Refusal[];
    }
  | { readonly kind: 'choice'; readonly entries: readonly RecordEntry[] }
  | { readonly kind: 'position'; readonly info: GameInfo; readonly position: string }
  | { readonly kind: 'moves'; readonly moves: readonly string[] }
  | { readonly kind: 'address'; readonly address: Address }
  | { readonly kind: 'refused'; readonly why: Refusal };

/** A file, or a text without a name. */
export interface Brought {
  readonly name: string;
  readonly data: Uint8Array;
}

/** Says what was brought: one thing of any kind, or the games of several files; game is that of files that name none. */
export async function read(
  rules: Rules,
  games: readonly GameInfo[],
  all: readonly Brought[],
  game: string,
  signal?: AbortSignal,
): Promise<Found> {
  const [only] = all;
  const text = all.length === 1 && only && only.data.length < 100_000 ? new TextDecoder().decode(only.data).trim() : '';
  const web = /^https?:\/\/\S*$/.test(text);
  const at = web ? address(text) : null;
  if (at) return { kind: 'address', address: at };
  const found = text && !web ? recognized(await rules.recognize(text, game), games) : null;
  if (found) return found;
  const entries: RecordEntry[] = [];
  for (const { name, data } of all) entries.push(...(await rules.importRecords(data, name, game, signal)));
  const [first] = entries;
  if (entries.length === 1 && first?.record && !first.error) {
    const info = games.find((g) => g.id === first.record?.game);
    if (info) return { kind: 'record', info, record: first.record, warnings: first.warnings ?? [] };
  }
  if (entries.length === 1 && first?.error && !readable(first)) return { kind: 'refused', why: first.error };
  return entries.length ? { kind: 'choice', entries } : { kind: 'refused', why: unknown };
}

/** Something of it can be shown: all, the moves before the error, or the position that it starts from. */
export const readable = ({ record, error }: RecordEntry): boolean =>
  !!record && (!error || record.moves.length > 0 || (!!record.start && error.code !== 'record.start'));

/** It stands for the games that are not read, because there are too many. */
export const isRest = ({ error }: RecordEntry): boolean => error?.code === 'ui.import.rest';

const unknown: Refusal = { code: 'ui.import.unknown', offset: -1, text: '' };

/** The place of ours that an address names, null for any other. */
function address(text: string): Address | null {
  try {
    const { search, hash } = new URL(text);
    const found = parse(search, hash);
    return found.game ? found : null;
  } catch {
    return null; // it only looks like one
  }
}

function recognized({ game, position, refusal, moves }: Recognized, games: readonly GameInfo[]): Found | null {
  const info = games.find((g) => g.id === game);
  if (info && position) return { kind: 'position', info, position };
  if (refusal) return { kind: 'refused', why: refusal };
  return moves?.length ? { kind: 'moves', moves } : null;
}
