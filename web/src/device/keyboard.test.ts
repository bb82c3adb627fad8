// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { actOf, type Stroke, whereOf } from './keyboard.ts';

const stroke = (key: string, held: Partial<Stroke> = {}): Stroke => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false },
  ...held,
});
const keys = { f: 'flip', ArrowLeft: 'back', 'Alt+ArrowLeft': 'leg', ' ': 'best', Escape: 'leave', '?': 'help' };

describe('a stroke', () => {
  it('stands for an act of the page', () => {
    expect(actOf(stroke('f'), 'page', keys, true)).toBe('flip');
    expect(actOf(stroke('ArrowLeft'), 'page', keys, true)).toBe('back');
    expect(actOf(stroke('ArrowLeft', { altKey: true }), 'page', keys, true)).toBe('leg');
    expect(actOf(stroke('y'), 'page', keys, true)).toBeUndefined();
  });
  it('belongs to the browser with a control key', () => {
    expect(actOf(stroke('f', { ctrlKey: true }), 'page', keys, true)).toBeUndefined();
    expect(actOf(stroke('f', { metaKey: true }), 'page', keys, true)).toBeUndefined();
  });
  it('of one character can be switched off, the others stay', () => {
    expect(actOf(stroke('f'), 'page', keys, false)).toBeUndefined();
    expect(actOf(stroke('?'), 'page', keys, false)).toBeUndefined();
    expect(actOf(stroke('Escape'), 'page', keys, false)).toBe('leave');
    expect(actOf(stroke('ArrowLeft'), 'page', keys, false)).toBe('back');
  });
  it('with Alt is another character, not a letter of the page', () => {
    expect(actOf(stroke('f', { altKey: true }), 'page', keys, true)).toBeUndefined();
  });
  it('of a key that is held down goes on step by step, and does nothing else twice', () => {
    const held = { repeat: true };
    expect(actOf(stroke('ArrowLeft', held), 'page', keys, true)).toBe('back');
    for (const key of ['f', 'Escape', '?']) expect(actOf(stroke(key, held), 'page', keys, true)).toBeUndefined();
  });
  it('is left to fields, and the space bar to buttons', () => {
    expect(actOf(stroke('f'), 'field', keys, true)).toBeUndefined();
    expect(actOf(stroke('Escape'), 'field', keys, true)).toBeUndefined();
    expect(actOf(stroke(' '), 'button', keys, true)).toBeUndefined();
    expect(actOf(stroke(' '), 'page', keys, true)).toBe('best');
    expect(actOf(stroke('f'), 'button', keys, true)).toBe('flip');
  });
});

it('knows where a stroke fell', () => {
  document.body.innerHTML =
    '<input id="a"><input id="b" type="radio"><button id="c"><b id="d"></b></button><dialog open><p id="e"></p></dialog><p id="f"></p><dialog><input id="g"></dialog>';
  const where = (id: string): string => whereOf(document.getElementById(id));
  expect([...'abcdefg'].map(where)).toEqual(['field', 'button', 'button', 'button', 'field', 'page', 'page']);
});
