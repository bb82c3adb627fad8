import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Lang } from '../i18n/index.ts';
import { CLAUSES } from '../rulespage/clauses.ts';
import { linked, type Run } from './links.ts';
import { TERMS } from './terms.ts';

const terms = (runs: readonly Run[]): string[] => runs.flatMap((r) => (r.about ? [`${r.about.key}: ${r.text}`] : []));
const one = (text: string, lang: Lang, family: 'lyngk' | 'dvonn' = 'lyngk'): string[] =>
  terms(linked([text], lang, family)[0] ?? []);

describe('the terms of a text', () => {
  it('are found once in all texts of a section, with their capital and plural', () => {
    const [a, b] = linked(['A joker. Jokers, Jokers.', 'The joker is an obstacle.'], 'en', 'lyngk');
    expect(terms(a ?? [])).toEqual(['joker: joker']);
    expect(terms(b ?? [])).toEqual(['obstacle: obstacle']);
  });
  it('are whole words, the longest that fits', () => {
    expect(one('Every stack of 5 is a stack.', 'en')).toEqual(['stack.5: stack of 5']);
    expect(one('Ein 5er-Stapel, kein Jokerspiel, kein Hindernislauf', 'de')).toEqual(['stack.5: 5er-Stapel']);
    expect(one('Joker-Regel', 'de')).toEqual([]);
    expect(one('un obstacle : voilà', 'fr')).toEqual(['obstacle: obstacle']);
    expect(one('przez punkty pośrednie, przy dżokerze', 'pl')).toEqual(['lyngk.point: punkty pośrednie']);
  });
  it('are those of the game spoken of', () => {
    expect(one('verbunden mit einem DVONN-Stein', 'de', 'dvonn')).toEqual([
      'dvonn.linked: verbunden',
      'dvonn.piece: DVONN-Stein',
    ]);
    expect(one('verbunden mit einem DVONN-Stein', 'de')).toEqual([]);
  });
  it('are all in the glossary, and no word stands for two of them', () => {
    for (const family of ['lyngk', 'dvonn'] as const) {
      const terms = TERMS.filter((t) => t.linked?.includes(family));
      expect(terms.length).toBeGreaterThan(10);
      for (const lang of Object.keys(LANGUAGES) as Lang[]) {
        const forms = terms.flatMap((t) => [...new Set(t[lang])]);
        expect(forms.filter((f, i) => forms.indexOf(f) !== i).map((f) => `${lang} ${f}`)).toEqual([]);
      }
    }
  });
  it('leave the words as they are, in every language, and are few in each clause', () => {
    for (const lang of Object.keys(LANGUAGES) as Lang[]) {
      const file = `${import.meta.dirname}/../../../internal/show/i18n/catalog/${lang}.json`;
      const catalog = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      let all = 0;
      for (const { clause } of CLAUSES) {
        const texts = ['text', 'more'].flatMap((part) => catalog[`rules.${clause}.${part}`] ?? []);
        const runs = linked(texts, lang, clause.startsWith('2.') ? 'dvonn' : 'lyngk');
        expect(runs.map((r) => r.map((x) => x.text).join(''))).toEqual(texts);
        const found = runs.flatMap(terms);
        expect(found.length, `${lang} ${clause}: ${found}`).toBeLessThan(7);
        all += found.length;
      }
      expect(all, lang).toBeGreaterThan(15);
    }
  });
});
