// The sets of pieces besides the first one, as values: for pictures in files, for the choice in the settings and for boards
// on other pages. A page draws with CSS variables, which the build writes from the same values.
import {
  BOARD_NAMES,
  BOARDS,
  DISCS,
  PIECE_NAMES,
  type PieceColors,
  type PieceName,
  type PieceSet,
  RINGS,
  type RingColors,
  SOLID,
  variable,
} from './paint.ts';

const map = <A, B>(set: Readonly<Record<string, A>>, to: (a: A, letter: string) => B): Readonly<Record<string, B>> =>
  Object.fromEntries(Object.entries(set).map(([letter, a]) => [letter, to(a, letter)]));

/** The colors of the first set, without light and shade. */
const flat: PieceSet = {
  discs: map(DISCS, (c) => ({ ...c, deep: c.face, rim: c.face })),
  rings: map(RINGS, (c) => ({ ...c, hi: c.name === 'black' ? c.hi : c.face, dish: 'none' })),
  grow: { face: 1.15, wall: 1 },
  shadow: '0',
};

// Chosen by search: the nearest two differ by 25 (CIEDE2000), with full sight and without any one kind of cone; of the first
// set by 21.9. The marks nearly fill the faces.
type Brief = Pick<PieceColors, 'face' | 'side' | 'mark'>;
const BRIGHT: Readonly<Record<string, Brief>> = {
  I: { face: '#FAE47A', side: '#EACF55', mark: '#2B2200' },
  B: { face: '#0A2BBF', side: '#082299', mark: '#FFFFFF' },
  R: { face: '#D42408', side: '#B61E06', mark: '#FFFFFF' },
  G: { face: '#3C9B89', side: '#31877A', mark: '#001A14' },
  K: { face: '#0E0E10', side: '#0A0A0B', mark: '#FFFFFF' },
  J: { face: '#E8FCFF', side: '#D3EAEE', mark: '#101214' },
};
const symbols: PieceSet = {
  discs: map(DISCS, (c, letter) => {
    const own = BRIGHT[letter] as Brief;
    return { ...c, ...own, deep: own.side, rim: own.face };
  }),
  rings: {
    W: { ...(RINGS.W as RingColors), face: '#FFFFFF', side: '#D8D4CA', ink: '#000000', dish: '#D8D4CA' },
    B: { ...(RINGS.B as RingColors), face: '#0E0E10', side: '#0A0A0B', hi: '#FFFFFF', ink: '#FFFFFF', dish: '#0A0A0B' },
    D: { ...(RINGS.D as RingColors), face: '#C22E18', side: '#9A2413', ink: '#FFFFFF', dish: '#9A2413' },
  },
  grow: { face: 1.4, wall: 1.25 },
};

export const PIECES: Readonly<Record<PieceName, PieceSet>> = { solid: SOLID, flat, symbols };

/** What a set changes, as CSS variables. */
export function variablesOf(name: PieceName): Readonly<Record<string, string>> {
  const { discs, rings, grow, shadow } = PIECES[name];
  const out: Record<string, string> = {
    '--grow-face': String(grow.face),
    '--grow-wall': String(grow.wall),
    ...(shadow && { '--piece-shadow': shadow }),
  };
  for (const [kind, set] of [
    ['discs', discs],
    ['rings', rings],
  ] as const)
    for (const [letter, c] of Object.entries(set)) {
      const first: Readonly<Record<string, string>> = { ...SOLID[kind][letter] };
      for (const [part, color] of Object.entries<string>({ ...c }))
        if (color !== first[part]) out[variable(kind, c.name, part)] = color;
    }
  return out;
}

/**
 * The rules of CSS that set the colors of boards and pieces. An element that names a board or a set is a picture of it; a page
 * names those that were chosen on its root.
 */
export function colorRules(): string {
  const rule = (selector: string, values: Readonly<Record<string, string>>): string =>
    [`${selector} {`, ...Object.entries(values).map((d) => `  ${d.join(': ')};`), '}\n'].join('\n');
  const boards = BOARD_NAMES.map((name, i) => {
    const { light, dark } = BOARDS[name];
    const inBoth = Object.entries(light).map(
      ([k, v]) => [`--${k}`, `var(--light, ${v}) var(--dark, ${dark[k as keyof typeof dark]})`] as const,
    );
    return rule(`${i ? '' : ':root, '}[data-board="${name}"]`, Object.fromEntries(inBoth));
  });
  const pieces = PIECE_NAMES.slice(1).map((name) => rule(`[data-pieces="${name}"]`, variablesOf(name)));
  return [...boards, ...pieces].join('').toLowerCase();
}
