import { describe, expect, it } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { type Catalog, texts } from '../i18n/index.ts';
import { final, type Value } from './value.ts';
import { digitsOf, percent, sayLost, sayValue, valueText } from './words.ts';

describe('the words of the analysis', () => {
  it('tell the margin of a proof only where it is known', () => {
    const t = texts('en', {
      'ui.analysis.proved_win': 'proved: {player} wins',
      'ui.analysis.proved_margin': 'proved: {player} wins by {margin}',
      'ui.count.fives': 'Stacks of 5',
    });
    const won = { score: 0, chance: 0, proved: 'second' } as const;
    expect(sayValue(won, ['A', 'B'], t)).toBe('proved: B wins');
    const by = { ...won, margin: { key: 'fives', by: 2 } };
    expect(sayValue(by, ['A', 'B'], t)).toBe('proved: B wins by 2 (Stacks of 5)');
  });
  it('tell what a format leaves out, each kind once', () => {
    const t = texts('en', english as Catalog);
    const of = (code: string) => ({ code, offset: -1, text: code });
    const all = ['record.unsupported_tag', 'record.unsupported_tag', 'record.unsupported_comment'].map(of);
    expect(sayLost(t, all)).toBe('Left out by this format: names and other details and comments.');
    expect(sayLost(t, [])).toBe('');
  });
  it('tell one’s own chance in a game of one’s own', () => {
    const t = texts('en', english as Catalog);
    const proved = { score: 0, chance: 0, proved: 'second' as const };
    expect(sayValue(at(0.62), ['A', 'B'], t, 0, 1)).toBe('Your chance to win: 38%');
    expect(sayValue(proved, ['A', 'B'], t, 0, 1)).toBe('proved: you win');
    expect(sayValue(proved, ['A', 'B'], t, 0, 0)).toBe('proved: B wins');
  });
  it('tell the chance of the first side, whoever is ahead', () => {
    const t = texts('en', { 'ui.analysis.chance': '{player} to win: {percent}' });
    expect(sayValue(at(0.62), ['A', 'B'], t)).toBe('A to win: 62%');
    expect(sayValue(at(0.31), ['A', 'B'], t)).toBe('A to win: 31%');
    expect(sayValue(at(0.312), ['A', 'B'], t, 1)).toBe('A to win: 31.2%');
  });
});

const at = (chance: number): Value => ({ score: 0, chance, proved: '' });

describe('the number of a value', () => {
  it('is never 0 or 100 unless it is proved', () => {
    expect([at(0.31), at(0.0004), at(0.9999)].map((v) => valueText(v, 'en'))).toEqual(['31%', '1%', '99%']);
    expect(percent(0.9999, 'en', 1)).toBe('99.9%');
    const proved = (['first', 'second', 'draw'] as const).map((p) => valueText(final(p), 'en', 1));
    expect(proved).toEqual(['100%', '0%', '=\u200950%']);
  });
  it('has a decimal where lines differ', () => {
    expect(digitsOf([at(0.62), at(0.58), at(0.5)])).toBe(0);
    expect(digitsOf([at(0.62), at(0.62)])).toBe(0);
    expect(digitsOf([at(0.621), at(0.624), at(0.5)])).toBe(1);
    expect(digitsOf([at(0.6211), at(0.6214)])).toBe(1);
    expect(digitsOf([at(0.621)])).toBe(0);
    expect(digitsOf([])).toBe(0);
  });
  it('tells lines of a game that is as good as decided apart', () => {
    const lines = [at(0.999), at(0.9992), at(0.9985), final('first')];
    expect(digitsOf(lines)).toBe(2);
    expect(lines.map((v) => valueText(v, 'en', digitsOf(lines)))).toEqual(['99.90%', '99.92%', '99.85%', '100%']);
  });
});
