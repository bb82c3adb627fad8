import { describe, expect, test } from 'vitest';
import de from '../../../internal/show/i18n/catalog/de.json';
import en from '../../../internal/show/i18n/catalog/en.json';
import { texts } from '../i18n/index.ts';
import type { Ply, View } from '../rules/types.ts';
import { sayExpected, sayReasons } from './reasons.ts';
import { type SpeechContext, sayDecision, sayPly, sayRefusal } from './say.ts';

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

describe('a hint', () => {
  test('says the two weightiest reasons', () => {
    const lacks = { key: 'lyngk.lacks_one', args: { n: '4', spot: 'e4', color: 'green' } };
    const takes = { key: 'lyngk.takes', args: { n: '2', spot: 'e4' } };
    expect(sayReasons(english, [lacks])).toEqual(['It makes a stack of 4 on e4 that lacks only green or a joker.']);
    expect(sayReasons(german, [lacks])).toEqual([
      'Dieser Spielzug baut auf e4 einen 4er-Stapel, dem nur noch Grün oder ein Joker fehlt.',
    ]);
    expect(sayReasons(english, [takes, lacks, lacks], 'd4-e4')).toEqual([
      'd4-e4 takes the opponent’s stack of 2 on e4, and the opponent can’t take it back at once.',
      'It also makes a stack of 4 on e4 that lacks only green or a joker.',
    ]);
    expect(sayReasons(english, [{ key: 'next', args: { move: 'b2-b3', loss: '12' } }])).toEqual([
      'It keeps 12% more of the chance to win than b2-b3, the next best one.',
    ]);
    expect(sayReasons(english, [{ key: 'chess.mates' }])).toEqual([]);
  });
  test('for which nothing simple speaks has the engine’s line, and is never a bare move', () => {
    const reply: Ply = { move: 'c3-d3', path: ['c3', 'd3'], side: 1, position: 'x' };
    const next: Ply = { move: 'R,b2-b3', claim: 'R', path: ['b2', 'b3'], side: 0, position: 'x' };
    expect(sayExpected(english, 'discs', [reply, next])).toBe(
      'The engine’s line from here: c3\u00a0–\u00a0d3; red, b2\u00a0–\u00a0b3.',
    );
    expect(sayExpected(english, 'discs', [])).toBe('The engine found nothing better.');
  });
});

describe('a turn', () => {
  const info = { id: 'lyngk', name: 'LYNGK', highest: 5, sides: ['1', '2'], claims: true, full: false, pieces: [] };
  const speech: SpeechContext = { texts: english, info: info as never, pieces: 'discs', names: ['Anna', 'Ben'] };
  const view: View = {
    ...{ position: 'x', side: 1, outcome: 'ongoing', stacks: {}, moves: [] },
    standing: [[{ key: 'fives', n: 2 }], [{ key: 'fives', n: 1 }]],
  };
  const ply: Ply = { move: 'a1-b1', path: ['a1', 'b1'], side: 0, position: 'x', built: 'IBGKR' };
  const say = (p: Partial<Ply>): string => sayPly(speech, { ...ply, ...p }, view);

  test('is told as the rules tell what it did', () => {
    expect(say({})).toBe('a1 to b1, stack of 5.');
    expect(say({ captured: true })).toBe('a1 to b1, stack of 5, captured. 2 to 1.');
    expect(say({ obstacle: true })).toBe('a1 to b1, stack of 5, an obstacle from now on.');
    expect(say({ cut: ['c3', 'd4'] })).toMatch(/^a1 to b1, stack of 5\. .*2.*c3 and d4/);
    expect(say({ claim: 'R', path: ['a1', 'c1', 'b1'] })).toMatch(/^Anna claims red\. a1 to b1, stack of 5\. .*c1/);
    expect(say({ path: [] })).toBe('Anna has no move and passes.');
    const placed = { ...ply, path: ['e3'], built: 'W' };
    expect(sayPly({ ...speech, pieces: 'rings' }, placed, view)).toMatch(/^Anna: .*white.*e3/);
  });
  test('that ended the game was decided by what the rules name', () => {
    const decision = { key: 'stacks', first: 3, second: 2, equal: 1, height: 4 } as const;
    expect(sayDecision(speech, { ...view, decision })).toMatch(/1 each.*stacks of 4: 3 to 2/);
    expect(sayDecision(speech, { ...view, decision }, 0)).toMatch(/stacks of 4: 3 to 2/);
    expect(sayDecision(speech, { ...view, decision }, 1)).toMatch(/stacks of 4: 2 to 3/);
    expect(sayDecision(speech, { ...view, decision: { ...decision, key: 'equal' } })).toBe('All counts are equal.');
  });
});
