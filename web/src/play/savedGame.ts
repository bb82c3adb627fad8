// A game as the browser saves it. What is read may come from another version, or from anybody; what does not fit is left out.
import type { Side } from '../rules/types.ts';
import type { Control, Left } from './clock.ts';

/** How a game ended, when not by the rules alone. */
export type Ending =
  | { readonly by: 'resignation' | 'time'; readonly loser: Side }
  | { readonly by: 'agreement' }
  | null;

/** What was agreed on before the game. */
export interface Terms {
  readonly names: readonly [string, string];
  /** The computer's level at each seat, 0 for a person. */
  readonly levels: readonly [number, number];
  /** Decides what the computer leaves to chance, so that a game taken up again goes on as it would have. */
  readonly seed: string;
  readonly control: Control | null;
  readonly hints: boolean;
  readonly takeback: boolean;
}

export interface SavedGame extends Terms {
  readonly game: string;
  readonly start: string;
  readonly moves: readonly string[];
  readonly undone: readonly string[];
  readonly ending: Ending;
  /** The times after each number of plies, and those at the moment of keeping. */
  readonly clocks: readonly Left[];
  readonly left: Left | null;
}

type Raw = Record<string, unknown>;
const MOST_LEVEL = 10;
const raw = (v: unknown): Raw => (v !== null && typeof v === 'object' && !Array.isArray(v) ? (v as Raw) : {});
const text = (v: unknown): string => (typeof v === 'string' ? v : '');
/** What is none stands as an empty one, which nobody can play: it is seen where the others end. */
const texts = (v: unknown): readonly string[] =>
  v === undefined ? [] : Array.isArray(v) ? (v as unknown[]).map(text) : [''];
const yes = (v: unknown): boolean => v !== false;
const pair = <T>(v: unknown, one: (x: unknown) => T): readonly [T, T] => {
  const [a, b] = Array.isArray(v) ? (v as unknown[]) : [];
  return [one(a), one(b)];
};
const level = (v: unknown): number =>
  typeof v === 'number' && Number.isInteger(v) && v > 0 && v <= MOST_LEVEL ? v : 0;
const span = (v: unknown): v is number => typeof v === 'number' && Number.isFinite(v) && v >= 0;
const isLeft = (v: unknown): v is Left => Array.isArray(v) && v.length === 2 && v.every(span);

function controlIn(v: unknown): Control | null {
  const { initial, increment } = raw(v);
  return span(initial) && span(increment) && initial + increment > 0 ? { initial, increment } : null;
}
function endingIn(v: unknown): Ending {
  const { by, loser } = raw(v);
  if (by === 'agreement') return { by };
  return (by === 'resignation' || by === 'time') && (loser === 0 || loser === 1) ? { by, loser } : null;
}

/** A saved game that can no longer be played, or not to its end. */
export interface UnreadableGame {
  /** As it was kept, one game after the other. */
  readonly text: string;
  /** The number of the first ply that cannot be played; null where there is no game. */
  readonly from: number | null;
}
/** A game that was put aside because it could not be read, as far as that can be. */
export function readUnreadable(kept: string | null): UnreadableGame | null {
  if (kept === null) return null;
  try {
    const { text, from } = raw(JSON.parse(kept));
    if (typeof text === 'string') return { text, from: typeof from === 'number' ? from : null };
  } catch {
    // Shown as it is.
  }
  return { text: kept, from: null };
}

/** The game in a saved text, or null where there is none. */
export function readSavedGame(kept: string | null): SavedGame | null {
  let k: Raw;
  try {
    k = raw(JSON.parse(kept ?? 'null'));
  } catch {
    return null;
  }
  if (!text(k.game) || typeof k.start !== 'string') return null;
  return {
    game: text(k.game),
    start: text(k.start),
    moves: texts(k.moves),
    undone: texts(k.undone),
    ending: endingIn(k.ending),
    names: pair(k.names, text),
    levels: pair(k.levels, level),
    seed: text(k.seed),
    control: controlIn(k.control),
    hints: yes(k.hints),
    takeback: yes(k.takeback),
    // One that is missing would give the others to other plies.
    clocks: Array.isArray(k.clocks) && k.clocks.every(isLeft) ? k.clocks : [],
    left: isLeft(k.left) ? k.left : null,
  };
}
