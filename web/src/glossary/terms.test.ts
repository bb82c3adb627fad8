import { describe, expect, it } from 'vitest';
import { CLAUSES } from '../rulespage/clauses.ts';
import { clauseOf, EXPLAINED, group, plain, search, TERMS } from './terms.ts';

describe('the glossary', () => {
  it('has a place for every term', () => {
    expect(TERMS.filter((t) => !group(t.key)).map((t) => t.key)).toEqual([]);
  });
  it('names only terms and clauses that exist', () => {
    const keys = new Set(TERMS.map((t) => t.key));
    expect(EXPLAINED.filter((k) => !keys.has(k))).toEqual([]);
    const clauses = new Set(CLAUSES.map((c) => c.clause));
    expect(EXPLAINED.filter((k) => !clauses.has(clauseOf(k)))).toEqual([]);
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
