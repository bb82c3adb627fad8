import { describe, expect, test } from 'vitest';
import de from '../../../internal/i18n/catalog/de.json';
import en from '../../../internal/i18n/catalog/en.json';
import { texts } from '../i18n/index.ts';
import { sayRefusal } from './say.ts';

const english = texts('en', en);
const german = texts('de', de, en);

describe('a refusal', () => {
  const record = {
    code: 'record.illegal',
    offset: 12,
    args: { move: 'e3' },
    place: { file: 'club.cairn', line: 8, game: 3, ply: 2, variation: true },
    why: { code: 'dvonn.occupied', clause: '2.1', offset: 0, args: { spot: 'e3' }, text: 'not read' },
    text: 'not read',
  };

  test('of a record says place, move and reason', () => {
    expect(sayRefusal(english, record)).toBe(
      'Line 8, game 3, ply 2, in a variation: e3 is illegal: e3 is occupied; a piece is placed on a vacant space.',
    );
    expect(sayRefusal(german, record)).toMatch(
      /^Zeile 8, Partie 3, Zug 2, in einer Variante: e3 ist nicht erlaubt: e3 ist besetzt/,
    );
  });

  test('that came several times says how many', () => {
    const warning = { code: 'record.encoding', offset: -1, place: { game: 2 }, text: 'not read' };
    expect(sayRefusal(english, { ...warning, count: 1 })).not.toContain('times');
    expect(sayRefusal(english, { ...warning, count: 67811 })).toBe(
      'Game 2: the text is not UTF-8 and was read as Latin-1 (67,811 times).',
    );
  });

  test('without words in the catalog says its own', () => {
    expect(sayRefusal(german, { code: 'error', offset: -1, text: 'no such game' })).toBe('No such game.');
  });
});
