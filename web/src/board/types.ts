// The types of what a board and its host exchange. The board knows no rules: it gets the stacks and the moves that
// exist, and it reports what a person asks for.

/** A cell of the board. The unit is the distance of neighbors; x grows to the right, y upwards, center at 0,0. */
export interface Spot {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** Names of the spots next to this one, counterclockwise; null where the board ends. */
  readonly next: readonly (string | null)[];
}

export interface Layout {
  readonly spots: readonly Spot[];
  /** Spot names column by column from left to right, each from its lowest spot upwards. */
  readonly columns: readonly (readonly string[])[];
}

/** How the pieces are drawn: thick layered discs, or rings that carry their number. */
export type Pieces = 'discs' | 'rings';

/** Letters from bottom to top by spot name; an empty spot has no entry. */
export type Stacks = Readonly<Record<string, string>>;

/** A legal move, as the host lists it. A forced pass has neither from nor to, a placing no from. */
export interface Move {
  readonly text: string;
  readonly claim?: string;
  readonly from?: string;
  readonly to?: string;
}

/**
 * Where a travelling stack gets to in one leg: from its origin and from every spot at which it may go on.
 * The key is the claim (or nothing), a comma, and the origin.
 */
export type Legs = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** What a person asked for. The path is as traced by hand: origin, spots passed, goal. */
export interface Intent {
  readonly claim?: string;
  readonly from?: string;
  readonly to: string;
  readonly path: readonly string[];
}

/** Quarter turns clockwise. */
export type Turns = 0 | 1 | 2 | 3;

/** A move that is planned, another one beside it, the one played last, or what the other side would do. */
export type Arrow = 'plan' | 'other' | 'played' | 'threat';

export type DrawingColor = 'green' | 'red' | 'blue' | 'yellow';
/** What somebody has drawn on the board: an arrow, or a circle where both ends are one spot. */
export interface Drawing {
  readonly from: string;
  readonly to: string;
  readonly color: DrawingColor;
}

/** What the host wants marked, besides what the person is doing at the moment. */
export interface Marks {
  /** The last move: where it came from, every spot it went by, where it ended. */
  readonly last?: { readonly path: readonly string[] };
  /** Stacks that have left the board, drawn as ghosts. */
  readonly gone?: Stacks;
  /** Stacks that the move under the pointer would remove. */
  readonly doomed?: readonly string[];
  /** The color that the last move claimed, and the stacks that are its owner's from now on. */
  readonly claimed?: { readonly letter: string; readonly spots: readonly string[] };
  /** Layers that forbid a move, counted from the bottom. */
  readonly lit?: Readonly<Record<string, readonly number[]>>;
  readonly hinges?: readonly string[];
  readonly blocked?: readonly string[];
  /** Stacks that hold what the others must stay connected to: spoken names mention it, drawn pieces show it. */
  readonly anchors?: readonly string[];
  /** Where a move that is entered before its turn may go, as things stand. */
  readonly targets?: readonly string[];
  /** Stacks that somebody has marked, in answer to a question. */
  readonly picked?: readonly string[];
  /** What a claim would change: stacks it binds, those among them that could do more, and where to. */
  readonly lens?: {
    readonly bound: readonly string[];
    readonly freed: readonly string[];
    readonly goals: readonly string[];
  };
  /** Spots that a text beside the board speaks of: where the board has no coordinates their names stand there. */
  readonly named?: readonly string[];
  /** Arrows of an analysis or a hint. */
  readonly arrows?: readonly { readonly path: readonly string[]; readonly kind: Arrow }[];
  /** What stands on a spot instead of a stack, drawn at a pitch. */
  readonly counts?: readonly { readonly spot: string; readonly svg: (pitch: number) => string }[];
  /** Arrows and circles drawn by hand. */
  readonly drawings?: readonly Drawing[];
}

/** A stack held still in the air, half way of its move. */
export interface Aloft {
  /** What stands on the board meanwhile. */
  readonly stacks: Stacks;
  readonly stack: string;
  readonly spot: string;
}

/** The text service of the page: a key, and what fills its braces. */
export type Translate = (key: string, args?: Readonly<Record<string, string | number>>) => string;
