// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Archive } from '../archive/archive.ts';
import type { Entry } from '../archive/entry.ts';
import { entry, freshArchive } from '../archive/fixture.ts';
import { people } from '../device/people.svelte.ts';
import { prefs } from '../prefs.svelte.ts';
import { nativeRules } from '../rules/native.fixture.ts';
import type { GameRecord, RecordEntry } from '../rules/types.ts';
import { marksOf } from './boardMarks.ts';
import { Collection } from './collection.ts';
import { Explorer, type Place } from './explorer.svelte.ts';
import { KeptShelves, PassingShelves, type Shelved, type Shelves } from './shelf.ts';

const { rules, close } = nativeRules();
afterAll(close);
await prefs.speak('analysis');
const EMPTY = await rules.start('dvonn', '', false);

/** The positions of a line, the start first. */
async function positions(...moves: string[]): Promise<string[]> {
  const { plies } = await rules.replay('dvonn', EMPTY, moves);
  return [EMPTY, ...plies.map((p) => p.position)];
}
const record = (result: GameRecord['result'], ...moves: string[]): GameRecord => ({
  ...{ game: 'dvonn', start: EMPTY, result, first: 'Ann', second: 'Bob' },
  moves: moves.map((text) => ({ text })),
});

/** A sequence of numbers that is the same each time. */
function chance(seed: number): (below: number) => number {
  let s = seed;
  return (below) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 2 ** 32) * below);
  };
}

describe('a collection', () => {
  const kinds: [string, () => Promise<Shelves>][] = [
    ['of this visit', async () => new PassingShelves()],
    ['in the database', () => KeptShelves.open(`explorer ${Math.random()}`)],
  ];
  it.each(kinds)('%s counts what is there after games came, went on and were deleted', async (_, shelves) => {
    const some = await shelves();
    const pick = chance(7);
    const spots = ['c3', 'd2', 'e3', 'f4', 'g2', 'h3', 'i4', 'a1'];
    const there = new Map<string, string[]>();
    const reads = vi.fn(async (id: string) => ({ record: record('first', ...(there.get(id) ?? [])) }));
    for (let round = 0; round < 12; round++) {
      for (let n = 0; n < 5; n++) {
        const id = `g${pick(25)}`;
        const had = there.get(id) ?? [];
        const free = spots.filter((s) => !had.includes(s));
        if (pick(4) === 0) there.delete(id);
        else there.set(id, [...had, free[pick(Math.min(2, free.length))] ?? ''].filter(Boolean));
      }
      const games = [...there].map(([id, moves]): Shelved => [id, 'dvonn', moves.join()]);
      const collection = new Collection(rules, some, 6); // as another visit would find it
      await collection.refresh(games, reads);
      expect(await collection.size('dvonn')).toBe(there.size);
      const without = `g${pick(25)}`;
      const all = await collection.explore('dvonn', EMPTY, 100, (id) => id === without);
      const others = [...there].filter(([id]) => id !== without);
      expect(all.tally.games).toBe(others.length);
      expect(all.visits.map((v) => v.id).sort()).toEqual(others.map(([id]) => id).sort());
      expect((await some.all()).every((run) => run.games.length <= 6)).toBe(true);
    }
    const calls = reads.mock.calls.length;
    const games = [...there].map(([id, moves]): Shelved => [id, 'dvonn', moves.join()]);
    await new Collection(rules, some, 6).refresh(games, reads);
    expect(reads.mock.calls.length).toBe(calls); // nothing has changed
  });
});

/** An explorer with a file that was opened. */
function opened(...records: GameRecord[]) {
  const file: RecordEntry[] = records.map((r) => ({ record: r }));
  const open = vi.fn();
  const archive = freshArchive();
  const place: Place = { rules, archive: async () => archive as Archive, shown: () => '', file, open };
  return { explorer: new Explorer(place), open };
}
const until = async (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 20_000 });

