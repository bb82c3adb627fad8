// The colors of pieces and boards. Pieces look the same everywhere; what changes with the theme comes from CSS
// variables, so that a page changes theme without drawing anew. A picture file gets the values themselves.

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
  readonly name: string;
}

export const RINGS: Readonly<Record<string, RingColors>> = {
  W: { face: '#F4F0E6', side: '#DDD7C8', hi: '#FFFFFF', ink: '#1C1D1F', name: 'white' },
  B: { face: '#2B2C2F', side: '#1B1C1E', hi: '#D9D5CB', ink: '#F4F0E6', name: 'black' },
  D: { face: '#B22F1F', side: '#8E2114', hi: '#E9836F', ink: '#FFF6F2', name: 'dvonn' },
};

/** The dark line round every piece. */
export const OUT = '#17171A';
export const AMBER = '#F2A81D';

export const THEMES = {
  light: {
    page: '#EFEEEA',
    board: '#D2CDC1',
    edge: '#B3AC9C',
    groove: '#7A7262',
    gleam: '#E4E0D6',
    spot: '#6F6858',
    coord: '#595446',
    cue: '#1D1F21',
    case: '#F3F0E8',
    hole: '#B9B2A2',
    bad: '#A3241A',
    halo: 'none',
    shadow: '.24',
    raised: '#FFFFFF',
    field: '#85827A',
    ink2: '#55595B',
  },
  dark: {
    page: '#141618',
    board: '#343A3D',
    edge: '#23282A',
    groove: '#81898D',
    gleam: '#2A2F31',
    spot: '#8C9599',
    coord: '#B4BABB',
    cue: '#F1EEE6',
    case: '#15181A',
    hole: '#545C60',
    bad: '#FF9C8F',
    halo: '#C9C6BD',
    shadow: '.42',
    raised: '#24282B',
    field: '#7C8285',
    ink2: '#A7ABAB',
  },
} as const;

export type Paint = Readonly<Record<keyof (typeof THEMES)['light'], string>>;

/** The paint of a page: every value a CSS variable of the theme in force. */
export const LIVE: Paint = Object.fromEntries(Object.keys(THEMES.light).map((k) => [k, `var(--${k})`])) as Paint;
