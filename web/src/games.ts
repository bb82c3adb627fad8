// What the page knows of each game beyond what the rules say of it: the one file of the page that names games. Terms are
// in internal/show/i18n/glossary.json, lessons in learn/lessons, clauses in rulespage/clauses.json, colors in board/paint.ts.
import type { Pieces } from './board/types.ts';

/** A way to play a game: by a rule or a start that differs. */
export interface Kind {
  readonly game: string;
  /** The end of the key of its name. */
  readonly key: string;
  /** On a full random board, rather than one on which the pieces are placed first. */
  readonly full: boolean;
  /** Where its lessons begin, on the page for learning. */
  readonly lessons: string;
}
export interface Family {
  /** The game that the others are kinds of; the chapter of the rules and the terms are its. */
  readonly id: string;
  readonly kinds: readonly [Kind, ...Kind[]];
  /** How its pieces are drawn. Where the layers of a stack matter, they are discs. */
  readonly pieces: Pieces;
  /** A move as one types it. */
  readonly example: string;
  /** The board is wider than high, which counts before its layout is known. */
  readonly wide: boolean;
  /** The least height of its board in a lesson and in a puzzle, in pixels. */
  readonly least: { readonly lesson: number; readonly puzzle: number };
  /** The time controls of the lobby's presets. */
  readonly controls: readonly string[];
  /** After as many placements a board is known by them: later nearly each is its own. */
  readonly known?: number;
}

/** The first one is that of a first visit. */
export const FAMILIES: readonly [Family, ...Family[]] = [
  {
    id: 'lyngk',
    kinds: [
      { game: 'lyngk', key: 'classic', full: false, lessons: 'lyngk' },
      { game: 'lyngk-captured', key: 'house', full: false, lessons: 'lyngk/five/house' },
      { game: 'lyngk6', key: 'six', full: false, lessons: 'lyngk6' },
    ],
    pieces: 'discs',
    example: 'R,b1-b2',
    wide: false,
    least: { lesson: 300, puzzle: 290 },
    controls: ['180+2', '300+3'],
  },
  {
    id: 'dvonn',
    kinds: [
      // The 49 placements come when one knows what they are good for.
      { game: 'dvonn', key: 'full', full: true, lessons: 'dvonn' },
      { game: 'dvonn', key: 'placing', full: false, lessons: 'dvonn' },
    ],
    pieces: 'rings',
    example: 'e3-f3',
    wide: true,
    least: { lesson: 250, puzzle: 350 },
    controls: ['600+5'],
    known: 3,
  },
];

/** The ids of all games, in the order in which they are offered. */
export const GAMES: readonly string[] = [...new Set(FAMILIES.flatMap((f) => f.kinds.map((k) => k.game)))];

export const familyOf = (game: string): Family =>
  FAMILIES.find((f) => f.kinds.some((k) => k.game === game)) ?? FAMILIES[0];
/** The kind that is chosen by a game and how its board is filled. */
export const kindOf = (game: string, full: boolean): Kind => {
  const { kinds } = familyOf(game);
  return kinds.find((k) => k.game === game && k.full === full) ?? kinds.find((k) => k.game === game) ?? kinds[0];
};
export const piecesOf = (info: { readonly id: string }): Pieces => familyOf(info.id).pieces;
/** Those that the page has files of, by the names of the files without folder and ending. */
export const inOrder = <T>(files: Readonly<Record<string, T>>): readonly (readonly [game: string, of: T])[] =>
  GAMES.flatMap((game) =>
    Object.keys(files)
      .filter((f) => f.replace(/^.*\/|\.\w+$/g, '') === game)
      .map((f) => [game, files[f] as T] as const),
  );
