// The colors of pieces and boards. Pieces look the same everywhere; what changes with the theme comes from CSS
// variables, so that a page changes theme without drawing again. A picture file gets the values themselves.

import type { DrawingColor } from './types.ts';

export interface PieceColors {
  readonly face: string;
  readonly side: string;
  readonly mark: string;
  readonly deep: string;
  readonly rim: string;
  /** The color's key in the catalog. */
  readonly name: string;
}

export const DISCS: Readonly<Record<string, PieceColors>> = {
  I: { face: '#F8DFA6', side: '#EFD294', mark: '#5C4210', deep: '#D9BA75', rim: '#FCECC6', name: 'ivory' },
  B: { face: '#174F97', side: '#12458A', mark: '#E6F0FF', deep: '#0D3670', rim: '#2F68B2', name: 'blue' },
  R: { face: '#B22F1F', side: '#A32718', mark: '#FFF1EC', deep: '#84190D', rim: '#CB4A38', name: 'red' },
  G: { face: '#589B81', side: '#4F9178', mark: '#0A2419', deep: '#3B765E', rim: '#78B49B', name: 'green' },
  K: { face: '#242426', side: '#1D1D1F', mark: '#E9E6DE', deep: '#111112', rim: '#37373A', name: 'black' },
  J: { face: '#EBF3F7', side: '#E0EAEF', mark: '#2A3238', deep: '#C0CDD4', rim: '#F8FCFE', name: 'joker' },
};

export interface RingColors {
  readonly face: string;
  readonly side: string;
  readonly hi: string;
  readonly ink: string;
  /** The shade within the hole. */
  readonly dish: string;
  readonly name: string;
}

export const RINGS: Readonly<Record<string, RingColors>> = {
  W: { face: '#F4F0E6', side: '#DDD7C8', hi: '#FFFFFF', ink: '#1C1D1F', dish: '#DDD7C8', name: 'white' },
  B: { face: '#2B2C2F', side: '#1B1C1E', hi: '#D9D5CB', ink: '#F4F0E6', dish: '#1B1C1E', name: 'black' },
  D: { face: '#B22F1F', side: '#8E2114', hi: '#E9836F', ink: '#FFF6F2', dish: '#8E2114', name: 'dvonn' },
};

/** What pieces look like: their colors, and how much larger their marks are than those of the first set. */
export interface PieceSet {
  readonly discs: Readonly<Record<string, PieceColors>>;
  readonly rings: Readonly<Record<string, RingColors>>;
  readonly grow: { readonly face: number; readonly wall: number };
  /** How strong their shadow is, where it is not the theme's. */
  readonly shadow?: string;
}
/** The sets to choose from, the first one where nothing was chosen. pieceSets.ts has the others, and what sets them on a page. */
export const PIECE_NAMES = ['solid', 'flat', 'symbols'] as const;
export type PieceName = (typeof PIECE_NAMES)[number];
export const SOLID: PieceSet = { discs: DISCS, rings: RINGS, grow: { face: 1, wall: 1 } };

/** The dark line round every piece. */
export const OUT = '#17171A';
export const AMBER = '#F2A81D';

/** What is drawn by hand: a color, and dashes in shares of the line's width, so that the color does not stand alone. */
export const DRAWN: Readonly<Record<DrawingColor, { readonly color: string; readonly dashes: readonly number[] }>> = {
  green: { color: '#3A9B6B', dashes: [] },
  red: { color: '#D2513F', dashes: [2.4, 1.2] },
  blue: { color: '#3F7FD0', dashes: [0.6, 1.1] },
  yellow: { color: '#E3AD1C', dashes: [2.4, 0.8, 0.6, 0.8] },
};

