// The text service. The catalog is the one of the whole project (internal/show/i18n/catalog, shared with the programs in
// Go): flat keys, braces filled by name, plural forms chosen by the argument n, {color:form} for a color's name.
import languages from '../../../internal/show/i18n/languages.json';

/** A text, or its plural forms chosen by the argument n. */
export type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Catalog = Readonly<Record<string, Entry>>;
export type Args = Readonly<Record<string, string | number>>;

export interface Texts {
  readonly lang: string;
  t(key: string, args?: Args): string;
  has(key: string): boolean;
  number(n: number): string;
}

/** Hebrew, Arabic and their neighbors, and signs that turn the direction of what follows. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Marks that turn what follows around, which no name needs. */
const TURNS = /[\u202a-\u202e]/g;
/**
 * A name as it stands in a line: one that is written from right to left keeps its place there. Without the marks around them
 * two such names with a dash between them would change places on the screen.
 */
export const isolated = (name: string): string =>
  RIGHT_TO_LEFT.test(name) ? `\u2068${name.replace(TURNS, '\ufffd')}\u2069` : name;

export function texts(lang: string, catalog: Catalog, fallback: Catalog = {}): Texts {
  const rules = new Intl.PluralRules(lang);
  const format = new Intl.NumberFormat(lang);
  const t = (key: string, args: Args = {}): string => {
    const entry = catalog[key] ?? fallback[key];
    if (entry === undefined) {
      // Tests fail on keys that the catalog lacks, and browser tests on any line that a page writes to the console here.
      console.error(`no text for ${key} in ${lang}`);
      return key;
    }
    const form = typeof entry === 'string' ? entry : (entry[rules.select(Number(args.n ?? 0))] ?? entry.other ?? key);
    return form.replace(/\{(\w+)(?::(\w+))?\}/g, (all, name: string, shape?: string) => {
      const v = args[name];
      if (v === undefined) return all;
      if (shape) return t(`color.${v}.${shape}`);
      return typeof v === 'number' ? format.format(v) : isolated(v);
    });
  };
  return { lang, t, has: (key) => key in catalog || key in fallback, number: (n) => format.format(n) };
}

/** Items as a sentence joins them, by the message "list.and" or "list.or": "e4, f4 and g5". */
export function listed(t: Texts['t'], items: readonly string[], key: 'list.and' | 'list.or' = 'list.and'): string {
  const [last = '', ...others] = [...items].reverse();
  return others.length ? t(key, { list: others.reverse().join(', '), last }) : last;
}

/** A text with a capital; one that begins with a spot, a move or somebody's name keeps its letter. */
export function capital(text: string, name = ''): string {
  return /^[a-k]\d/.test(text) || (name && text.startsWith(name)) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
/** Adds the capital and the full stop to a text that is written without. */
export function sentence(text: string, name = ''): string {
  const first = capital(text, name);
  return /[\p{L}\p{N})»”“’"\u2069]$/u.test(first) ? `${first}.` : first;
}

export const LANGUAGES = languages;
export type Lang = keyof typeof LANGUAGES;

/** The first language of navigator.languages that we have. */
export function choose(wishes: readonly string[]): Lang {
  for (const w of wishes) {
    const short = w.toLowerCase().split('-')[0] as Lang;
    if (short in LANGUAGES) return short;
  }
  return 'en';
}
