// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import type { Contest, ContestView, Result } from '../../gen/api.ts';
import { texts } from '../i18n/index.ts';
import { CallError, type Site } from '../table/server.ts';
import { ContestState, contestOf, withGames } from './contest.svelte.ts';
import { contest, you } from './fixture.ts';
import {
  asks,
  byMonth,
  changeOf,
  countdown,
  joinText,
  lengthOf,
  looking,
  pagesOf,
  playing,
  points,
  pointsBefore,
  running,
  scoreOf,
  seconds,
  sheetLine,
  sits,
  span,
  summaryOf,
  swapped,
  tablesOf,
  weeksFrom,
  worth,
} from './words.ts';

const en = texts('en', english);

describe('figures', () => {
  it('have fractions as one sign', () => {
    expect([0, 0.5, 1, 1.5, 4.25, 0.75].map(points)).toEqual(['0', '½', '1', '1½', '4¼', '¾']);
    expect(scoreOf({ first: 'a', second: 'b', result: { points: [0.5, 0.5], at: 0 } })).toBe('½ : ½');
    expect(scoreOf({ first: 'a', second: 'b' })).toBe('–');
  });
  it('say how two games of a pairing ended', () => {
    expect([2, 1.5, 1, 0.5].map((n) => worth(n, 2))).toEqual(['won', 'won', 'drawn', 'lost']);
  });
  it('of time are said in the largest units, and count down on a wall', () => {
    expect(span(7_800_000, 'en')).toBe('2 hr 10 min');
    expect(span(30 * 3_600_000, 'en')).toBe('1 day 6 hr');
    expect([48_000, 250_000, 3_723_000, -5].map(countdown)).toEqual(['0:48', '4:10', '1:02:03', '0:00']);
  });
});

it('an evening of five rounds of 10+5 lasts about 2 h 15 min, and one of days is not reckoned', () => {
  const o = contest(0).options;
  expect(lengthOf(o)).toBe(135 * 60_000);
  expect(lengthOf({ ...o, games: 2 })).toBe(270 * 60_000);
  expect(lengthOf({ ...o, control: '1/86400' })).toBe(0);
});

describe('a contest asks its reader for one thing', () => {
  const ask = (view: ContestView): string => asks(view).kind;
  const open = { ...contest(0), canJoin: true };
  const of = (c: Contest = open, y = you()): string => ask({ contest: c, you: y });
  it('before the start', () => {
    expect(of(open, {})).toBe('join');
    const why = (code: string) => ({ why: { code, text: '' } });
    expect(of(open, why('account.needed'))).toBe('join');
    expect(of({ ...open, canJoin: false }, why('me.needed'))).toBe('closed');
    expect(of(open, why('me.banned'))).toBe('closed');
    expect(of({ ...open, next: { what: 'check', at: 1 } })).toBe('joined');
    expect(of({ ...open, next: { what: 'start', at: 1 } })).toBe('check');
    const days = { ...open, options: { ...open.options, control: '1/259200' } };
    expect(of({ ...days, next: { what: 'start', at: 1 } })).toBe('joined');
    expect(of({ ...open, next: { what: 'lapse', at: 1 } }, you({ checked: true }))).toBe('checked');
  });
  it('while it runs: the board comes before everything', () => {
    const c = contest(2, 3);
    expect(asks({ contest: c, you: you({ board: 2, table: 'abcd2345', away: true }) })).toEqual({
      kind: 'board',
      board: 2,
      table: 'abcd2345',
    });
    expect(asks({ contest: c, you: you({ board: 2 }) })).toEqual({ kind: 'board', board: 2 });
    expect(of(c, you({ away: true }))).toBe('back');
    expect(of(c, you({ bye: true }))).toBe('bye');
    expect(of(contest(2, 0), you({ bye: true }))).toBe('wait');
    expect(of({ ...c, canJoin: false }, {})).toBe('closed');
    expect([sits(c, 'p0'), sits(c, 'who came late')]).toEqual([true, false]);
  });
  it('and nothing once it is over', () => {
    expect(of(contest(5, 0, 'over'))).toBe('over');
    expect(of(contest(0, 0, 'lapsed'), {})).toBe('over');
  });
});

it('the sheet of somebody says late, absent, bye and the games in words', () => {
  const c = contest(4, 6);
  const line = c.standings.find((s) => s.person === 'p0');
  if (!line) throw new Error('nobody');
  line.sheet = [
    { what: 'late', points: 0.5 },
    { what: 'bye', points: 1 },
    { what: 'absent', board: 1 },
    { what: 'game', board: 1 },
  ];
  const said = line.sheet.map((_, i) => sheetLine(c, 'p0', i, (p) => p.name, en));
  const other = c.rounds[3]?.boards[0];
  expect(said.slice(0, 3)).toEqual(['came later: ½', 'free: 1', 'no-show']);
  expect(said[3]).toMatch(/^\w+, board 1: playing$/);
  expect(other?.result).toBeUndefined();
  expect(pointsBefore(c, 'p0', 2)).toBe(1.5);
});

