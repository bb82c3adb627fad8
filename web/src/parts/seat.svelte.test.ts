import { beforeEach, describe, expect, it } from 'vitest';
import english from '../../../internal/i18n/catalog/en.json';
import { empty, type Hand } from '../board/state.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { rest, toy, toyRules, view } from '../rules/fixture.ts';
import type { View } from '../rules/types.ts';
import { Seat } from './seat.svelte.ts';

prefs.texts = texts('en', english as Catalog);
const hand = (h: Partial<Hand>): Hand => ({ ...empty, ...h });
const ask = (from: string, to = '') => ({ claim: '', from, to, path: [from] });

/** A table that shows one position, and plays nothing. */
class Bare {
  shown: View = $state.raw(view(''));
  open = $state(true);
  busy = $state(false);
  readonly answers = toyRules();
  readonly played: string[] = [];
  taken = 0;
  readonly seat = new Seat({
    rules: this.answers.rules,
    info: () => toy,
    view: () => this.shown,
    names: () => ['Anna', 'Ben'],
    open: () => this.open,
    busy: () => this.busy,
    last: () => null,
    before: () => ({}),
    owner: (s) => `of ${s}`,
    turn: () => 'whose turn it is',
    play: async (text) => this.played.push(text),
    ontake: () => this.taken++,
  });
}
let table: Bare;
let seat: Seat;
beforeEach(() => {
  table = new Bare();
  seat = table.seat;
  seat.board = { clear: () => seat.onhand(empty), confirmed: () => {}, focus: () => {} };
});

describe('what is in hand', () => {
  it('is told to the table as it grows, and ends what was told before', async () => {
    await seat.onask(ask('d4'));
    expect(seat.why?.text).toBe('d4 after "".');
    seat.onhand(hand({ path: ['a1'] }));
    expect([seat.why, table.taken]).toEqual([null, 1]);
    seat.onhand(hand({ path: ['a1'], over: 'b2' }));
    expect([table.taken, seat.moment.way]).toEqual([1, ['a1', 'b2']]);
    seat.onhand(empty);
    expect([table.taken, seat.moment.way]).toEqual([1, null]);
  });
  it('is put back when another position comes, with all that was open', () => {
    seat.onclaim('R');
    seat.lens = 'B';
    seat.onhand(hand({ path: ['a1'] }));
    seat.reset();
    expect([seat.hand, seat.claim, seat.lens, seat.telling]).toEqual([empty, '', '', false]);
  });
  it('becomes a move, shown ahead of the answer', async () => {
    seat.onmove({ from: 'a1', to: 'b2', path: ['a1', 'b2'] });
    expect([table.played, seat.stacks, seat.step.path]).toEqual([
      ['a1-b2'],
      { b2: 'RIB', c3: 'B', d4: 'J' },
      ['a1', 'b2'],
    ]);
    seat.show({ path: ['a1', 'b2'] });
    expect(seat.stacks).toBe(table.shown.stacks);
  });
});

describe('a claim', () => {
  it('is chosen, changed and given up before the move', () => {
    expect(seat.colors.map((c) => c.letter)).toEqual(['I', 'B', 'R']);
    expect(seat.colors.filter((c) => c.possible).map((c) => c.letter)).toEqual(['R']);
    seat.onclaim('R');
    expect(seat.voice.polite).toMatch(/red/i);
    seat.onclaim('B');
    seat.onclaim('');
    expect([seat.claim, seat.voice.polite]).toEqual(['', prefs.texts.t('ui.claim.none')]);
  });
  it('stays where only what is in hand is put back', () => {
    seat.onclaim('R');
    seat.leave();
    expect(seat.claim).toBe('R');
  });
  it('is looked at through its lens', () => {
    seat.lens = 'R';
    expect([seat.telling, seat.marks.lens?.bound]).toEqual([true, ['b2']]);
    seat.lens = '';
    expect(seat.telling).toBe(false);
  });
});

describe('moving', () => {
  it('is possible where the table is open, and rests while the rules look at a move', () => {
    expect(seat.active).toBe(true);
    table.busy = true;
    expect([seat.active, seat.colors.length]).toEqual([false, 3]);
    table.open = false;
    expect([seat.active, seat.colors.length]).toEqual([false, 0]);
  });
  it('is impossible where one must pass', () => {
    table.shown = view('/pass?');
    expect([seat.active, seat.colors]).toEqual([false, []]);
  });
});

describe('why not', () => {
  it('is told, shown and said at once', async () => {
    await seat.onask(ask('a1', 'd4'));
    expect(seat.why).toMatchObject({ text: 'a1-d4 after "".', rule: '1.2' });
    expect(seat.voice.urgent).toMatch(/a1-d4 after/);
  });
  for (const [what, act] of Object.entries({
    'another position came': () => {
      table.shown = view('/a1-b2');
    },
    'another stack was taken up': () => seat.onhand(hand({ path: ['a1'] })),
    'a color was chosen': () => seat.onclaim('R'),
    'it was closed': () => seat.leave(),
  })) {
    it(`is not told when ${what} before the answer`, async () => {
      table.answers.hold();
      const asked = seat.onask(ask('a1', 'd4'));
      act();
      await table.answers.free();
      await asked;
      expect([seat.why, seat.voice.urgent]).toEqual([null, '']);
    });
  }
  it('is told of the later of two questions, whichever answer comes last', async () => {
    table.answers.hold();
    const both = [seat.onask(ask('a1')), seat.onask(ask('b2'))];
    await table.answers.free(1);
    await table.answers.free(0);
    await Promise.all(both);
    expect(seat.why?.text).toBe('b2 after "".');
  });
});

describe('a move that is refused', () => {
  const refused = () => table.answers.rules.play('toy', '', 'no1');
  it('is told, and the color stays as it was chosen', async () => {
    seat.onclaim('R');
    seat.onmove({ from: 'a1', to: 'b2', path: ['a1', 'b2'] });
    expect(await seat.attempt('no1', refused)).toBe(false);
    expect([seat.why?.text, seat.claim, seat.ahead]).toEqual(['Never no1.', 'R', null]);
  });
  it('is no news any more when another position is shown', async () => {
    table.answers.hold();
    const done = seat.attempt('no1', refused);
    table.shown = view('/a1-b2');
    await table.answers.free();
    expect([await done, seat.why]).toEqual([false, null]);
  });
  it('is not what a fault is taken for', async () => {
    await expect(seat.attempt('x', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(seat.why).toBeNull();
  });
});

it('answers what a listener asks', async () => {
  seat.onquery('t');
  expect(seat.voice.polite).toBe('whose turn it is');
  seat.onquery('l');
  await rest();
  expect(seat.voice.polite).toBe(prefs.texts.t('a11y.start'));
});
