import { describe, expect, it } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { FAMILIES } from '../games.ts';
import { CLAUSES } from '../rulespage/clauses.ts';
import { GROUPS, plain, search, TERMS } from './terms.ts';

describe('the glossary', () => {
  it('has a heading for every group', () => {
    expect(GROUPS.filter((g) => !FAMILIES.some((f) => f.id === g) && !(`glossary.group.${g}` in english))).toEqual([]);
  });
  it('names only clauses and games that exist', () => {
    const clauses = new Set(CLAUSES.map((c) => c.clause));
    expect(TERMS.filter((t) => t.clause && !clauses.has(t.clause)).map((t) => t.key)).toEqual([]);
    const games = TERMS.flatMap((t) => t.linked ?? []);
    expect(games.filter((g) => !FAMILIES.some((f) => f.id === g))).toEqual([]);
  });
  it('is searched in the languages shown, without case and accents', () => {
    const keys = (wanted: string, langs: Parameters<typeof search>[2]): string[] =>
      search(TERMS, wanted, langs).map((t) => t.key);
    expect(keys('DZOKER', ['pl'])).toContain('joker');
    expect(keys('dżoker', ['de'])).toEqual([]);
    expect(keys('hindernis', ['de', 'en'])).toEqual(['obstacle']);
    expect(keys('stapel 5er', ['de'])).toContain('stack.5');
    expect(keys('', ['en']).length).toBe(TERMS.length);
    expect(plain('Weiß, łódź, l’été')).toBe("weiss, lodz, l'ete");
  });
});
