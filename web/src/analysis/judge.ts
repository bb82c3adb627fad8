// What an engine's words mean for a person: chances, marks, texts. The marks are those of the program's annotate.
import type { Side } from '../rules/types.ts';

/** What a search says of a line, seen by the side that moves in its position. */
export interface Verdict {
  /** In hundredths. */
  readonly score: number;
  /** How likely the side to move wins, a draw counted half. */
  readonly chance: number;
  readonly result?: 'win' | 'loss' | 'draw' | '';
  readonly proved?: boolean;
  readonly margin?: { readonly key: string; readonly by: number };
}

/** The same seen by side 0, which is how everything is kept and drawn. */
export interface Value {
  readonly score: number;
  readonly chance: number;
  /** The proved outcome, "" while nothing is proved. */
  readonly proved: 'first' | 'second' | 'draw' | '';
  readonly margin?: { readonly key: string; readonly by: number };
}

const SURE = 1500; // what a decided game counts in a loss, as in the program

export function value(v: Verdict, side: Side): Value {
  const up = side === 0;
  const proved =
    v.result === 'win'
      ? up
        ? 'first'
        : 'second'
      : v.result === 'loss'
        ? up
          ? 'second'
          : 'first'
        : v.proved
          ? 'draw'
          : '';
  const bound = proved === 'draw' ? 0 : v.result === 'win' ? SURE : v.result === 'loss' ? -SURE : v.score;
  return {
    score: up ? bound : -bound,
    chance: up ? v.chance : 1 - v.chance,
    proved,
    ...(v.margin ? { margin: v.margin } : {}),
  };
}

/** The value of a game that is over. */
export function final(outcome: 'first' | 'second' | 'draw'): Value {
  const chance = outcome === 'first' ? 1 : outcome === 'second' ? 0 : 0.5;
  return { score: (chance - 0.5) * 2 * SURE, chance, proved: outcome };
}

const worth = (v: Value): number => Math.max(-SURE, Math.min(SURE, v.score));

/** What a move of a side has cost, in hundredths. */
export function loss(best: Value, played: Value, side: Side): number {
  const sign = side === 0 ? 1 : -1;
  return Math.max(0, sign * (worth(best) - worth(played)));
}

const MARKS = [
  [200, 4],
  [80, 2],
  [30, 6],
] as const;

/** The glyph of a loss: 6 "?!", 2 "?", 4 "??", 0 for none. A result thrown away is a blunder whatever it counts. */
export function mark(best: Value, played: Value, side: Side): 0 | 2 | 4 | 6 {
  const own = side === 0 ? 'first' : 'second';
  const rank = (v: Value): number => (v.proved === own ? 2 : v.proved === 'draw' ? 1 : 0);
  if (best.proved && played.proved && rank(played) < rank(best)) return 4;
  const cost = loss(best, played, side);
  return MARKS.find(([from]) => cost >= from)?.[1] ?? 0;
}

export const GLYPHS: Readonly<Record<number, string>> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };

export const isMistake = (nags: readonly number[] | undefined): boolean =>
  !!nags?.some((n) => n === 2 || n === 4 || n === 6);

/** Replaces what is said of the quality of a move; other glyphs stay. */
export function marked(nags: readonly number[] | undefined, m: number): readonly number[] {
  const others = (nags ?? []).filter((n) => n > 6);
  return m ? [m, ...others] : others;
}

/** "+0.4", seen by side 0; a proved result is "#". */
export function short(v: Value): string {
  if (v.proved === 'draw') return '=';
  if (v.proved) return v.proved === 'first' ? '+#' : '−#';
  const n = v.score / 100;
  const text = Math.abs(n).toFixed(1);
  return text === '0.0' ? text : `${n < 0 ? '−' : '+'}${text}`;
}

/** A value as a record's eval text. */
export function evalText(v: Value): string {
  if (v.proved) return v.proved === 'draw' ? 'draw' : v.proved === 'first' ? 'win' : 'loss';
  return String(Math.round(v.score) / 100);
}

/** A record's eval text as a value; null where it says nothing. */
export function evalValue(text: string | undefined): Value | null {
  if (!text) return null;
  const proved = /^(win|draw|loss)\b/.exec(text)?.[1];
  if (proved) return final(proved === 'draw' ? 'draw' : proved === 'win' ? 'first' : 'second');
  const n = Number(text);
  if (!Number.isFinite(n)) return null;
  return { score: n * 100, chance: 1 / (1 + Math.exp(-n / 2)), proved: '' };
}
