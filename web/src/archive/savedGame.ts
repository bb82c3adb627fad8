// A game as the browser saves it. What is read may come from another version, or from anybody; what does not fit is left out.
import type { LegacyGame, Log, Side } from '../rules/types.ts';

/** What was chosen for a game. */
export interface GameOptions {
  readonly names: readonly [string, string];
  /** The computer's level on each side, 0 for a person. */
  readonly levels: readonly [number, number];
  /** Decides what the computer leaves to chance, so that a resumed game goes on as it would have. */
  readonly seed: string;
  /** As a record writes it, "-" for none. */
  readonly control: string;
  readonly hints: boolean;
  readonly takeback: boolean;
}

/** The log of a game, and what only the page has to know. */
export interface SavedGame {
  /** Its id in the archive; games of older versions have none. */
  readonly id?: string;
  /** When it began, in milliseconds since 1970. */
  readonly begun?: number;
  readonly log: Log;
  readonly seed: string;
  readonly hints: boolean;
  /** The milliseconds between the last event and the moment of saving. */
  readonly elapsed: number;
}

type Raw = Record<string, unknown>;
const MOST_LEVEL = 10;
const raw = (v: unknown): Raw => (v !== null && typeof v === 'object' && !Array.isArray(v) ? (v as Raw) : {});
const text = (v: unknown): string => (typeof v === 'string' ? v : '');
/** Moves that are no texts become empty ones, which the rules refuse: the game is then read up to there. */
const texts = (v: unknown): string[] => (v === undefined ? [] : Array.isArray(v) ? (v as unknown[]).map(text) : ['']);
const yes = (v: unknown): boolean => v !== false;
const pair = <T>(v: unknown, one: (x: unknown) => T): [T, T] => {
  const [a, b] = Array.isArray(v) ? (v as unknown[]) : [];
  return [one(a), one(b)];
};
const level = (v: unknown): number =>
  typeof v === 'number' && Number.isInteger(v) && v > 0 && v <= MOST_LEVEL ? v : 0;
const span = (v: unknown): v is number => typeof v === 'number' && Number.isFinite(v) && v >= 0;
const isLeft = (v: unknown): v is [number, number] => Array.isArray(v) && v.length === 2 && v.every(span);

function controlIn(v: unknown): LegacyGame['control'] {
  const { initial, increment } = raw(v);
  return span(initial) && span(increment) && initial + increment > 0 ? { initial, increment } : null;
}
function endingIn(v: unknown): LegacyGame['ending'] {
  const { by, loser } = raw(v);
  if (by === 'agreement') return { by };
  const known = (by === 'resignation' || by === 'time') && (loser === 0 || loser === 1);
  return known ? { by, loser: loser as Side } : null;
}

/** A saved game that can no longer be played, or not to its end. */
export interface UnreadableGame {
  /** As it was saved, one game after the other. */
  readonly text: string;
  /** The number of the first ply that cannot be played; null where there is no game. */
  readonly from: number | null;
}
/** Reads the unreadable games that were saved separately. */
export function readUnreadable(saved: string | null): UnreadableGame | null {
  if (saved === null) return null;
  try {
    const { text, from } = raw(JSON.parse(saved));
    if (typeof text === 'string') return { text, from: typeof from === 'number' ? from : null };
  } catch {
    // Not JSON: the text itself is shown.
  }
  return { text: saved, from: null };
}

const parsed = (saved: string | null): Raw => {
  try {
    return raw(JSON.parse(saved ?? 'null'));
  } catch {
    return {};
  }
};

/** The game in a saved text, or null where there is none in the current form. The rules check its log. */
export function readSavedGame(saved: string | null): SavedGame | null {
  const k = parsed(saved);
  const log = raw(k.log);
  if (!text(raw(log.terms).game) || !Array.isArray(log.events)) return null;
  const elapsed = span(k.elapsed) ? k.elapsed : 0;
  const known = { ...(text(k.id) ? { id: text(k.id) } : {}), ...(span(k.begun) ? { begun: k.begun } : {}) };
  return { ...known, log: log as unknown as Log, seed: text(k.seed), hints: yes(k.hints), elapsed };
}

/** The game in a text of the form used before games were logs, or null where there is none. */
export function readKept(saved: string | null): LegacyGame | null {
  const k = parsed(saved);
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
    // With one missing the others would belong to the wrong plies.
    clocks: Array.isArray(k.clocks) && k.clocks.every(isLeft) ? k.clocks : [],
    left: isLeft(k.left) ? k.left : null,
  };
}
