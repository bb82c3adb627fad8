import { beforeEach, describe, expect, it } from 'vitest';
import type { Drawn, GameRecord, Rules } from '../rules/types.ts';
import { checkSetup, type DrawnGame, type SetupCheck } from './setupCheck.ts';
import { noteShare, ownShare } from './shares.ts';

const reveal = { secret: 'cc', nonces: ['aa', 'bb'] as [string, string], commit: 'dd', drawn: true };
const game: DrawnGame = { id: 'abcd2345', reveal, start: 'B,W/R', me: 0 };
const tags = (change: Record<string, string> = {}): GameRecord['tags'] =>
  Object.entries({ Commit: 'dd', Secret: 'cc', MakerNonce: 'aa', JoinerNonce: 'bb', ...change }).map(
    ([name, value]) => ({
      ...{ name, value },
    }),
  );
const record: GameRecord = { game: 'toy', start: 'B,W/R', result: 'first', moves: [], tags: tags() };

/** The check of a record, of which Go says so much. */
function check({
  by = game,
  read = record,
  drawn = { valid: true } as Drawn | Error,
  server = { valid: true } as Drawn,
} = {}): Promise<SetupCheck> {
  const rules = {
    importRecords: async () => [{ record: read }],
    drawn: async () => {
      if (drawn instanceof Error) throw drawn;
      return drawn;
    },
  } as unknown as Rules;
  const host = { record: async () => 'the record', verify: async () => server as never };
  return checkSetup(rules, host, by);
}
const code = async (...how: Parameters<typeof check>): Promise<string | undefined> =>
  (await check(...how)).refusal?.code;
beforeEach(() => localStorage.clear());

describe('a draw', () => {
  it('is fair where Go finds nothing', async () => {
    expect(await check()).toEqual({ refusal: null, by: 'browser', own: false, seen: false });
  });
  it('is not where Go does', async () => {
    const error = { code: 'setup.seed', offset: -1, text: '' };
    expect(await code({ drawn: { valid: false, error } })).toBe('setup.seed');
  });
  it('is not where the record is of another board, or of other shares, than this page was told', async () => {
    expect(await code({ read: { ...record, start: 'W,B/R' } })).toBe('setup.start');
    expect(await code({ read: { ...record, tags: tags({ Commit: 'ee' }) } })).toBe('setup.commit');
    expect(await code({ read: { ...record, tags: tags({ Secret: 'ee' }) } })).toBe('setup.commit');
    expect(await code({ read: { ...record, tags: tags({ JoinerNonce: 'ee' }) } })).toBe('setup.seed');
  });
  it('of a duplicate round has the shares of all who take part', async () => {
    const by = { ...game, reveal: { ...reveal, shares: ['aa', 'bb', 'cc'] } };
    const read = (Nonces: string): GameRecord => ({ ...record, tags: tags({ Nonces }) });
    expect(await code({ by, read: read('aa bb cc') })).toBeUndefined();
    expect(await code({ by, read: read('aa bb ee') })).toBe('setup.seed');
    expect(await code({ by })).toBe('setup.seed');
  });
  it('is checked by the server where the worker cannot run here', async () => {
    const drawn = new Error('the rules could not be loaded');
    expect(await check({ drawn })).toMatchObject({ refusal: null, by: 'server' });
    const error = { code: 'setup.sides', offset: -1, text: '' };
    expect(await check({ drawn, server: { valid: false, error } })).toMatchObject({
      ...{ refusal: { code: 'setup.sides' }, by: 'server' },
    });
  });
});

describe('the share of this browser', () => {
  it('is found among the others, with what was promised before', async () => {
    noteShare({ nonce: 'aa', commit: 'dd' });
    expect(await check()).toMatchObject({ refusal: null, own: true, seen: true });
    localStorage.clear();
    noteShare({ nonce: 'aa', commit: '' });
    expect(await check()).toMatchObject({ refusal: null, own: true, seen: false });
  });
  it('tells a server that has promised something else', async () => {
    noteShare({ nonce: 'aa', commit: 'ee' });
    expect(await code()).toBe('setup.commit');
  });
  it('tells who should play which side, where that was drawn', async () => {
    noteShare({ nonce: 'bb', commit: 'dd' });
    expect(await code()).toBe('setup.sides'); // the maker plays First, and that was not this browser
    expect(await code({ by: { ...game, me: 1 } })).toBeUndefined();
    expect(await code({ by: { ...game, reveal: { ...reveal, swapped: true } } })).toBeUndefined();
    expect(await code({ by: { ...game, reveal: { ...reveal, drawn: false } } })).toBeUndefined();
    expect(await code({ by: { ...game, me: null } })).toBeUndefined();
  });
  it('is noted once, and the oldest are forgotten', () => {
    for (let i = 0; i < 205; i++) noteShare({ nonce: `n${i}`, commit: '' });
    noteShare({ nonce: 'n204', commit: 'later' });
    expect([ownShare(['n4']), ownShare(['n5'])?.nonce, ownShare(['n204'])?.commit]).toEqual([null, 'n5', 'later']);
    localStorage.setItem('cairn.shares', '{"nonce":1}');
    expect(ownShare(['n5'])).toBe(null);
  });
});
