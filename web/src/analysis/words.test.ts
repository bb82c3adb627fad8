import { describe, expect, it } from 'vitest';
import { texts } from '../i18n/index.ts';
import { sayReasons, sayValue } from './words.ts';

const reasons = [{ key: 'a' }, { key: 'b' }, { key: 'unknown' }];
const said = { 'reason.a': 'gagne', 'reason.b': 'prend' };

describe('the words of the analysis', () => {
  it('part reasons as the language parts sentences', () => {
    expect(sayReasons(reasons, texts('fr', said))).toBe('gagne\u202f; prend');
    expect(sayReasons(reasons, texts('nl', said))).toBe('gagne; prend');
  });
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
});
