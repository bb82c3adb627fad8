// The games as people choose them: each with the kinds that differ from it by a rule or by how it starts.

export interface Kind {
  readonly game: string;
  /** The end of the key of its name. */
  readonly key: string;
  /** On a full random board, rather than one on which the pieces are placed first. */
  readonly full: boolean;
}
export interface Family {
  /** The game that the others are kinds of. */
  readonly id: string;
  readonly kinds: readonly [Kind, ...Kind[]];
}

export const FAMILIES: readonly [Family, ...Family[]] = [
  {
    id: 'lyngk',
    kinds: [
      { game: 'lyngk', key: 'classic', full: false },
      { game: 'lyngk-captured', key: 'house', full: false },
      { game: 'lyngk6', key: 'six', full: false },
    ],
  },
  {
    id: 'dvonn',
    kinds: [
      // The 49 placements come when one knows what they are good for.
      { game: 'dvonn', key: 'full', full: true },
      { game: 'dvonn', key: 'placing', full: false },
    ],
  },
];

export const familyOf = (game: string): Family =>
  FAMILIES.find((f) => f.kinds.some((k) => k.game === game)) ?? FAMILIES[0];
/** The kind that is chosen by a game and how its board is filled. */
export const kindOf = (game: string, full: boolean): Kind => {
  const { kinds } = familyOf(game);
  return kinds.find((k) => k.game === game && k.full === full) ?? kinds.find((k) => k.game === game) ?? kinds[0];
};
