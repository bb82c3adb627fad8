// The position that the analysis will open, as far as it is known before the rules have come: that of the address, of a game
// in it the board that is to be shown; else the start of the game that was saved last, else a start position.
import starts from '../../gen/starts.json' with { type: 'json' };
import { type Entry, unpacked } from '../archive/entry.ts';
import { boardOf } from '../board/stacks.ts';
import type { Address } from '../device/address.ts';
import { games, layouts } from '../rules/prepared.ts';

const KEY = 'cairn.analysis.first';

export interface FirstPosition {
  readonly game: string;
  /** "" where it is not known. */
  readonly position: string;
  /** It was drawn here and now, so it is for the analysis to open it. */
  readonly fresh: boolean;
}

/** A start position of a game by chance; "" where none is known. */
function someStart(game: string, chance: number): string {
  const all = (starts as Readonly<Record<string, readonly string[]>>)[game] ?? [];
  return all[Math.floor(chance * all.length)] ?? '';
}

/** What was remembered of the game saved last; null where there is none. */
function lastSaved(text: string | null): { readonly game: string; readonly position: string } | null {
  try {
    const { game, position } = JSON.parse(text ?? 'null') as Record<string, unknown>;
    return typeof game === 'string' && typeof position === 'string' ? { game, position } : null;
  } catch {
    return null;
  }
}

export function firstPosition(address: Address, saved: string | null, chance: number): FirstPosition {
  const { game, position, moves, packed, board = '' } = address;
  const id = games.find((g) => g.id === game)?.id ?? games[0]?.id ?? '';
  if (moves.length || packed) return { game: id, position: board, fresh: false };
  if (position) return { game: id, position, fresh: false };
  const last = lastSaved(saved);
  if (last && (!game || game === last.game)) return { ...last, fresh: false };
  return { game: id, position: someStart(id, chance), fresh: true };
}

/** The last position of a game of the archive, which is opened at its end. */
export function lastOf({ game, stacks }: Pick<Entry, 'game' | 'stacks'>): FirstPosition {
  const layout = layouts[game];
  return { game, position: layout ? boardOf(layout, unpacked(stacks)) : '', fresh: false };
}

export function savedText(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
export function rememberSaved(game: string, position: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ game, position }));
  } catch {
    // Something else is then shown until the rules have come.
  }
}
