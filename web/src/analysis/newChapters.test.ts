import { describe, expect, it } from 'vitest';
import { pack } from '../archive/packed.ts';
import { nowhere } from '../device/address.ts';
import type { GameInfo, GameRecord } from '../rules/types.ts';
import { chaptersIn } from './newChapters.ts';

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
    const { chapters, left } = await chaptersIn({ kind: 'choice', entries });
    expect(chapters).toEqual([
      { name: 'Anna – Ben', record },
      { name: '', record: nameless },
    ]);
    expect(left).toEqual({ unread: 2, cut: 1 });
  });
  it('leaves nothing out unsaid: neither games that cannot be read nor those that are too many', async () => {
    const rest = { code: 'ui.import.rest', args: { n: '2' }, offset: -1, text: 'there are more' };
    const entries = [{ record }, { record }, { error: rest }];
    expect((await chaptersIn({ kind: 'choice', entries })).left).toEqual({ unread: 0, cut: 0, rest });
    expect((await chaptersIn({ kind: 'choice', entries: [{ record }, { record }] })).left).toBeNull();
  });
  it('is a position, or what an address holds', async () => {
    const start = { game: 'dvonn', start: '/s', result: 'ongoing' };
    const chapters = async (found: Parameters<typeof chaptersIn>[0]) => (await chaptersIn(found)).chapters;
    expect(await chapters({ kind: 'position', info, position: '/s' })).toEqual([
      { name: '', record: { ...start, moves: [] } },
    ]);
    const address = { ...nowhere, game: 'dvonn', position: '/s', moves: ['a1'] };
    expect(await chapters({ kind: 'address', address })).toEqual([
      { name: '', record: { ...start, moves: [{ text: 'a1' }] } },
    ]);
    const packed = { ...nowhere, game: 'lyngk', packed: await pack(record) };
    expect((await chapters({ kind: 'address', address: packed }))[0]?.record).toEqual(record);
  });
  it('is refused where there is no game in it', async () => {
    await expect(chaptersIn({ kind: 'moves', moves: ['a1'] })).rejects.toThrow('neither');
    await expect(chaptersIn({ kind: 'choice', entries: [{ error: why }] })).rejects.toThrow('neither');
    await expect(chaptersIn({ kind: 'refused', why })).rejects.toThrow('no');
  });
});
