// What a page wants of its <cairn-board>: the attributes, read without the rules.

import { BOARD_NAMES, type BoardName, PIECE_NAMES, type PieceName } from '../board/paint.ts';
import { stacksOf } from '../board/stacks.ts';
import type { Layout, Stacks } from '../board/types.ts';
import { FAMILIES } from '../games.ts';

export const ATTRIBUTES = [
  'game',
  'position',
  'record',
  'puzzle',
  'size',
  'theme',
  'board',
  'pieces',
  'lang',
  'flip',
  'labels',
] as const;
type Attribute = (typeof ATTRIBUTES)[number];

export interface Wish {
  readonly game: string;
  /** The text of the position, or "" for the empty board. */
  readonly position: string;
  /** The moves of a game from that position; empty for none. */
  readonly moves: readonly string[];
  /** The moves that solve a puzzle, the solver's first; empty for none. */
  readonly solution: readonly string[];
  /** The widest the board gets, in pixels; 0 for as wide as there is room. */
  readonly size: number;
  /** What the board and the pieces look like. */
  readonly board: BoardName;
  readonly pieces: PieceName;
  readonly flip: boolean;
  readonly labels: boolean;
}

const on = (value: string | null): boolean => value !== null && !/^(off|false|no|0)$/i.test(value);

/** Moves separated by space; numbers of moves among them are left out. */
export const movesIn = (text: string): readonly string[] =>
  text.split(/\s+/).filter((word) => word && !/^\d+\.*$/.test(word));

/** Reads the attributes; get returns null for one that is not there. */
export function wishOf(get: (name: Attribute) => string | null): Wish {
  const text = (name: Attribute): string => (get(name) ?? '').trim();
  return {
    game: text('game') || FAMILIES[0].id,
    // An address writes a position with underscores; both forms are in use.
    position: text('position').replaceAll('_', ' '),
    moves: movesIn(text('record')),
    solution: movesIn(text('puzzle')),
    size: Math.max(0, Math.min(2000, Number(text('size').replace(/px$/, '')) || 0)),
    board: BOARD_NAMES.find((name) => name === text('board')) ?? 'stone',
    pieces: PIECE_NAMES.find((name) => name === text('pieces')) ?? 'solid',
    flip: on(get('flip')),
    labels: get('labels') === null || on(get('labels')),
  };
}

/** What stands on the board by the text of a position; null where the text does not fit the board. */
export const standing = (layout: Layout, position: string): Stacks | null =>
  position ? stacksOf(layout, position) : {};

/** The token of the side to move, as the text of the position names it; "" where it does not. */
export const turnIn = (position: string, sides: readonly string[]): string => {
  const token = position.split(/\s+/)[1] ?? '';
  return sides.includes(token) ? token : '';
};
