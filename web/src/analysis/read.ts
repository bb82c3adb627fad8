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
  | { readonly kind: 'refused'; readonly why: Refusal; readonly position: boolean };

/** The number of columns tells which board a position is of. */
const COLUMNS: Readonly<Record<number, (g: GameInfo) => boolean>> = { 9: (g) => g.claims, 11: (g) => !g.claims };

export async function read(
  rules: Rules,
  games: readonly GameInfo[],
  data: Uint8Array,
  name: string,
  game: string,
): Promise<Found> {
  const text = data.length < 100_000 ? new TextDecoder().decode(data).trim() : '';
  const url = /^https?:\/\/\S*[?&]g=\S+$/.test(text) ? new URL(text) : null;
  if (url) {
    const address = parse(url.search, url.hash);
    if (address.position) return { kind: 'address', address };
  }
  if (text && !text.includes('\n') && /^[^\s[{(;]*\//.test(text)) return position(rules, games, text, game);
  const moves = bareMoves(text);
  if (moves.length) return { kind: 'moves', moves };
  const entries = await rules.importRecords(data, name, game);
  const good = entries.filter((e) => e.record && !e.error);
  const first = entries[0];
  if (entries.length === 1 && good.length === 1 && first?.record) {
    const info = games.find((g) => g.id === first.record?.game);
    if (info) return { kind: 'record', info, record: first.record, warnings: first.warnings ?? [] };
  }
  if (entries.length === 1 && first?.error && !first.record?.moves.length) {
    return { kind: 'refused', why: first.error, position: false };
  }
  if (entries.length) return { kind: 'choice', entries };
  return { kind: 'refused', why: { code: 'ui.import.unknown', offset: -1, text: '' }, position: false };
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
  return { kind: 'refused', why: why ?? { code: 'ui.import.unknown', offset: -1, text: '' }, position: true };
}
