// What a person brings: a record of any format, a position, a list of moves, or an address of ours. The rules read it;
// here is only what is tried, and in which order.
import type { GameInfo, GameRecord, RecordEntry, Refusal, Rules } from '../rules/types.ts';
import { RulesError } from '../rules/types.ts';
import { type Address, parse } from './address.ts';

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

/** The number of columns tells which board a position is of. */
const COLUMNS: Readonly<Record<number, (g: GameInfo) => boolean>> = { 9: (g) => g.claims, 11: (g) => !g.claims };

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
): Promise<Found> {
  const [only] = all;
  const text = all.length === 1 && only && only.data.length < 100_000 ? new TextDecoder().decode(only.data).trim() : '';
  const web = /^https?:\/\/\S*$/.test(text);
  const at = web ? address(text) : null;
  if (at) return { kind: 'address', address: at };
  if (text && !web && !text.includes('\n') && /^[^\s[{(;]*\//.test(text)) return position(rules, games, text, game);
  const moves = bareMoves(text);
  if (moves.length) return { kind: 'moves', moves };
  const entries: RecordEntry[] = [];
  for (const { name, data } of all) entries.push(...(await rules.importRecords(data, name, game)));
  const [first] = entries;
  if (entries.length === 1 && first?.record && !first.error) {
    const info = games.find((g) => g.id === first.record?.game);
    if (info) return { kind: 'record', info, record: first.record, warnings: first.warnings ?? [] };
  }
  if (entries.length === 1 && first?.error && !first.record?.moves.length) return { kind: 'refused', why: first.error };
  return entries.length ? { kind: 'choice', entries } : { kind: 'refused', why: unknown };
}

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

/** The moves of a text that holds nothing else but numbers; they are played where one stands. */
export function bareMoves(text: string): readonly string[] {
  const words = text
    .replace(/\b\d+\.(\.\.)?/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  const move = /^([a-z],)?[a-k]\d(-?[a-k]\d)*$|^pass$/i;
  return words.length < 1000 && words.every((w) => move.test(w)) ? words : [];
}

async function position(rules: Rules, games: readonly GameInfo[], text: string, game: string): Promise<Found> {
  const fits = COLUMNS[text.replaceAll('_', ' ').split(' ')[0]?.split('/').length ?? 0];
  const first = games.filter((g) => g.id === game);
  const order = [...first, ...games.filter((g) => g.id !== game)].filter((g) => !fits || fits(g));
  let why: Refusal | null = null;
  for (const info of order) {
    try {
      const view = await rules.view(info.id, text.replaceAll('_', ' '));
      return { kind: 'position', info, position: view.position };
    } catch (e) {
      if (!(e instanceof RulesError)) throw e;
      why ??= e.refusal;
    }
  }
  return { kind: 'refused', why: why ?? unknown };
}
