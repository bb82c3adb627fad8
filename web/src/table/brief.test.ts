import { describe, expect, it } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import type { Brief } from '../../gen/api.ts';
import { waits } from '../device/people.svelte.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import { inOrder, levelNear, myTurn, opponentOf, standing } from './brief.ts';

const en = texts('en', english as Catalog);
const anna = { id: 'a', name: 'Anna', kind: 'account' } as const;
const ben = { id: 'b', name: 'Ben' };
const table: Brief = {
  ...{
    id: 'abcd2345',
    phase: 'playing',
    you: 'second',
    seats: [anna, ben],
    ply: 3,
    turn: 'second',
    watchers: 0,
    updated: 5,
  },
  options: { game: 'lyngk', control: '300+3', side: 'first' } as Brief['options'],
};
const but = (b: Partial<Brief>): Brief => ({ ...table, ...b });

describe("one's own tables", () => {
  it('come in the order of what is asked of one', () => {
    const list = [
      but({ id: 'over', phase: 'over' }),
      but({ id: 'open', phase: 'open' }),
      but({ id: 'gone', phase: 'closed' }),
      but({ id: 'theirs', turn: 'first', updated: 9 }),
      but({ id: 'mine' }),
      but({ id: 'later', updated: 6 }),
    ];
    expect(inOrder(list).map((b) => b.id)).toEqual(['later', 'mine', 'theirs', 'open', 'over']);
    expect(list.filter(myTurn).map((b) => b.id)).toEqual(['mine', 'later']);
  });
  it('name the opponent, or the free seat', () => {
    expect(opponentOf(table, en)).toBe('Anna');
    expect(opponentOf(but({ you: 'first' }), en)).toBe('Ben ·b'); // a guest
    expect(opponentOf(but({ you: 'first', seats: [anna, null] }), en)).toBe(en.t('ui.table.free'));
  });
  it('say how the game stands', () => {
    expect(standing(table, en, 0)).toBe('Your turn');
    expect(standing(but({ deadline: 125_000 }), en, 0)).toBe('Your turn · 2 min');
    expect(standing(but({ turn: 'first' }), en, 0)).toBe('Your opponent’s turn');
    // A rematch that the opponent offers waits for an answer; one's own does not.
    const over = { phase: 'over', outcome: 'first', you: 'first' } as const;
    expect([but({ ...over, rematch: 'second' }), but({ ...over, rematch: 'first' }), but(over)].map(waits)).toEqual([
      true,
      false,
      false,
    ]);
    expect(standing(but({ ...over, rematch: 'second' }), en, 0)).toBe(en.t('ui.lobby.rematch'));
    expect(standing(but({ phase: 'open' }), en, 0)).toBe(en.t('ui.table.waiting'));
    expect(standing(but({ phase: 'over', outcome: 'second' }), en, 0)).toBe(en.t('result.you_win'));
    expect(standing(but({ phase: 'over', outcome: 'first' }), en, 0)).toBe(en.t('result.you_lose'));
    expect(standing(but({ phase: 'over', outcome: 'draw' }), en, 0)).toBe(en.t('result.draw'));
    expect(standing(but({ phase: 'over' }), en, 0)).toBe(en.t('result.by.aborted'));
  });
});

it('the level that is nearest is so by rating, and nobody without one has it', () => {
  const row = (id: string, rating: number, level?: number) => ({
    person: { id, name: id, ...(level && { kind: 'level' as const, level }) },
    ...{ rating, deviation: 60, games: 20 },
  });
  const rows = [row('8', 2000, 8), row('7', 1850, 7), row('ada', 1640), row('6', 1680, 6), row('5', 1500, 5)];
  expect(levelNear({ pool: 'lyngk/live', rows, you: row('ada', 1640) })).toBe(6);
  expect(levelNear({ pool: 'lyngk/live', rows })).toBeUndefined();
});
