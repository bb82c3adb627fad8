import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { toy, toyRules } from '../rules/fixture.ts';
import { draft, entry, freshArchive, oneCard, oneTry } from './fixture.ts';
import { newStudy, withChapter } from './study.ts';
import type { Training, Try } from './trained.ts';
import { ENDS, fileName, readContents, take, textOf, written } from './transfer.ts';

const { rules } = toyRules();
const when = new Date('2026-11-22T10:00:00Z');
const analysis = {
  entry: entry('s', { kind: 'analysis', me: null }),
  text: '{"record":{"game":"toy","start":"","result":"ongoing","moves":[{"text":"a"}]}}',
};
const three = [
  draft('g'),
  draft('h', ['a', 'b', 'c'], { score: [1, 2], counted: 'fives', accuracy: [70, null] }),
  analysis,
];
const none = { tries: [], cards: [] };
const training = {
  tries: [oneTry('lyngk', 7, 1000), oneTry('dvonn', 1, 2000, { day: '2026-11-22' })],
  cards: [oneCard('lyngk', 7)],
};
const codes = async (text: string) => (await readContents(text, [toy])).faults.map((f) => [f.line, f.code, f.what]);
const ids = async (text: string) => (await readContents(text, [toy])).drafts.map((d) => d.entry.id);

