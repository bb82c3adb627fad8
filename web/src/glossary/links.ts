// Finds terms of the glossary in texts, each the first time in a section. A term is found in the forms that the
// glossary lists; other inflections are missed, but no other word is taken for a term.
import type { Lang } from '../i18n/index.ts';
import { TERMS } from './terms.ts';

/** What the card of a term shows. */
export interface About {
  readonly key: string;
  readonly title: string;
  /** The text term.… that says what it is. */
  readonly means: string;
  /** The clause that explains it; may be ''. */
  readonly clause: string;
}

/** A part of a text, which may be a term. */
export interface Run {
  readonly text: string;
  readonly about?: About;
}

const known = new Map<string, Finder>();

interface Finder {
  readonly pattern: RegExp;
  readonly terms: ReadonlyMap<string, About>;
}

function finder(lang: Lang, family: string): Finder {
  const id = `${lang} ${family}`;
  const had = known.get(id);
  if (had) return had;
  const terms = new Map<string, About>();
  for (const term of TERMS) {
    if (!term.means || !term.linked?.includes(family)) continue;
    const about = { key: term.key, title: term[lang][0] ?? '', means: term.means, clause: term.clause ?? '' };
    for (const form of term[lang]) if (!terms.has(form.toLowerCase())) terms.set(form.toLowerCase(), about);
  }
  // The longest first, so that "stack of 5" is not taken for "stack". A part of a longer word is no term.
  const forms = [...terms.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${forms.join('|')})(?![\\p{L}\\p{N}]|-\\p{L})`, 'giu');
  const made = { pattern, terms };
  known.set(id, made);
  return made;
}

function escaped(form: string): string {
  const spaces = form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return spaces.replace(/[’']/g, "[’']").replace(/\s/g, '\\s');
}

/** The texts of one section, each in runs; a term is linked once in all of them. */
export function linked(texts: readonly string[], lang: Lang, family: string): readonly (readonly Run[])[] {
  const { pattern, terms } = finder(lang, family);
  const seen = new Set<string>();
  return texts.map((text) => {
    const runs: Run[] = [];
    let done = 0;
    for (const m of text.matchAll(pattern)) {
      const about = terms.get(m[0].toLowerCase().replace(/'/g, '’').replace(/\s/g, ' '));
      if (!about || seen.has(about.key)) continue;
      seen.add(about.key);
      if (m.index > done) runs.push({ text: text.slice(done, m.index) });
      runs.push({ text: m[0], about });
      done = m.index + m[0].length;
    }
    if (done < text.length || !runs.length) runs.push({ text: text.slice(done) });
    return runs;
  });
}
