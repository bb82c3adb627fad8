// Values of positions as the page shows them, with their glyphs and texts. Chances and marks are the judge's
// (internal/judge), which the rules ask; here a value is only seen from one side or the other.
import type { Judgeable, Side } from '../rules/types.ts';

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

/** The same seen by side 0; values are stored and drawn this way. */
export interface Value {
  /** In hundredths; 0 where something is proved. */
  readonly score: number;
  readonly chance: number;
  /** The proved outcome, "" while nothing is proved. */
  readonly proved: 'first' | 'second' | 'draw' | '';
  readonly margin?: { readonly key: string; readonly by: number };
}

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
  return {
    score: proved ? 0 : up ? v.score : -v.score,
    chance: up ? v.chance : 1 - v.chance,
    proved,
    ...(v.margin ? { margin: v.margin } : {}),
  };
}

/** The same from the reader's side. */
export function seenFrom(side: Side, v: Value): Value {
  if (side === 0) return v;
  const proved = v.proved === 'first' ? 'second' : v.proved === 'second' ? 'first' : v.proved;
  return { ...v, score: -v.score, chance: 1 - v.chance, proved };
}

/** The value of a game that is over. */
export function final(outcome: 'first' | 'second' | 'draw'): Value {
  return { score: 0, chance: outcome === 'first' ? 1 : outcome === 'second' ? 0 : 0.5, proved: outcome };
}

/** A value as the judge is asked about it: seen by the side that moves. */
export function seenBy(side: Side, v: Value): Judgeable['best'] {
  if (!v.proved) return { estimate: side === 0 ? v.score : -v.score };
  const own = side === 0 ? 'first' : 'second';
  return { estimate: 0, proof: v.proved === 'draw' ? 'drawn' : v.proved === own ? 'won' : 'lost' };
}

export const isMistake = (nags: readonly number[] | undefined): boolean =>
  !!nags?.some((n) => n === 2 || n === 4 || n === 6);

/** The marks of the judge by the numbers of their glyphs: an inaccuracy, a mistake, a blunder. */
export type Mark = 6 | 2 | 4;
export const MARKS: readonly Mark[] = [6, 2, 4];
export const markOf = (nags: readonly number[] | undefined): Mark | 0 => MARKS.find((m) => nags?.includes(m)) ?? 0;

/** Replaces what is said of the quality of a move; other glyphs stay. */
export function marked(nags: readonly number[] | undefined, m: number): readonly number[] {
  const others = (nags ?? []).filter((n) => n > 6);
  return m ? [m, ...others] : others;
}

/** A value as a record's eval text. */
export function evalText(v: Value): string {
  if (v.proved) return v.proved === 'draw' ? 'draw' : v.proved === 'first' ? 'win' : 'loss';
  return String(Math.round(v.score) / 100);
}

/**
 * A record's eval text as a value; null where it says nothing, and until the chance at its estimate (in hundredths) is
 * known.
 */
export function evalValue(text: string | undefined, chanceAt: (score: number) => number | undefined): Value | null {
  if (!text) return null;
  const proved = /^(win|draw|loss)\b/.exec(text)?.[1];
  if (proved) return final(proved === 'draw' ? 'draw' : proved === 'win' ? 'first' : 'second');
  const score = Number(text) * 100;
  const chance = Number.isFinite(score) ? chanceAt(score) : undefined;
  return chance === undefined ? null : { score, chance, proved: '' };
}

/** A share of a whole in percent, as the language writes it. */
export function share(n: number, lang: string, digits = 0): string {
  const shown = { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(lang, shown).format(n);
}