/** The boards to choose from, in both themes. pieceSets.ts sets them on a page; a test holds them to the contrast asked for. */
export const BOARDS = {
  stone: {
    light: {
      board: '#D2CDC1',
      edge: '#B3AC9C',
      groove: '#7A7262',
      gleam: '#E4E0D6',
      spot: '#6F6858',
      coord: '#595446',
      hole: '#B9B2A2',
    },
    dark: {
      board: '#343A3D',
      edge: '#23282A',
      groove: '#81898D',
      gleam: '#2A2F31',
      spot: '#8C9599',
      coord: '#B4BABB',
      hole: '#545C60',
    },
  },
  wood: {
    light: {
      board: '#E0CBA8',
      edge: '#B2946A',
      groove: '#836A42',
      gleam: '#EDDDC2',
      spot: '#755D38',
      coord: '#574224',
      hole: '#BFA47B',
    },
    dark: {
      board: '#40332A',
      edge: '#2A211A',
      groove: '#94806C',
      gleam: '#352A22',
      spot: '#A08B76',
      coord: '#C6B5A2',
      hole: '#665546',
    },
  },
  slate: {
    light: {
      board: '#C1CED7',
      edge: '#98AAB6',
      groove: '#61747F',
      gleam: '#D6E1E8',
      spot: '#556873',
      coord: '#3F525F',
      hole: '#A2B4C0',
    },
    dark: {
      board: '#2B3947',
      edge: '#1C2630',
      groove: '#778A9C',
      gleam: '#222E3A',
      spot: '#8296A8',
      coord: '#AEBDCB',
      hole: '#4B5D6E',
    },
  },
  paper: {
    light: {
      board: '#FFFFFF',
      edge: '#C9C6BE',
      groove: '#6E6A61',
      gleam: '#F1EFEA',
      spot: '#57534B',
      coord: '#45423B',
      hole: '#D8D5CC',
    },
    dark: {
      board: '#0B0C0D',
      edge: '#2A2E31',
      groove: '#7A8186',
      gleam: '#050606',
      spot: '#959DA2',
      coord: '#C3C8CA',
      hole: '#3C4246',
    },
  },
} as const;
export type BoardName = keyof typeof BOARDS;
/** Their names, the first one where nothing was chosen. */
export const BOARD_NAMES = Object.keys(BOARDS) as readonly BoardName[];

const REST = {
  light: {
    page: '#EFEEEA',
    cue: '#1D1F21',
    case: '#F3F0E8',
    bad: '#A3241A',
    halo: 'none',
    shadow: '.24',
    raised: '#FFFFFF',
    field: '#85827A',
    ink2: '#55595B',
  },
  dark: {
    page: '#141618',
    cue: '#F1EEE6',
    case: '#15181A',
    bad: '#FF9C8F',
    halo: '#C9C6BD',
    shadow: '.42',
    raised: '#24282B',
    field: '#7C8285',
    ink2: '#A7ABAB',
  },
} as const;

/** What a board is painted with in a theme, without its pieces: the values of the CSS variables of the same names. */
export const tokensOf = (theme: keyof typeof REST, board: BoardName): Tokens => ({
  ...REST[theme],
  ...BOARDS[board][theme],
});
/** What a picture of a board is painted with where CSS variables do not reach: in a file. */
export const paintOf = (theme: keyof typeof REST, board: BoardName, pieces: PieceSet): Paint => ({
  ...tokensOf(theme, board),
  ...(pieces.shadow && { shadow: pieces.shadow }),
  pieces,
});

type Tokens = Readonly<Record<keyof (typeof REST)['light'] | keyof (typeof BOARDS)['stone']['light'], string>>;
export type Paint = Tokens & { readonly pieces: PieceSet };

/** The CSS variable of a color of a piece. */
export const variable = (kind: 'discs' | 'rings', name: string, part: string): string =>
  `--${kind === 'rings' ? 'ring-' : ''}${name}-${part}`;

/** The colors of the first set, each behind the variable by which another set takes its place. */
function live<C extends { readonly name: string }>(
  kind: 'discs' | 'rings',
  set: Readonly<Record<string, C>>,
): Readonly<Record<string, C>> {
  const behind =
    (name: string) =>
    ([part, color]: [string, string]) =>
      [part, part === 'name' ? color : `var(${variable(kind, name, part)},${color})`] as const;
  const one = (c: C): C => Object.fromEntries(Object.entries<string>({ ...c }).map(behind(c.name))) as unknown as C;
  return Object.fromEntries(Object.entries(set).map(([letter, c]) => [letter, one(c)]));
}

/** The paint of a page: every value a CSS variable of the theme in force. Marks grow by a rule of theme.css. */
export const LIVE: Paint = {
  ...(Object.fromEntries(Object.keys(tokensOf('light', 'stone')).map((k) => [k, `var(--${k})`])) as Tokens),
  shadow: 'var(--piece-shadow,var(--shadow))',
  pieces: { ...SOLID, discs: live('discs', DISCS), rings: live('rings', RINGS) },
};