describe('the explorer', () => {
  const games = [
    record('first', 'c3', 'g2', 'e3', 'a1', 'b1'),
    record('second', 'c3', 'g2', 'e3', 'a2'),
    record('draw', 'i3', 'c2', 'g3'), // c3 from the other side, then something else
  ];
  it('counts moves with their results, and boards that are images of each other as one', async () => {
    const { explorer, open } = opened(...games);
    await explorer.look('dvonn', await positions());
    await until(() => expect([explorer.answer?.tally.games, explorer.total]).toEqual([3, 3]));
    expect(explorer.kind).toBe('file');
    expect(explorer.answer?.moves.map((m) => [m.move, m.same, m.tally.games])).toEqual([['c3', 2, 3]]);
    await explorer.look('dvonn', await positions('i3', 'e4')); // g2 seen from there
    await until(() => expect(explorer.answer?.tally.games).toBe(2));
    await explorer.look('dvonn', await positions('c3'));
    await until(() => expect(explorer.answer?.moves.map((m) => m.tally.games)).toEqual([2, 1]));
    const { first, second, draws } = explorer.answer?.moves[0]?.tally ?? {};
    expect([first, second, draws]).toEqual([1, 1, 0]);
    await until(() => expect(explorer.seen.map((g) => g.outcome).sort()).toEqual(['draw', 'first', 'second']));
    explorer.seen.find((g) => g.outcome === 'first')?.open?.();
    expect(open).toHaveBeenCalledWith({ record: games[0] }, 1);
  });
  it('says where the last game left, and names games with the same red pieces', async () => {
    const { explorer } = opened(...games);
    await explorer.look('dvonn', await positions('c3', 'g2', 'e3', 'b4', 'c4', 'd4'));
    await until(() => expect(explorer.left?.ply).toBe(3));
    await until(() => expect([explorer.alike, explorer.seen.length]).toEqual([true, 2]));
    await explorer.look('dvonn', await positions('c3', 'd3'));
    await until(() => expect([explorer.left?.ply, explorer.alike, explorer.seen.length]).toEqual([1, false, 0]));
    await explorer.look('dvonn', await positions('a1'));
    await until(() => expect(explorer.left?.ply).toBe(0));
    await explorer.look('dvonn', await positions('c3', 'g2'));
    await until(() => expect([explorer.left, explorer.answer?.tally.games]).toEqual([null, 2]));
  });
  it('looks through a file that is opened later', async () => {
    const { explorer } = opened();
    await explorer.look('dvonn', await positions());
    await until(() => expect([explorer.kind, explorer.total]).toEqual(['own', 0]));
  });
  it('looks through one’s own games that were played, but for the one that is looked at', async () => {
    const archive = freshArchive();
    const keep = (id: string, r: GameRecord, more: Partial<Entry> = {}): Promise<void> =>
      archive.put({
        entry: entry(id, {
          game: 'dvonn',
          plies: r.moves.length,
          outcome: r.result,
          line: `${id} ${r.moves.length}`,
          ...more,
        }),
        text: JSON.stringify({ record: r }),
      });
    await keep('played', record('first', 'c3', 'g2'));
    await keep('shown', record('second', 'c3', 'd3'));
    await keep('tried', record('ongoing', 'a1'), { kind: 'analysis', over: false, names: ['', ''] });
    await keep('gone', record('first', 'a2'));
    await archive.remove(['gone']);
    const place: Place = { rules, archive: async () => archive, shown: () => 'shown.1', file: [], open: vi.fn() };
    const explorer = new Explorer(place);
    await explorer.look('dvonn', await positions());
    await until(() => expect([explorer.missing, explorer.total]).toEqual([0, 2]));
    expect(explorer.answer?.tally).toMatchObject({ games: 1, first: 1, second: 0 });
    await until(() =>
      expect(explorer.seen.map((g) => [g.key, g.href])).toEqual([['played', '../analysis/?id=played']]),
    );
    await keep('played', record('first', 'd2', 'g2')); // it went on in another way
    await explorer.look('dvonn', await positions('c3'));
    await until(() => expect([explorer.answer?.tally.games, explorer.left]).toEqual([1, null]));
    expect(explorer.seen[0]?.href).toBe('../analysis/?id=played#1');
  });
  it('asks the server, and names the tables where it was', async () => {
    const asked: string[] = [];
    const seats = [{ name: 'Ada' }, { name: 'Nils' }];
    const tally = { games: 2, first: 1, second: 0, draws: 1 };
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      const log = {
        v: 1,
        terms: { v: 1, game: 'dvonn', start: EMPTY, players: [{}, {}], control: '-' },
        events: [
          { v: 1, kind: 'move', side: 'first', move: 'c3' },
          { v: 1, kind: 'resign', side: 'second' },
        ],
      };
      if (url.includes('/tables/gone2222')) return new Response('{}', { status: 404 });
      if (url.includes('/tables/')) return Response.json({ seats, log });
      return Response.json({ ...tally, moves: [{ move: 'c3', same: 2, ...tally }], tables: ['abcd2345', 'gone2222'] });
    });
    const { explorer } = opened();
    explorer.choose('server');
    await explorer.look('dvonn', await positions());
    await until(() => expect(explorer.seen.map((g) => [g.outcome, g.href])).toEqual([['first', '../abcd2345']]));
    expect([explorer.total, explorer.answer?.moves[0]?.tally.draws, explorer.failed]).toEqual([2, 1, false]);
    explorer.choose('hosted');
    await explorer.look('dvonn', await positions('c3'));
    await until(() => expect(asked.some((url) => url.includes('position=') && url.includes('of=file'))).toBe(true));
    explorer.choose('server');
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no connection')));
    await explorer.look('dvonn', await positions('a1'));
    await until(() => expect(explorer.failed).toBe(true));
    vi.unstubAllGlobals();
  });
  it('offers the file that a server has', async () => {
    people.there = true;
    vi.stubGlobal('fetch', async () => Response.json({ games: true }));
    const { explorer } = opened();
    await until(() => expect(explorer.kinds).toEqual(['own', 'server', 'hosted']));
    people.there = false;
    vi.unstubAllGlobals();
  });
  it('draws how often a piece was placed, and the ways of moves, the one pointed at above', () => {
    const tally = (n: number) => ({ games: n, first: n, second: 0, draws: 0, margin: 0 });
    const moves = [
      { move: 'a1', same: 1, tally: tally(9) },
      { move: 'b1', same: 1, tally: tally(4) },
    ];
    const placed = marksOf(moves, '', (m) => [m]);
    expect(placed.counts?.map((c) => [c.spot, />9</.test(c.svg(40))])).toEqual([
      ['a1', true],
      ['b1', false],
    ]);
    const ways = marksOf(moves, 'b1', (m) => [m, 'c3']);
    expect(ways.arrows?.map((a) => [a.path[0], a.kind])).toEqual([
      ['a1', 'other'],
      ['b1', 'plan'],
    ]);
  });
});
