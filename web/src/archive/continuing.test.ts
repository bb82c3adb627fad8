import { expect, it } from 'vitest';
import { continuing } from './continuing.ts';
import type { Entry } from './entry.ts';

let n = 0;
function entry(part: Partial<Entry>): Entry {
  return {
    ...{ id: `g${n++}`, kind: 'game', game: 'lyngk', names: ['', ''], levels: [0, 3], me: 0, over: false },
    ...{ outcome: 'ongoing', why: '', plies: 4, control: '-', stacks: '', line: '', begun: 0, changed: 0 },
    ...part,
  };
}
const ids = (list: readonly Entry[]): string[] => list.map((e) => e.id);

it('names what can be gone on with, the latest first', () => {
  const [a, b] = [entry({}), entry({ game: 'dvonn', table: 'table/x' })];
  const others = [
    entry({ over: true }),
    entry({ kind: 'analysis' }),
    entry({ deleted: 1 }),
    entry({ table: 'table/y', me: null }),
  ];
  expect(ids(continuing([a, ...others, b], null, 5))).toEqual([a.id, b.id]);
  expect(ids(continuing([a, b], null, 1))).toEqual([a.id]);
  expect(ids(continuing([entry({ me: null, levels: [0, 0] })], null, 5))).toHaveLength(1); // two people here
});
it('leaves out the game that is shown, by its id or by who plays what', () => {
  const [a, b] = [entry({}), entry({})];
  const shown = { game: 'lyngk', names: ['', ''], levels: [0, 3] } as const;
  expect(ids(continuing([a, b], { ...shown, id: b.id }, 5))).toEqual([a.id]);
  expect(ids(continuing([a, b], { ...shown, id: 'unknown' }, 5))).toEqual([a.id, b.id]);
  expect(ids(continuing([a, b], shown, 5))).toEqual([b.id]);
  expect(ids(continuing([a, b], { ...shown, levels: [0, 4] }, 5))).toEqual([a.id, b.id]);
});
