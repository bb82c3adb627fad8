// The terms of the games and of the program in all languages, as data of the project, and the ways to look at them.
import list from '../../../internal/show/i18n/glossary.json';
import type { Lang } from '../i18n/index.ts';

export interface Term extends Readonly<Record<Lang, readonly string[]>> {
  readonly key: string;
  readonly group: string;
  readonly clause?: string;
  /** The games, each by the first of its kind, in whose texts it is linked: no very common word, and none with another meaning. */
  readonly linked?: readonly string[];
  /** The text term.… that says in one sentence what it is; a word of the program has none. */
  readonly means?: string;
  /** The languages whose word is not from a rulebook. */
  readonly ours: readonly string[];
}

export const TERMS = list as unknown as readonly Term[];

/** The groups of terms, in their order. */
export const GROUPS: readonly string[] = [...new Set(TERMS.map((term) => term.group))];

/** A text without case and accents, as people type it. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ł/g, 'l')
    .replace(/Ł/g, 'L')
    .replace(/ß/g, 'ss')
    .replace(/[’']/g, "'")
    .toLowerCase();
}

/** The terms that hold every word searched for, in one of the languages shown. */
export function search(terms: readonly Term[], wanted: string, langs: readonly Lang[]): Term[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  return terms.filter((term) => {
    const texts = langs.flatMap((l) => term[l] ?? []).map(plain);
    return words.every((w) => texts.some((t) => t.includes(w)));
  });
}
