// Where a text speaks of a term of the glossary: the first time in each section, so that it can lead there. A term is
// found in the forms that the glossary names; an inflected one may be missed, but nothing else is taken for it.
import type { Lang } from '../i18n/index.ts';
import { TERMS, type Term } from './terms.ts';

/** A part of a text; with a key it is a term. */
export interface Run {
  readonly text: string;
  readonly key?: string;
}

export type Family = 'lyngk' | 'dvonn';

/**
 * The terms that lead to the glossary, by game. Words that stand in every second sentence do not, nor those that
 * also mean something else.
 */
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
  readonly keys: ReadonlyMap<string, string>;
}

function finder(lang: Lang, family: Family): Finder {
  const id = `${lang} ${family}`;
  const had = known.get(id);
  if (had) return had;
  const keys = new Map<string, string>();
  for (const key of LINKED[family]) {
    const term: Term | undefined = TERMS.find((t) => t.key === key);
    for (const form of term?.[lang] ?? []) if (!keys.has(form.toLowerCase())) keys.set(form.toLowerCase(), key);
  }
  // The longest first: "stack of 5" is no "stack". Part of a longer word is no term.
  const forms = [...keys.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${forms.join('|')})(?![\\p{L}\\p{N}]|-\\p{L})`, 'giu');
  const made = { pattern, keys };
  known.set(id, made);
  return made;
}

function escaped(form: string): string {
  const spaces = form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return spaces.replace(/[’']/g, "[’']").replace(/\s/g, '\\s');
}

/** The texts of one section, each in runs; a term leads to the glossary once in all of them. */
export function linked(texts: readonly string[], lang: Lang, family: Family): readonly (readonly Run[])[] {
  const { pattern, keys } = finder(lang, family);
  const seen = new Set<string>();
  return texts.map((text) => {
    const runs: Run[] = [];
    let done = 0;
    for (const m of text.matchAll(pattern)) {
      const key = keys.get(m[0].toLowerCase().replace(/'/g, '’').replace(/\s/g, ' '));
      if (!key || seen.has(key)) continue;
      seen.add(key);
      if (m.index > done) runs.push({ text: text.slice(done, m.index) });
      runs.push({ text: m[0], key });
      done = m.index + m[0].length;
    }
    if (done < text.length || !runs.length) runs.push({ text: text.slice(done) });
    return runs;
  });
}

/** The terms that a game's texts lead to, for the test. */
export const linkable = (family: Family): readonly string[] => LINKED[family];
