import { describe, expect, it } from 'vitest';
import { nowhere } from '../parts/address.ts';
import type { GameInfo, GameRecord } from '../rules/types.ts';
import { chaptersIn } from './newChapters.ts';
import { pack } from './packed.ts';

const record: GameRecord = {
  game: 'lyngk',
  start: 'x',
  result: 'first',
  first: 'Anna',
  second: 'Ben',
  moves: [{ text: 'a1-b2' }],
};
const info = { id: 'dvonn' } as GameInfo;
const why = { code: 'x', offset: -1, text: 'no' };

describe('what is brought, as chapters', () => {
  it('is each game that can be read, named by its players', async () => {
    const { first: _, second: __, ...nameless } = record;
    const entries = [
      { record },
      { record: nameless, error: why },
      { record: { ...nameless, moves: [] }, error: why },
      { error: why },
    ];
    const chapters = await chaptersIn({ kind: 'choice', entries });
    expect(chapters).toEqual([
      { name: 'Anna – Ben', record },
      { name: '', record: nameless },
    ]);
  });
  it('is a position, or what an address holds', async () => {
    const start = { game: 'dvonn', start: '/s', result: 'ongoing' };
    expect(await chaptersIn({ kind: 'position', info, position: '/s' })).toEqual([
      { name: '', record: { ...start, moves: [] } },
    ]);
    const address = { ...nowhere, game: 'dvonn', position: '/s', moves: ['a1'] };
    expect(await chaptersIn({ kind: 'address', address })).toEqual([
      { name: '', record: { ...start, moves: [{ text: 'a1' }] } },
    ]);
    const packed = { ...nowhere, game: 'lyngk', packed: await pack(record) };
    expect((await chaptersIn({ kind: 'address', address: packed }))[0]?.record).toEqual(record);
  });
  it('is refused where there is no game in it', async () => {
    await expect(chaptersIn({ kind: 'moves', moves: ['a1'] })).rejects.toThrow('neither');
    await expect(chaptersIn({ kind: 'choice', entries: [{ error: why }] })).rejects.toThrow('neither');
    await expect(chaptersIn({ kind: 'refused', why })).rejects.toThrow('no');
  });
});
