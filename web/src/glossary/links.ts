// Finds terms of the glossary in texts, each the first time in a section. A term is found in the forms that the
// glossary lists; other inflections are missed, but no other word is taken for a term.
import type { Lang } from '../i18n/index.ts';
import { clauseOf, TERMS, type Term } from './terms.ts';

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

export type Family = 'lyngk' | 'dvonn';

/** The terms that are linked, by game. Very common words, and words with another meaning, are left out. */
const LINKED: Readonly<Record<Family, readonly string[]>> = {
  lyngk: [
    ...['joker', 'neutral.piece', 'neutral.color', 'stack.neutral', 'claim.noun', 'claim.color', 'claim.piece'],
    ...['piece.top', 'piece.passive', 'piece.single', 'color.missing', 'color.active', 'lyngk.rule', 'lyngk.point'],
    ...['move.regular', 'move.double', 'move.triple', 'move.quadruple', 'move.multiple', 'obstacle', 'stack.5'],
    ...['stack.6', 'stack.removed', 'stack.captured', 'spot.empty', 'spot.occupied', 'pass.forced', 'tie_break'],
    ...['start_position', 'house_rule', 'sudden_death', 'game.end', 'player.starting'],
  ],
  dvonn: [
    ...['dvonn.piece', 'dvonn.vacant_space', 'dvonn.placing_phase', 'dvonn.stacking_phase', 'dvonn.surrounded'],
    ...['dvonn.isolation', 'dvonn.isolated', 'dvonn.cut_off', 'dvonn.linked', 'dvonn.in_contact'],
    ...['dvonn.removed_piece', 'dvonn.highest_stack', 'pass.forced', 'game.end'],
  ],
};

const known = new Map<string, Finder>();

interface Finder {
  readonly pattern: RegExp;
  readonly terms: ReadonlyMap<string, About>;
}

function finder(lang: Lang, family: Family): Finder {
  const id = `${lang} ${family}`;
  const had = known.get(id);
  if (had) return had;
  const terms = new Map<string, About>();
  for (const key of LINKED[family]) {
    const term: Term | undefined = TERMS.find((t) => t.key === key);
    if (!term?.means) continue;
    const about = { key, title: term[lang][0] ?? '', means: term.means, clause: clauseOf(key) };
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
export function linked(texts: readonly string[], lang: Lang, family: Family): readonly (readonly Run[])[] {
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

/** The terms that are linked in a game's texts, for the test. */
export const linkable = (family: Family): readonly string[] => LINKED[family];
