import { describe, expect, it } from 'vitest';
import type { GameRecord } from '../rules/types.ts';
import { LONGEST, pack, recordOf, unpack } from './packed.ts';

const game: GameRecord = {
  game: 'lyngk',
  start: 'x 1 -:- 0:0',
  first: 'Anna',
  second: 'Łukasz “Ben”',
  result: 'second',
  termination: 'resignation',
  tags: [{ name: 'Event', value: 'A café' }],
  note: { comment: 'A quiet start.' },
  moves: [
    { text: 'a1-b2', note: { comment: 'The first.', eval: '+0.31', clock: 60_000 } },
    {
      text: 'R,c2-c1',
      nags: [2],
      variations: [
        { note: { comment: 'Better:' }, moves: [{ text: 'c7-c6', variations: [{ moves: [{ text: 'b1-b2' }] }] }] },
      ],
    },
  ],
};

describe('a game in an address', () => {
  it('comes back with names, comments and variations', async () => {
    const word = await pack(game);
    expect(word).toMatch(/^[\w-]+$/);
    expect(await unpack(word)).toEqual(game);
  });
  it('is short: a game of 73 plies with variations fits', async () => {
    const spots = [...'abcdefghi'].flatMap((c) => [1, 2, 3, 4, 5].map((n) => `${c}${n}`));
    const text = (i: number): string => `${spots[(i * 17) % 45]}-${spots[(i * 29 + 7) % 45]}`;
    const moves = Array.from({ length: 73 }, (_, i) => ({
      text: text(i),
      note: { eval: `${(i % 7) - 3}.${i}`, comment: i % 5 ? '' : `Move ${i} is worth a word.` },
      variations: i % 9 ? [] : [{ moves: [{ text: text(i + 100) }, { text: text(i + 101) }] }],
    }));
    expect((await pack({ ...game, moves })).length).toBeLessThan(LONGEST / 2);
  });
  it('is none where the word is broken, or holds something else', async () => {
    const word = await pack(game);
    expect(await unpack('')).toBe(null);
    expect(await unpack(word.slice(0, 40))).toBe(null);
    expect(await unpack('***')).toBe(null);
    expect(await unpack(await pack('no record' as unknown as GameRecord))).toBe(null);
  });
  it('is not unpacked without end', async () => {
    const huge = await pack({ ...game, note: { comment: 'x'.repeat(5_000_000) } });
    expect(huge.length).toBeLessThan(LONGEST);
    expect(await unpack(huge)).toBe(null);
  });
  it('is read as far as it makes sense', () => {
    expect(recordOf({ game: 'lyngk', start: 'x', result: 'maybe', moves: 'a b', first: 7, tags: [3] })).toEqual({
      ...{ game: 'lyngk', start: 'x', result: 'ongoing', moves: [] },
    });
    expect(
      recordOf({ game: 'lyngk', start: 'x', moves: [null, { text: 'a', nags: ['x', 4], note: 3 }] })?.moves,
    ).toEqual([{ text: '' }, { text: 'a', nags: [4] }]);
    for (const odd of [null, 7, [], {}, { game: 'lyngk' }, { start: '', moves: [] }]) expect(recordOf(odd)).toBe(null);
  });
  it('does not follow variations without end', () => {
    let move: unknown = { text: 'a' };
    for (let i = 0; i < 5000; i++) move = { text: 'a', variations: [{ moves: [move] }] };
    expect(recordOf({ game: 'lyngk', start: 'x', moves: [move] })?.moves).toHaveLength(1);
  });
});
