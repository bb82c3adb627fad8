import { describe, expect, it } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { type Catalog, texts } from '../i18n/index.ts';
import type { Entry } from './entry.ts';
import { entry } from './fixture.ts';
import { everything, found, foundStudies, indexed, opponents, type Query, resultOf } from './search.ts';
import { statistics } from './statistics.ts';
import { newStudy, withChapter } from './study.ts';
import { titleOf } from './title.ts';
import { wayTo } from './ways.ts';

const t = texts('en', english as Catalog);
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 22, 12);
const on = (day: number): { changed: number } => ({ changed: NOW - day * DAY });

const games: readonly Entry[] = [
  entry('won', { game: 'lyngk', ...on(0) }),
  entry('lost', { game: 'lyngk', outcome: 'second', levels: [0, 3], ...on(3), accuracy: [70, 90], why: 'resignation' }),
  entry('moss', { game: 'dvonn', names: ['wren', 'Łukasz Möss'], levels: [0, 0], me: 1, table: 'abcd2345', ...on(10) }),
  entry('open', { game: 'dvonn', over: false, outcome: 'ongoing', why: '', ...on(40) }),
  entry('two', { game: 'lyngk6', names: ['Anna', 'Ben'], levels: [0, 0], me: null, ...on(50) }),
  entry('draw', { game: 'dvonn', outcome: 'draw', why: 'agreement', accuracy: [80, 60], ...on(60) }),
  entry('judged', { kind: 'analysis', game: 'lyngk', me: null, ...on(70) }),
  entry('gone', { game: 'lyngk', deleted: 1, ...on(1) }),
];
const all = indexed(games, t);
const search = (q: Partial<Query>): string =>
  found(all, { ...everything, ...q }, NOW)
    .map((i) => i.entry.id)
    .join(' ');

describe('a search', () => {
  it('finds everything but what was deleted', () => {
    expect(search({})).toBe('won lost moss open two draw judged');
    expect(search({ result: 'deleted' })).toBe('gone');
  });
  it('goes by game, opponent, result and date', () => {
    expect(search({ game: 'lyngk' })).toBe('won lost');
    expect(search({ game: 'analysis' })).toBe('judged');
    expect(search({ opponent: 'level5' })).toBe('won open draw');
    expect(search({ opponent: 'name:wren' })).toBe('moss');
    expect((['won', 'lost', 'drawn', 'open'] as const).map((result) => search({ result }))).toEqual([
      'won',
      'lost moss',
      'draw',
      'open',
    ]);
    expect([search({ days: 7 }), search({ days: 30, game: 'dvonn' })]).toEqual(['won lost', 'moss']);
  });
  it('finds a game of one’s own that was brought from elsewhere among games and analyses', () => {
    const brought = { kind: 'analysis', game: 'dvonn', me: 1, names: ['Anna', 'Ben'], levels: [0, 0] } as const;
    const own = indexed([entry('brought', brought), entry('cut', { ...brought, over: false, outcome: 'ongoing' })], t);
    const ids = (q: Partial<Query>) => found(own, { ...everything, ...q }, NOW).map((i) => i.entry.id);
    expect([ids({ game: 'dvonn' }), ids({ game: 'analysis' })]).toEqual(
      [own, own].map((l) => l.map((i) => i.entry.id)),
    );
    expect([ids({ result: 'lost' }), ids({ result: 'won' }), ids({ result: 'open' })]).toEqual([['brought'], [], []]);
  });
  it('finds a game of one’s own once, by its game, where it was analyzed while it went on', () => {
    const two = indexed([entry('own'), entry('own.line', { kind: 'analysis', me: 0 })], t);
    expect(two.map((i) => i.isGame)).toEqual([true, false]);
    expect(found(two, { ...everything, game: entry('own').game }, NOW).map((i) => i.entry.id)).toEqual(['own']);
  });
  it('goes by words: names, levels, games, dates, without accents', () => {
    expect([search({ words: 'lukasz' }), search({ words: 'ŁUKASZ' })]).toEqual(['moss', 'moss']);
    expect([search({ words: 'MOSS' }), search({ words: 'forest' }), search({ words: 'dvonn wren' })]).toEqual([
      'moss',
      'lost',
      'moss',
    ]);
    expect([search({ words: '2026-11-19' }), search({ words: 'October' }), search({ words: 'nobody' })]).toEqual([
      'lost',
      'open two',
      '',
    ]);
  });
  it('knows the opponents, levels first', () => {
    expect(opponents(all)).toEqual(['level3', 'level5', 'name:wren']);
  });
  it('calls an aborted game one without a result', () => {
    expect(resultOf(entry('x', { outcome: 'ongoing', why: 'aborted' }))).toBe('none');
  });
});

