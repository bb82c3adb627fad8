import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nativeRules } from '../rules/native.fixture.ts';
import type { GameInfo, RecordEntry, Rules } from '../rules/types.ts';
import { read } from './read.ts';

let real: Rules;
let close = (): void => {};
let games: readonly GameInfo[] = [];
beforeAll(async () => {
  ({ rules: real, close } = nativeRules());
  games = await real.games();
}, 300_000);
afterAll(() => close());

/** The real rules, which read files as told. */
const rules = (entries: readonly RecordEntry[] = []): Rules => ({ ...real, importRecords: async () => entries });
const pasted = (s: string) => [{ name: '', data: new TextEncoder().encode(s) }];
const board = (heights: readonly number[]): string =>
  heights
    .map((n) => Array(n).fill('.').join(','))
    .join('/')
    .replace('.', 'R');
const nine = `${board([1, 4, 7, 6, 7, 6, 7, 4, 1])} 1 -:- 0:0`;
const eleven = `${board([3, 4, 5, 5, 5, 5, 5, 5, 5, 4, 3])} w move`;

describe('what is pasted', () => {
  it('is a position of the game that is open, or of one that takes it', async () => {
    const found = await read(rules(), games, pasted(nine), 'lyngk6');
    expect(found).toMatchObject({ kind: 'position', info: { id: 'lyngk6' }, position: nine });
    expect(await read(rules(), games, pasted(nine.replaceAll(' ', '_')), '')).toMatchObject({ position: nine });
  });
  it('is refused in the words of the game whose board it has', async () => {
    const lyngk = await read(rules(), games, pasted(nine.replace(' 1 ', ' 3 ')), 'dvonn');
    expect(lyngk).toMatchObject({ kind: 'refused', why: { code: 'lyngk.text_turn' } });
    const dvonn = await read(rules(), games, pasted(eleven), 'lyngk');
    expect(dvonn).toMatchObject({ kind: 'refused', why: { code: expect.stringMatching(/^dvonn\./) } });
  });
  it('is a list of moves when there is nothing else', async () => {
    const list = '1. R,b1-b2 e3 2... pass b4-b1-c3-e2 e3f3';
    const moves = ['R,b1-b2', 'e3', 'pass', 'b4-b1-c3-e2', 'e3f3'];
    expect(await read(rules(), games, pasted(list), '')).toEqual({ kind: 'moves', moves });
    expect(await read(rules(), games, pasted('hello'), '')).toMatchObject({ kind: 'refused' });
  });
  it('is an address of ours', async () => {
    const found = await read(rules(), games, pasted('https://x.example/analysis/?g=lyngk&p=a_b#3'), '');
    expect(found).toEqual({ kind: 'address', address: { game: 'lyngk', position: 'a b', moves: [], ply: 3 } });
  });
  it('is no address of ours where it only looks like one', async () => {
    const kind = async (text: string) => (await read(rules(), games, pasted(text), '')).kind;
    for (const text of ['https://[?g=x', 'https://x.example/a/b', 'https://x.example/?p=a/b']) {
      expect(await kind(text), text).toBe('refused');
    }
    expect(await kind('https://x.example/?g=lyngk')).toBe('address');
    expect(await kind('https://x.example/?g=dvonn&m=e3_e4')).toBe('address');
  });
  it('is the games of several files', async () => {
    const all = ['one', 'two'].map((name) => ({ name, data: new Uint8Array() }));
    const of = { importRecords: async (_: Uint8Array, file: string) => [{ file, number: 1 }] } as unknown as Rules;
    expect(await read(of, games, all, '')).toEqual({
      kind: 'choice',
      entries: [
        { file: 'one', number: 1 },
        { file: 'two', number: 1 },
      ],
    });
  });
  it('is a record, several to choose from, or trouble', async () => {
    const record = { game: 'lyngk', start: '', result: 'ongoing' as const, moves: [] };
    const error = { code: 'record.x', offset: -1, text: '' };
    const of = (entries: readonly RecordEntry[]) =>
      read(rules(entries), games, pasted('[Game]'), '').then((f) => f.kind);
    expect(await of([{ record }])).toBe('record');
    expect(await of([{ record }, { record }])).toBe('choice');
    expect(await of([{ record }, { error }])).toBe('choice');
    expect(await of([{ error }])).toBe('refused');
    expect(await of([{ record, error }]), 'neither a move nor a start').toBe('refused');
    expect(await of([{ record: { ...record, start: 'x' }, error }]), 'a start').toBe('choice');
    expect(await of([{ record: { ...record, moves: [{ text: 'a1-b2' }] }, error }]), 'moves').toBe('choice');
    expect(await of([])).toBe('refused');
    const lost = { ...record, start: 'nonsense' };
    expect(await of([{ record: lost, error: { ...error, code: 'record.start' } }]), 'no start').toBe('refused');
  });
  it('names a start position that cannot be read by the code that is asked for', async () => {
    const found = await read(real, games, pasted('[Game "lyngk"]\n[Start "nonsense"]\n\n1. a1-b2 *\n'), '');
    expect(found).toMatchObject({ kind: 'refused', why: { code: 'record.start' } });
  });
});
