import { describe, expect, it } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import frenchTexts from '../../../internal/show/i18n/catalog/fr.json';
import { type Catalog, texts } from '../i18n/index.ts';
import { choices, layout } from './fixture.ts';
import { plan } from './geometry.ts';
import { answer, firstFocus, type Speaker, spotName } from './names.ts';
import { empty, tap } from './selection.ts';

const { t } = texts('en', english as Catalog);
const base: Speaker = {
  plan: plan(layout('upright'), 0),
  pieces: 'discs',
  choices: { ...choices, stacks: { ...choices.stacks, e4: 'JRK' } },
  selection: empty,
  marks: {},
  owners: { R: 'yours', K: 'yours', G: 'neutral' },
  t,
};

describe('spoken names', () => {
  it('say spot, height, top, owner, what lies below, targets', () => {
    const s = { ...base, choices: { ...base.choices, moves: [{ text: 'e4-c1', from: 'e4', to: 'c1' }] } };
    expect(spotName(s, 'e4')).toBe('e4, stack of 3, black on top, yours; below: red, joker; 1 target');
    expect(spotName(base, 'b1')).toBe('b1, red, yours; 2 targets');
    expect(spotName(base, 'a1')).toBe('a1, empty');
  });
  it('and answers tell nothing of the pieces in a game from memory', () => {
    const s = { ...base, blind: true, selection: tap(base.choices, empty, 'b1').selection };
    expect([spotName(s, 'b1'), spotName(s, 'e4')]).toEqual([`b1; ${t('say.selected')}`, 'e4']);
    for (const key of 'osmxc') expect(answer(s, key, 'e4')).toBe('e4');
    expect(answer(s, 'l', 'e4')).toBeNull();
  });
  it('say what a spot is to the stack taken up', () => {
    const s = { ...base, selection: tap(base.choices, empty, 'b1').selection };
    expect(spotName(s, 'b1')).toContain(t('say.selected'));
    expect(spotName(s, 'b3')).toContain(t('say.lyngk_point'));
    expect(spotName(s, 'e4')).toContain(t('say.target'));
  });
  it('say white and black in DVONN, never a letter', () => {
    const s: Speaker = {
      ...base,
      pieces: 'rings',
      choices: { ...choices, stacks: { e3: 'WDB', f3: 'B' } },
      owners: { B: 'yours' },
      marks: { anchors: ['e3'] },
    };
    expect(spotName(s, 'e3')).toBe(
      `e3, stack of 3, black on top, yours; below: ${t('color.dvonn.layer')}, white; ${t('say.holds_dvonn')}`,
    );
    expect(spotName(s, 'f3')).toBe('f3, black, yours');
    // A DVONN piece alone is named; that it holds itself need not be said.
    const alone = { ...s, choices: { ...choices, stacks: { e3: 'D' } }, owners: {} };
    expect(spotName(alone, 'e3')).toBe(`e3, ${t('color.dvonn.layer')}`);
  });
  it('say what just left the board', () => {
    expect(spotName({ ...base, marks: { gone: { a1: 'GR' } } }, 'a1')).toBe('a1, empty; just removed: red, green');
  });
});

describe('questions', () => {
  it('are answered for the spot', () => {
    expect(answer(base, 's', 'e4')).toBe('e4, from the bottom up: 1 joker, 2 red, 3 black');
    expect(answer(base, 'm', 'b1')).toBe(`2 targets: c1, e4. ${t('a11y.points', { n: 2, spots: 'b3, d3' })}`);
    expect(answer(base, 'm', 'i1')).toBe('i1: no targets');
    expect(answer(base, 'x', 'b1')).toContain('2 steps: b3, height 2, red');
    expect(answer(base, 'c', 'b1')).toBe('nothing was removed');
    expect(answer(base, 'l', 'b1')).toBeNull();
  });
  it('have the marks of the language', () => {
    const french: Speaker = { ...base, t: texts('fr', frenchTexts as Catalog).t };
    expect(answer(french, 'm', 'i1')).toBe('i1\u202f: aucune cible');
    const marks = { gone: { a1: 'GR', b1: 'K' } };
    expect(answer({ ...french, marks }, 'c', 'b1')).toBe('a1\u202f: rouge, verte; b1\u202f: noire');
  });
});

it('starts at a stack that can move', () => {
  expect(['b1', 'c1']).toContain(firstFocus(base.plan, base.choices, base.choices.stacks));
});
