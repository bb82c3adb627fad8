// The puzzles of a game, as the program packs them (internal/study/puzzle): a text file with a puzzle on each line. A pack is
// fetched when it is first wanted; the service worker keeps it.
import { inOrder } from '../games.ts';

export interface Puzzle {
  readonly game: string;
  /** The number in its pack, from 1. */
  readonly id: number;
  readonly position: string;
  /**
   * What is played from there, solver and replies in turn: for each of the solver's steps all moves that are right, the
   * one to show first; a reply is one move. The last step is the solver's.
   */
  readonly line: readonly (readonly string[])[];
  /** What the solver keeps. */
  readonly result: 'win' | 'draw';
  readonly themes: readonly string[];
  readonly rating: number;
}

const files = import.meta.glob<string>('../../../internal/study/puzzle/packs/*.txt', {
  query: '?url',
  import: 'default',
  eager: true,
});
const FILES = new Map(inOrder(files));
/** The games that have puzzles, in the order in which they are offered. */
export const GAMES: readonly string[] = [...FILES.keys()];
const VERSION = 1;
const FIELDS = 6;

/** Reads the text of a pack; throws where it is not one. */
export function readPack(game: string, text: string): readonly Puzzle[] {
  const [head, ...lines] = text.replace(/\n$/, '').split('\n');
  if (head !== `cairn-puzzles ${VERSION} ${game}`) throw new Error(`no pack of ${game}: ${head?.slice(0, 40)}`);
  return lines.map((line, i) => {
    const [id, position = '', steps = '', result, themes = '', rating, ...more] = line.split('\t');
    const known = Number(id) === i + 1 && (result === 'win' || result === 'draw') && Number.isFinite(Number(rating));
    if (!known || more.length || line.split('\t').length !== FIELDS) throw new Error(`line ${i + 2} of ${game}`);
    return {
      ...{ game, id: i + 1, position, line: steps.split(' ').map((s) => s.split('|')) },
      ...{ result: result as Puzzle['result'], themes: themes.split(',').filter(Boolean), rating: Number(rating) },
    };
  });
}

const loaded = new Map<string, Promise<readonly Puzzle[]>>();

/** The puzzles of a game; rejects where they cannot be fetched, and the next call tries again. */
export function loadPack(game: string): Promise<readonly Puzzle[]> {
  let pack = loaded.get(game);
  if (!pack) {
    pack = fetch(FILES.get(game) ?? '').then(async (r) => {
      if (!r.ok) throw new Error(`${r.status}`);
      return readPack(game, await r.text());
    });
    pack.catch(() => loaded.delete(game));
    loaded.set(game, pack);
  }
  return pack;
}

/**
 * The first puzzles of a game, as many as are asked for, or all where there are fewer. No more of the pack is fetched than
 * that takes; rejects where it cannot be.
 */
export async function firstOf(game: string, count: number): Promise<readonly Puzzle[]> {
  const whole = loaded.get(game);
  if (whole) return (await whole).slice(0, count);
  const r = await fetch(FILES.get(game) ?? '');
  if (!r.ok || !r.body) throw new Error(`${r.status}`);
  const reader = r.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    const lines = text.split('\n'); // the head, the puzzles, and what has come of the next one
    if (!done && lines.length < count + 2) continue;
    if (!done) void reader.cancel();
    return readPack(game, done ? text : lines.slice(0, count + 1).join('\n')).slice(0, count);
  }
}

/** How many moves the solver makes. */
export const movesIn = (p: Puzzle): number => (p.line.length + 1) / 2;
