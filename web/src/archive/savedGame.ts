// A game as the browser saves it. What is read may come from another version, or from anybody; what does not fit is left out.
import type { Log } from '../rules/types.ts';

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
const raw = (v: unknown): Raw => (v !== null && typeof v === 'object' && !Array.isArray(v) ? (v as Raw) : {});
const text = (v: unknown): string => (typeof v === 'string' ? v : '');
const span = (v: unknown): v is number => typeof v === 'number' && Number.isFinite(v) && v >= 0;

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

/** The game in a saved text, or null where there is none. The rules check its log. */
export function readSavedGame(saved: string | null): SavedGame | null {
  const k = parsed(saved);
  const log = raw(k.log);
  if (!text(raw(log.terms).game) || !Array.isArray(log.events)) return null;
  const elapsed = span(k.elapsed) ? k.elapsed : 0;
  const known = { ...(text(k.id) ? { id: text(k.id) } : {}), ...(span(k.begun) ? { begun: k.begun } : {}) };
  return { ...known, log: log as unknown as Log, seed: text(k.seed), hints: k.hints !== false, elapsed };
}
