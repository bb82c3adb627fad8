import { beforeEach, describe, expect, it } from 'vitest';
import { FAMILIES } from '../games.ts';
import type { GameInfo } from '../rules/types.ts';
import {
  type Choice,
  controlOf,
  has,
  lately,
  optionsOf,
  PRESETS,
  QUICK,
  recall,
  remember,
  standard,
  wished,
} from './choice.ts';

const info: GameInfo = { id: 'toy', name: 'Toy', highest: 5, pieces: [], sides: ['1', '2'], claims: true, full: true };
const choice = (c: Partial<Choice>): Choice => ({ ...standard, ...c });

beforeEach(() => localStorage.clear());

describe('what was chosen for a new game', () => {
  it('gives way to what somebody comes for', () => {
    const last = choice({ game: 'lyngk', full: true, level: 4 });
    expect(wished(last, {})).toEqual(last);
    expect(wished(last, { game: 'dvonn', full: false })).toEqual({ ...last, game: 'dvonn', full: false });
    expect(wished(last, { game: '', against: 'person' })).toEqual({ ...last, against: 'person' });
  });
  it('gives the seats', () => {
    const levels = (c: Partial<Choice>, chance = 0): readonly [number, number] =>
      optionsOf(choice({ level: 4, ...c }), info, chance, 'seed').options.levels;
    expect(levels({ begins: 'you' })).toEqual([0, 4]);
    expect(levels({ begins: 'opponent' })).toEqual([4, 0]);
    expect([levels({ begins: 'lots' }, 0.2), levels({ begins: 'lots' }, 0.7)]).toEqual([
      [0, 4],
      [4, 0],
    ]);
    expect(levels({ against: 'person' })).toEqual([0, 0]);
  });
  it('names people only, and lets two people take back always', () => {
    const two = optionsOf(
      choice({ against: 'person', names: [' Anna ', 'Ben'], takeback: false }),
      info,
      0,
      'seed',
    ).options;
    expect([two.names, two.takeback]).toEqual([['Anna', 'Ben'], true]);
    const one = optionsOf(choice({ names: ['Anna', 'Ben'], takeback: false }), info, 0, 'seed').options;
    expect([one.names, one.takeback]).toEqual([['', ''], false]);
    const own = (begins: Choice['begins']) => optionsOf(choice({ begins }), info, 0, 'seed', 'Wren').options.names;
    expect([own('you'), own('opponent')]).toEqual([
      ['Wren', ''],
      ['', 'Wren'],
    ]);
    // Of two people at one device the first one is whose device it is, unless they say otherwise.
    const seats = (...names: [string, string]) =>
      optionsOf(choice({ against: 'person', names }), info, 0, 'seed', 'Wren').options.names;
    expect([seats('', 'Ben'), seats('Anna', '')]).toEqual([
      ['Wren', 'Ben'],
      ['Anna', ''],
    ]);
  });
  it('starts from a word or by chance', () => {
    expect(optionsOf(choice({ word: ' quarry ' }), info, 0, 'seed').start).toBe('quarry');
    expect(optionsOf(choice({}), info, 0, 'seed').start).toBe('seed');
  });
  it('knows a full board only where the game does', () => {
    expect(optionsOf(choice({ full: true }), info, 0, 's').full).toBe(true);
    expect(optionsOf(choice({ full: true }), { ...info, full: false }, 0, 's').full).toBe(false);
  });
  it('sets the clock', () => {
    expect(controlOf(choice({}))).toBe('-');
    expect(controlOf(choice({ clock: '5+3' }))).toBe('300+3');
    expect(controlOf(choice({ clock: 'own', minutes: 0.5, seconds: 0 }))).toBe('30+0');
    expect(controlOf(choice({ clock: 'own', minutes: Number.NaN, seconds: 999 }))).toBe('30+60');
    expect(PRESETS).toEqual(['3+2', '5+3', '10+5', '15+10']);
  });
  it('is remembered, but for the word', () => {
    remember(choice({ game: 'dvonn', level: 7, word: 'quarry', clock: '3+2' }));
    expect(recall()).toEqual(choice({ game: 'dvonn', level: 7, clock: '3+2' }));
    localStorage.setItem('cairn.new', '{"level":11}');
    expect(recall()).toEqual(standard);
    localStorage.setItem('cairn.new', 'no JSON');
    expect(recall()).toEqual(standard);
  });
  it('forgets a choice in which something cannot be', () => {
    const clocks = [{ clock: 'abc' }, { clock: 5 }, { clock: null }];
    const others = [
      { names: null },
      { names: ['a'] },
      { names: [1, 2] },
      { begins: 7 },
      { hints: null },
      { full: 'x' },
    ];
    for (const odd of [...clocks, ...others]) {
      localStorage.setItem('cairn.new', JSON.stringify({ ...standard, game: 'dvonn', ...odd }));
      expect(recall(), JSON.stringify(odd)).toEqual(standard);
    }
  });
});

describe('presets', () => {
  it('are the choices made last, different ones, the latest first', () => {
    expect(lately()).toEqual([]);
    const made = [
      choice({ level: 2 }),
      choice({ game: 'dvonn' }),
      choice({ level: 2, word: 'x' }),
      choice({ clock: '3+2' }),
    ];
    for (const c of made) remember(c);
    expect(lately()).toEqual([choice({ clock: '3+2' }), choice({ level: 2 }), choice({ game: 'dvonn' })]);
    remember(choice({ level: 9 }));
    expect(lately().map((c) => c.level)).toEqual([9, 1, 2]);
  });
  it('leave out what cannot be read', () => {
    const saved = [choice({ level: 4 }), { level: 99 }, 'x', null, { ...choice({}), minutes: 'x' }];
    localStorage.setItem('cairn.new.lately', JSON.stringify(saved));
    expect(lately().map((c) => c.level)).toEqual([4]);
    for (const text of ['', 'x', '{}', 'null']) {
      localStorage.setItem('cairn.new.lately', text);
      expect(lately()).toEqual([]);
    }
  });
  it('are told apart by what makes another game, not by names', () => {
    expect(has(choice({ names: ['Wren', ''] }), choice({ names: ['Moss', ''] }))).toBe(true);
    expect(has(choice({ level: 3 }), choice({ level: 4 }))).toBe(false);
    const two = choice({ against: 'person', level: 3 });
    expect(has(two, choice({ against: 'person', level: 4, begins: 'lots' }))).toBe(true);
    expect(has(choice({ minutes: 7 }), choice({ minutes: 8 }))).toBe(true);
    expect(has(choice({ clock: 'own', minutes: 7 }), choice({ clock: 'own', minutes: 8 }))).toBe(false);
  });
  it('are told apart by the board only where there are two ways to fill it, and a first game is on a full one', () => {
    expect(has(choice({ game: 'lyngk', full: false }), { full: true })).toBe(true);
    expect(has(choice({ game: 'dvonn', full: false }), { full: true })).toBe(false);
    for (const { id, kinds } of FAMILIES) {
      const { game, full } = kinds[0];
      expect(has(choice({ game, full }), QUICK.first), id).toBe(true);
      expect(optionsOf(choice({ ...QUICK.first, game }), { ...info, id }, 0, 's').full).toBe(true);
    }
  });
  it('of many people are whole: each level, clock and help is said', () => {
    for (const part of Object.values(QUICK)) {
      const c = choice(part);
      expect(has(c, part)).toBe(true);
      expect(optionsOf(c, info, 0, 'seed').options).toMatchObject({ hints: part.hints, takeback: part.takeback });
      expect(Object.values(QUICK).filter((other) => has(c, other))).toEqual([part]);
    }
  });
});