it('of six boards two are playing', () => expect(playing(contest(3, 2))).toEqual([2, 6]));

describe('a pairing that a host changes', () => {
  it('exchanges two people, at one board, at two, and with a bye, and nobody is in it twice', () => {
    const boards = [
      ['a', 'b'],
      ['c', 'd'],
    ] as const;
    expect(swapped(boards, ['e'], ['a', 'b']).boards[0]).toEqual(['b', 'a']);
    expect(swapped(boards, ['e'], ['a', 'd'])).toEqual({
      boards: [
        ['d', 'b'],
        ['c', 'a'],
      ],
      byes: ['e'],
    });
    const { boards: found, byes } = swapped(boards, ['e'], ['e', 'c']);
    expect([...found.flat(), ...byes].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(byes).toEqual(['c']);
  });
});

it('a wall shows at most 16 lines a page, and no single line on the last one', () => {
  const rows = (n: number): number[] =>
    pagesOf(
      Array.from({ length: n }, (_, i) => i),
      16,
    ).map((p) => p.length);
  expect([rows(6), rows(16), rows(17), rows(40), rows(0)]).toEqual([[6], [16], [9, 8], [14, 14, 12], []]);
});

it('past contests stand by month', () => {
  const at = (starts: number) =>
    ({
      id: `${starts}`,
      options: { ...contest(0).options, starts },
      phase: 'over',
      host: { id: 'p', name: '' },
      people: 4,
      updated: starts,
    }) as const;
  const months = byMonth([Date.UTC(2026, 10, 17), Date.UTC(2026, 10, 10), Date.UTC(2026, 9, 20)].map(at), 'en');
  expect(months.map(([name, list]) => [name, list.length])).toEqual([
    ['November 2026', 2],
    ['October 2026', 1],
  ]);
});

describe('the state of a contest', () => {
  const site = (answer: unknown, calls: unknown[] = []): Site =>
    ({
      root: new URL('https://host.example/'),
      call: async (...call: unknown[]) => {
        calls.push(call);
        return answer;
      },
    }) as unknown as Site;
  it('is as new as the newest news, whatever comes first', async () => {
    const state = new ContestState(site({ contest: { ...contest(1), seq: 7 }, you: you() }), 'cdef2345');
    await state.load();
    state.receive({ type: 'contest', contest: { ...contest(2), seq: 9 }, you: you() });
    state.receive({ type: 'contest', contest: { ...contest(1), seq: 8 }, you: you() });
    expect(state.view?.contest.rounds.length).toBe(2);
  });
  it('has a host name what they have seen', async () => {
    const calls: unknown[] = [];
    const state = new ContestState(site({ contest: { ...contest(1), seq: 7 }, you: you() }, calls), 'cdef2345');
    await state.load();
    await state.host('result', { round: 1, board: 4, points: [1, 0] });
    expect(calls[1]).toEqual(['POST', 'api/contests/cdef2345/result', { seq: 7, round: 1, board: 4, points: [1, 0] }]);
  });
  it('asks for one thing after the other, each by what the one before has answered', async () => {
    const seqs: unknown[] = [];
    const call = async (method: string, _: string, body: { seq: number }): Promise<unknown> => {
      if (method === 'POST') seqs.push(body.seq);
      await Promise.resolve();
      return { contest: { ...contest(1), seq: 7 + seqs.length }, you: you() };
    };
    const state = new ContestState({ root: new URL('https://host.example/'), call } as unknown as Site, 'cdef2345');
    await state.load();
    await Promise.all([1, 2, 3].map((board) => state.host('result', { round: 1, board, points: [1, 0] })));
    expect(seqs).toEqual([7, 8, 9]);
  });
  it('gives a result once more when something else has happened, unless the board has got one', async () => {
    const stale = new CallError({ code: 'contest.stale', text: 'stale' }, 'stale', 409);
    for (const [scored, posts] of [
      [false, 2],
      [true, 1],
    ] as const) {
      let n = 0;
      const c = contest(1);
      const call = async (method: string): Promise<unknown> => {
        if (method === 'POST' && ++n === 1) {
          if (scored) (c.rounds[0]?.boards[0] as { result: unknown }).result = { points: [0, 1], at: 5 };
          throw stale;
        }
        return { contest: structuredClone(c), you: you() };
      };
      const state = new ContestState({ root: new URL('https://host.example/'), call } as unknown as Site, 'cdef2345');
      await state.load();
      expect(await state.host('result', { round: 1, board: 1, points: [1, 0] })).toBe(!scored);
      expect(n).toBe(posts);
    }
  });
  it('takes over how games stand, in the last round alone', () => {
    const c = contest(2, 6);
    const game = c.rounds[1]?.boards[0]?.games?.[0];
    if (!game) throw new Error('no game');
    const next = withGames(c, [{ ...game, ply: 13 }]);
    expect(next.rounds[1]?.boards[0]?.games?.[0]?.ply).toBe(13);
    expect(next.rounds[0]).toBe(c.rounds[0]);
  });
  it('says what was refused, and can be asked again', async () => {
    const state = new ContestState(
      { root: new URL('https://host.example/'), call: () => Promise.reject(new Error('gone')) } as unknown as Site,
      'x',
    );
    expect(await state.act('join')).toBe(false);
    expect([state.problem.length > 0, state.busy]).toEqual([true, false]);
  });
});

it('an address names a contest, that of its wall too', () => {
  const of = (path: string): string => contestOf(`https://host.example/cairn/${path}`);
  expect(
    [
      'contest/cdef2345',
      'contest/cdef2345?x',
      'contest/cdef2345/screen/?rows=8',
      'contest/',
      'contest/screen/',
      'contest/index.html',
    ].map(of),
  ).toEqual([...['cdef2345', 'cdef2345', 'cdef2345', '', '', '']]);
});

it('four weeks begin on a Monday, and have each day once', () => {
  const days = weeksFrom(new Date(2026, 9, 25, 23, 30).getTime(), 4).map((d) => new Date(d)); // clocks are changed that night
  expect(days.map((d) => d.getDay())).toEqual(Array.from({ length: 28 }, (_, i) => (i + 1) % 7));
  expect(days[0]?.getDate()).toBe(19);
  expect(new Set(days.map((d) => d.toDateString())).size).toBe(28);
});
it('the rating changes from before the first game of a contest to after the last one', () => {
  const c = contest(2);
  const [a, b] = tablesOf(c, 'p0');
  const result = (
    table: string | undefined,
    ended: number,
    first: string,
    rating?: [[number, number], [number, number]],
  ) => ({ table, ended, first: { id: first }, ...(rating && { rating }) }) as Result;
  const games = [
    result(b, 20, 'p3', [
      [1600, 1590],
      [1510, 1522],
    ]),
    result(a, 10, 'p0', [
      [1500, 1510],
      [1400, 1390],
    ]),
  ];
  expect(tablesOf(c, 'p0')).toHaveLength(2);
  expect(changeOf(games, 'p0')).toEqual({ before: 1500, after: 1522 });
  expect(changeOf([result(a, 1, 'p0')], 'p0')).toBeNull();
});
it('joining a contest with programs says so in the button', () => {
  const o = contest(0).options;
  expect(joinText(o, en)).toBe('Join');
  expect(joinText({ ...o, programs: true }, en)).toBe('Join (with programs)');
});

describe('an arena', () => {
  const base = contest(1, 4);
  const c: Contest = {
    ...base,
    options: { ...base.options, format: 'arena', minutes: 90, rounds: 0 },
    next: { what: 'end', at: base.now + 60_000 },
    entrants: base.entrants.map((e, i) => (i < 3 ? { ...e, looks: base.now - i * 1000 } : e)),
  };
  it('is as long as it says, and has no rounds', () => {
    expect(lengthOf(c.options)).toBe(90 * 60_000);
    expect(summaryOf(c.options, en)).toMatch(/· arena, 1 hr 30 min ·/);
  });
  it('looks for an opponent while its time lasts, and asks who pauses to come back', () => {
    expect(asks({ contest: c, you: you() })).toEqual({ kind: 'looks' });
    expect(asks({ contest: c, you: you({ away: true }) })).toEqual({ kind: 'back' });
    expect(asks({ contest: c, you: you({ board: 5, table: 'abcd2345' }) })).toEqual({
      kind: 'board',
      board: 5,
      table: 'abcd2345',
    });
    const { next: _, ...over } = c;
    expect(asks({ contest: over, you: you({ away: true }) })).toEqual({ kind: 'time' });
  });
  it('names who is free, the longest first, and shows the boards under way by their numbers', () => {
    expect(looking(c).map((e) => e.person.id)).toEqual(['p2', 'p1', 'p0']);
    expect(running(c).map(([n]) => n)).toEqual([1, 2, 3, 4]);
    expect(seconds(12_400, 'en')).toBe('12s');
    expect(seconds(65_000, 'en')).toBe('1:05');
  });
  it('counts 2 for a win, and a line of the sheet is a game', () => {
    const [s] = c.standings;
    if (!s) throw new Error('nobody');
    const b = c.rounds[0]?.boards[4];
    const played: Contest = {
      ...c,
      standings: [
        {
          ...s,
          person: b?.first ?? '',
          points: 3,
          sheet: [
            { what: 'game', board: 5, points: 2 },
            { what: 'game', board: 5, points: 1 },
          ],
        },
      ],
    };
    const line = (n: number): string => sheetLine(played, b?.first ?? '', n, (p) => p.name, en);
    expect([line(0), line(1)]).toEqual([expect.stringMatching(/: 2$/), expect.stringMatching(/: 1$/)]);
    expect(pointsBefore(played, b?.first ?? '', 1)).toBe(3);
  });
});