it('a game is named by its result, and leads where it goes on', () => {
  expect(games.map((e) => titleOf(e, t))).toEqual([
    'Won against Scree',
    'Lost against Forest',
    'Lost against wren',
    'Under way against Scree',
    'Anna against Ben',
    'Drawn against Scree',
    'Analysis',
    'Won against Scree',
  ]);
  const named = entry('named', { kind: 'analysis', me: null, levels: [0, 0], names: ['Anna', ''] });
  expect(titleOf(named, t)).toBe('Anna against Player 2');
  expect(games.slice(0, 4).map(wayTo)).toEqual([
    ...['../analysis/?id=won', '../analysis/?id=lost', '../analysis/?id=moss', '../?id=open'],
  ]);
});

describe('a search of studies', () => {
  const named = (id: string, name: string, ...chapters: string[]) =>
    chapters.reduce((s, c) => withChapter(s, { id: c, name: c, note: 'Über' }), newStudy(id, name, NOW));
  const studies = [named('a', 'Endings', 'First'), { ...named('b', 'Old', 'Second'), deleted: 1, changed: 1 }];
  const names = (q: Partial<Query>) => foundStudies(studies, { ...everything, ...q }, NOW).map((s) => s.name);
  it('goes by name, chapters and notes, and by date', () => {
    expect([names({}), names({ words: 'end fir uber' }), names({ words: 'second' })]).toEqual([
      ['Endings'],
      ['Endings'],
      [],
    ]);
    expect([names({ result: 'deleted' }), names({ result: 'deleted', days: 7 })]).toEqual([['Old'], []]);
  });
  it('has none where games against somebody, or with a result, are meant', () => {
    expect([names({ opponent: 'level5' }), names({ result: 'won' }), names({ game: 'lyngk' })]).toEqual([[], [], []]);
    expect(names({ game: 'analysis' })).toEqual(['Endings']);
  });
});
describe('statistics', () => {
  it('count finished games of the person by game and level, and how all of them ended', () => {
    const s = statistics(games);
    expect([s.games, s.total, s.meanAccuracy]).toEqual([6, { won: 1, drawn: 1, lost: 2 }, 75]);
    expect(s.byGame).toEqual([
      { key: 'lyngk', won: 1, drawn: 0, lost: 1 },
      { key: 'dvonn', won: 0, drawn: 1, lost: 1 },
    ]);
    expect(s.byLevel.map((r) => r.key)).toEqual(['3', '5', '0']);
    expect(s.endings).toEqual([
      { why: 'normal', n: 3 },
      { why: 'resignation', n: 1 },
      { why: 'agreement', n: 1 },
    ]);
    expect(s.accuracy.map((p) => [p.accuracy, p.mean])).toEqual([
      [80, 80],
      [70, 75],
    ]);
  });
  it('count an analysis of a game of one’s own that is not here itself', () => {
    const brought = { kind: 'analysis', levels: [0, 0], outcome: 'second' } as const;
    const all = [
      entry('brought', { ...brought, me: 1 }),
      entry('theirs', { ...brought, me: null }),
      entry('won.line', { ...brought, me: 0 }),
    ];
    expect(statistics([...games, ...all])).toMatchObject({ games: 7, total: { won: 2, drawn: 1, lost: 2 } });
  });
  it('are empty without games', () => {
    expect(statistics([])).toMatchObject({ games: 0, byLevel: [], meanAccuracy: null });
  });
  it('leave out a game that was given up before both sides had moved', () => {
    const given = { over: true, outcome: 'second', why: 'resignation' } as const;
    const all = [
      entry('a', { ...given, plies: 1 }),
      entry('b', { ...given, plies: 2 }),
      entry('c', { over: false, plies: 1 }),
    ];
    expect(statistics(all)).toMatchObject({
      games: 2,
      total: { won: 0, lost: 1 },
      endings: [{ why: 'resignation', n: 1 }],
    });
  });
});

it('ten thousand games are searched as a few are', () => {
  const names = ['moss', 'fjell', 'otter', 'wren'];
  const many = Array.from({ length: 10_000 }, (_, i) => {
    const level = i % 11;
    const name = level ? '' : (names[i % 4] ?? '');
    return entry(`g${i}`, { game: 'lyngk', levels: [0, level], names: ['', name], changed: NOW - i * 3_600_000 });
  });
  const began = performance.now();
  const index = indexed(many, t);
  const ready = performance.now();
  const queries = [{ words: 'otter' }, { opponent: 'level7' }, { days: 7 }, { words: 'scree lyngk' }];
  const counts = queries.map((q) => found(index, { ...everything, ...q }, NOW).length);
  const done = performance.now();
  // The times are for who reads the output; how fast a machine is decides no test.
  console.info(
    `10,000 games: prepared in ${Math.round(ready - began)} ms, four searches in ${Math.round(done - ready)} ms`,
  );
  expect(counts).toEqual([227, 909, 169, 909]);
});