describe('a file of games', () => {
  it('knows every way in which a game of a record can end', () => {
    const words = readFileSync(`${import.meta.dirname}/../../../record/record.go`, 'utf8').matchAll(
      /Termination = "(\w*)"/g,
    );
    expect([...words].map(([, word]) => word).sort()).toEqual([...ENDS].sort());
  });
  it('has one game a line and is read as it was written', async () => {
    const text = written(three, when);
    expect(text.split('\n').length).toBe(6);
    expect(await readContents(text, [toy])).toEqual({ drafts: three, training: none, studies: [], faults: [] });
    expect(fileName(when)).toBe('cairn-games-2026-11-22.json');
    expect(await readContents(written([], when), [toy])).toEqual({
      drafts: [],
      training: none,
      studies: [],
      faults: [],
    });
  });
  it('has the studies, and those that are here too get the chapters of both', async () => {
    const study = withChapter(newStudy('s', 'One', 1), { id: 'g', name: 'First', note: 'why' });
    const gone = { ...newStudy('t', 'Two', 1), deleted: 5 };
    const text = written(three, when, undefined, [study, gone]);
    expect((await readContents(text, [toy])).studies).toEqual([study]);
    const archive = freshArchive();
    await archive.putStudy(withChapter(newStudy('s', 'Mine', 9), { id: 'h', name: 'Second' }));
    expect((await take(archive, rules, text)).studies).toBe(1);
    const chapters = [
      { id: 'h', name: 'Second' },
      { id: 'g', name: 'First', note: 'why' },
    ];
    expect(await archive.studies()).toEqual([{ ...newStudy('s', 'Mine', 9), begun: 1, chapters }]);
  });
  it('goes from one browser into another, and twice does no harm', async () => {
    const [from, to] = [freshArchive(), freshArchive()];
    for (const d of three) await from.put(d);
    const text = written(await from.all(), when);
    expect(await take(to, rules, text)).toEqual({ taken: 3, known: 0, tries: 0, studies: 0, faults: [] });
    expect(await take(to, rules, text)).toEqual({ taken: 0, known: 3, tries: 0, studies: 0, faults: [] });
    expect(written(await to.all(), when)).toBe(text);
    expect([...(await to.shapes()).keys()]).toEqual(['toy']);
  });
  it('brings deleted games back, and keeps what went on here', async () => {
    const a = freshArchive();
    await a.put(draft('g', ['a', 'b', 'c']));
    await a.put(draft('h'));
    await a.remove(['h']);
    expect(await take(a, rules, written([draft('g'), draft('h')], when))).toMatchObject({ taken: 1, known: 1 });
    expect([(await a.entry('g'))?.plies, (await a.entry('h'))?.deleted]).toEqual([3, undefined]);
  });
  it('carries what was trained, which is taken once, and with it when puzzles come back', async () => {
    const [from, to] = [freshArchive(), freshArchive()];
    for (const one of training.tries) await from.keepTry(one);
    await from.keepTry(training.tries[0] as Try, ...training.cards.slice(0, 1));
    const text = written([], when, await from.training());
    expect(await take(to, rules, text)).toEqual({ taken: 0, known: 0, tries: 2, studies: 0, faults: [] });
    expect(await to.training()).toEqual(training);
    // What was tried later elsewhere counts, what was tried earlier does not.
    const [later, earlier] = [oneCard('lyngk', 7, { last: 9000, due: 9 }), oneCard('lyngk', 7, { last: 1, due: 1 })];
    for (const card of [later, earlier]) {
      const again = written([], when, { tries: training.tries, cards: [card] });
      expect(await take(to, rules, again)).toMatchObject({ tries: 0 });
    }
    expect((await to.training()).cards).toEqual([later]);
  });
  it('leaves out damaged tries, and is read by its first line where the rest is cut off', async () => {
    const wrong = { ...training, tries: [...training.tries, { ...training.tries[0], result: 'perhaps' }, 7] };
    const text = written([draft('g'), draft('h')], when, wrong as unknown as Training);
    expect((await readContents(text, [toy])).training).toEqual(training);
    expect(await readContents(text.slice(0, -40), [toy])).toMatchObject({ training, drafts: [{ entry: { id: 'g' } }] });
  });
  it('that is none says so', async () => {
    expect(await codes('')).toEqual([[0, 'not_json', '']]);
    expect(await codes('hello')).toEqual([[0, 'not_json', '']]);
    expect(await codes('[1]')).toEqual([[0, 'not_ours', '']]);
    expect(await codes('{"format":"else","games":[]}')).toEqual([[0, 'not_ours', '']]);
    expect(await codes('{"format":"cairn.archive","v":2,"games":[]}')).toEqual([[0, 'too_new', '']]);
  });
  it('is taken whole or not at all', async () => {
    const archive = freshArchive();
    const put = IDBObjectStore.prototype.put;
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...of) {
      if (this.name === 'games') throw new DOMException('no room', 'QuotaExceededError');
      return put.apply(this, of);
    });
    const text = written(three, when, training, [newStudy('s', 'One', 1)]);
    await expect(take(archive, rules, text)).rejects.toMatchObject({ trouble: 'full' });
    full.mockRestore();
    expect([await archive.training(), await archive.studies(), await archive.entries()]).toEqual([none, [], []]);
    expect(await take(archive, rules, text)).toMatchObject({ taken: 3, tries: 2, studies: 1 });
  });
  it('laid out in another way, or without commas, is read as well', async () => {
    const text = written(three, when);
    const spread = JSON.stringify(JSON.parse(text), null, 2);
    for (const one of [spread, text.replace(/},\n/g, '}\n')])
      expect([await codes(one), await ids(one)]).toEqual([[], ['g', 'h', 's']]);
  });
  it('that cannot be opened, or is too large to be read, says so', async () => {
    const gone = async () => Promise.reject(new DOMException('gone', 'NotFoundError'));
    expect(await textOf({ size: 5, text: gone })).toMatchObject({ code: 'not_opened' });
    const text = vi.fn(async () => 'text');
    expect(await textOf({ size: 1e9, text })).toMatchObject({ code: 'too_large' });
    expect(text).not.toHaveBeenCalled();
    expect(await textOf({ size: 5, text })).toBe('text');
  });
  it('leaves out times of which no date can be made', async () => {
    const [study, [one], [card]] = [newStudy('s', 'One', 1e16), training.tries, training.cards] as const;
    const wrong = { tries: [{ ...one, at: 1e16 }], cards: [{ ...card, due: 1e300 }] } as Training;
    expect(await readContents(written([], when, wrong, [study]), [toy])).toMatchObject({ training: none, studies: [] });
  });
  it('names the damaged lines, and all others are found', async () => {
    const lines = written(three, when).split('\n');
    const damaged = (change: (l: string[]) => void): string => {
      const copy = [...lines];
      change(copy);
      return copy.join('\n');
    };
    const cut = damaged((l) => l.splice(3, 3, (l[3] ?? '').slice(0, 40)));
    expect([await codes(cut), await ids(cut)]).toEqual([[[4, 'damaged', '']], ['g', 'h']]);
    const lost = damaged((l) => l.splice(4, 2));
    expect([await codes(lost), await ids(lost)]).toEqual([[[4, 'damaged', '']], ['g', 'h', 's']]);
    const broken = damaged((l) => (l[1] = (l[1] ?? '').replace('{', '')));
    expect([await codes(broken), await ids(broken)]).toEqual([[[2, 'damaged', '']], ['h', 's']]);
  });
  it('names the field that is wrong', async () => {
    /** The faults of a file in whose second game a field is another one, or missing. */
    const faults = async (path: string, value?: unknown) => {
      const file = JSON.parse(written([draft('g'), draft('h')], when)) as { games: object[] };
      const names = path.split('.');
      const last = names.pop() ?? '';
      let at = file.games[1] as Record<string, unknown>;
      for (const name of names) at = at[name] as Record<string, unknown>;
      at[last] = value;
      return (await codes(JSON.stringify(file)))[0];
    };
    expect(await faults('entry.outcome', 'mine')).toEqual([3, 'field', 'entry.outcome']);
    expect(await faults('entry.names')).toEqual([3, 'field', 'entry.names']);
    expect(await faults('entry.stacks', 'a1:<b>')).toEqual([3, 'field', 'entry.stacks']);
    expect(await faults('entry.accuracy', [1, 200])).toEqual([3, 'field', 'entry.accuracy']);
    expect(await faults('entry.id', '../x')).toEqual([3, 'field', 'entry.id']);
    // No date can be made of it, and the page that lists it could not be shown any more.
    for (const time of [1e16, 1.5, -1])
      expect(await faults('entry.changed', time)).toEqual([3, 'field', 'entry.changed']);
    expect(await faults('entry.begun', 1e300)).toEqual([3, 'field', 'entry.begun']);
    expect(await faults('entry.why', 'zzz')).toEqual([3, 'field', 'entry.why']);
    expect(await faults('entry.counted', 'qqq')).toEqual([3, 'field', 'entry.counted']);
    expect(await faults('entry.game', 'chess')).toEqual([3, 'game', 'chess']);
    expect(await faults('entry')).toEqual([3, 'field', 'entry']);
    expect(await faults('game.log')).toEqual([3, 'field', 'game.log']);
    expect(await faults('game.log.events', [7])).toEqual([3, 'field', 'game.log.events']);
    expect(await faults('game.log.terms', {})).toEqual([3, 'field', 'game.log.terms']);
    expect(await codes('{"format":"cairn.archive","v":1,"games":[7]}')).toEqual([[2, 'not_a_game', '']]);
  });
  it('leaves out what an entry does not have', async () => {
    const text = written([draft('g')], when).replace('"id":', '"deleted":5,"evil":"<script>","id":');
    expect((await readContents(text, [toy])).drafts).toEqual([draft('g')]);
  });
});
