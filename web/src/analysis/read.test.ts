import { describe, expect, it } from 'vitest';
import type { GameInfo, RecordEntry, Rules } from '../rules/types.ts';
import { RulesError } from '../rules/types.ts';
import { bareMoves, read } from './read.ts';

const info = (id: string, claims: boolean): GameInfo => ({
  id,
  name: id,
  highest: 5,
  pieces: [],
  sides: ['1', '2'],
  claims,
  full: false,
});
const games = [info('lyngk', true), info('lyngk6', true), info('dvonn', false)];
/** Rules that take a position of one game only, and read records as told. */
const rules = (takes: string, entries: readonly RecordEntry[] = []): Rules =>
  ({
    view: async (game: string, position: string) => {
      if (game !== takes) throw new RulesError({ code: `${game}.no`, offset: 0, text: '' });
      return { position };
    },
    importRecords: async () => entries,
  }) as unknown as Rules;
const pasted = (s: string) => [{ name: '', data: new TextEncoder().encode(s) }];
const nine = `${Array(9).fill('.').join('/')} 1 -:- 0:0`;

describe('what is pasted', () => {
  it('is a position of the first game that takes it', async () => {
    expect(await read(rules('lyngk6'), games, pasted(nine), 'lyngk')).toMatchObject({
      kind: 'position',
      info: { id: 'lyngk6' },
    });
    expect(await read(rules('lyngk'), games, pasted(nine.replaceAll(' ', '_')), '')).toMatchObject({
      position: nine,
    });
  });
  it('is refused in the words of the game its columns belong to', async () => {
    expect(await read(rules(''), games, pasted(nine), 'dvonn')).toMatchObject({
      kind: 'refused',
      why: { code: 'lyngk.no' },
    });
    const eleven = `${Array(11).fill('.').join('/')} w move`;
    expect(await read(rules(''), games, pasted(eleven), 'lyngk')).toMatchObject({ why: { code: 'dvonn.no' } });
  });
  it('is a list of moves when there is nothing else', async () => {
    expect(bareMoves('1. R,b1-b2 e3 2... pass b4-b1-c3-e2 e3f3')).toEqual([
      'R,b1-b2',
      'e3',
      'pass',
      'b4-b1-c3-e2',
      'e3f3',
    ]);
    expect(bareMoves('hello')).toEqual([]);
    expect(await read(rules(''), games, pasted('a1-b2 pass'), '')).toMatchObject({ kind: 'moves' });
  });
  it('is an address of ours', async () => {
    const found = await read(rules(''), games, pasted('https://x.example/analysis/?g=lyngk&p=a_b#3'), '');
    expect(found).toEqual({ kind: 'address', address: { game: 'lyngk', position: 'a b', moves: [], ply: 3 } });
  });
  it('is no address of ours where it only looks like one', async () => {
    const kind = async (text: string) => (await read(rules(''), games, pasted(text), '')).kind;
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
      read(rules('', entries), games, pasted('[Game]'), '').then((f) => f.kind);
    expect(await of([{ record }])).toBe('record');
    expect(await of([{ record }, { record }])).toBe('choice');
    expect(await of([{ record }, { error }])).toBe('choice');
    expect(await of([{ error }])).toBe('refused');
    expect(await of([])).toBe('refused');
  });
});
