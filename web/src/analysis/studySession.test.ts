// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Archive } from '../archive/archive.ts';
import { Archiver, analysisIn } from '../archive/archiver.ts';
import { freshArchive } from '../archive/fixture.ts';
import { without } from '../archive/study.ts';
import { ArchiveError } from '../archive/trouble.ts';
import { parse } from '../device/address.ts';
import { toy, toyRules } from '../rules/fixture.ts';
import { type GameRecord, LoadError, type Rules } from '../rules/types.ts';
import { AnalysisTree } from './analysisTree.svelte.ts';
import type { Place } from './lastPlaces.ts';
import { StudySession } from './studySession.svelte.ts';
import * as T from './tree.ts';

const { rules: toys } = toyRules();
/** The text of a record is its JSON here. */
const rules = {
  ...toys,
  exportRecord: async (record: GameRecord) => ({ text: JSON.stringify(record) }),
} as unknown as Rules;
beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
});

const record = (...moves: string[]): GameRecord => ({
  ...{ game: toy.id, start: '/s', result: 'ongoing', moves: moves.map((text) => ({ text })) },
});
/** A window with a study of one chapter, "One". */
async function begun(archive: Archive) {
  const analysis = new AnalysisTree(rules);
  analysis.archiver = new Archiver(rules, undefined, async () => archive);
  await analysis.open(toy, '', ['a1-b2']);
  const studies = new StudySession(analysis);
  await studies.begin('Endings');
  const [first] = studies.study?.chapters ?? [];
  await studies.say(first?.id ?? '', { name: 'One' });
  return { analysis, studies };
}
/** Another window on the same study. */
async function second(archive: Archive, id: string, chapter?: string, place?: Place) {
  const analysis = new AnalysisTree(rules);
  analysis.archiver = new Archiver(rules, undefined, async () => archive);
  const studies = new StudySession(analysis);
  expect(await studies.open(id, chapter, place)).toBe(true);
  return { analysis, studies };
}
const chaptersOf = async (archive: Archive) =>
  (await archive.studies())[0]?.chapters.map((c) => c.name || '-').join(' ');
const movesOf = (a: AnalysisTree) => T.main(a.tree).map((id) => T.node(a.tree, id).ply?.move);

describe('a study', () => {
  it('begins with the analysis shown, gets chapters, and goes from one to the other', async () => {
    const archive = freshArchive();
    const { analysis, studies } = await begun(archive);
    expect([studies.study?.name, studies.at, analysis.study]).toEqual(['Endings', 0, studies.study?.id]);
    await studies.add([
      { name: 'Two', record: record('b2-c3') },
      { name: '', record: record() },
    ]);
    expect([await chaptersOf(archive), studies.at, movesOf(analysis)]).toEqual(['One Two -', 1, ['b2-c3']]);
    await studies.by(1);
    expect([studies.at, movesOf(analysis)]).toEqual([2, []]);
    await studies.by(1);
    await Promise.all([studies.by(-1), studies.by(-1)]); // before the first is there
    expect([studies.at, studies.chapter?.name, movesOf(analysis)]).toEqual([0, 'One', ['a1-b2']]);
  });
  it('is arranged, and opened again where it was left', async () => {
    const archive = freshArchive();
    const { analysis, studies } = await begun(archive);
    await studies.add([{ name: 'Two', record: record('b2-c3', 'a1-b2') }]);
    await analysis.go(1);
    studies.remember();
    await studies.move(studies.chapter?.id ?? '', -1);
    await studies.rename(' All  endings ');
    await studies.say(studies.chapter?.id ?? '', { note: 'why', flipped: true });
    const other = await second(archive, studies.study?.id ?? '');
    expect(other.studies.study?.name).toBe('All endings');
    expect([other.studies.at, other.studies.chapter?.note, other.studies.chapter?.flipped]).toEqual([0, 'why', true]);
    expect([other.analysis.ply, movesOf(other.analysis)]).toEqual([1, ['b2-c3', 'a1-b2']]);
  });
  it('loses a chapter, or goes whole, and is brought back', async () => {
    const archive = freshArchive();
    const { analysis, studies } = await begun(archive);
    const id = studies.study?.id ?? '';
    await studies.add([{ name: 'Two', record: record('b2-c3') }]);
    await studies.remove(studies.chapter?.id ?? '');
    expect([await chaptersOf(archive), movesOf(analysis), studies.undo?.name]).toEqual(['One', ['a1-b2'], 'Two']);
    await studies.restore();
    expect([await chaptersOf(archive), movesOf(analysis)]).toEqual(['One Two', ['b2-c3']]);
    await studies.drop();
    expect([studies.study, analysis.study, movesOf(analysis)]).toEqual([null, '', ['b2-c3']]);
    expect((await archive.entries()).every((e) => e.deleted !== undefined)).toBe(true);
    expect(await studies.open(id)).toBe(false);
    await studies.restore();
    expect([
      studies.study?.name,
      analysis.study,
      (await archive.entries()).some((e) => e.deleted !== undefined),
    ]).toEqual(['Endings', id, false]);
  });
});

describe('the address of a chapter', () => {
  it('names the study, the chapter and the place, and opens them again; a step back leads to the chapter before', async () => {
    const archive = freshArchive();
    const { analysis, studies } = await begun(archive);
    const [study, one] = [studies.study?.id ?? '', analysis.name];
    const before = history.length;
    await studies.add([{ name: 'Two', record: record('b2-c3', 'a1-b2') }]);
    expect(history.length).toBe(before + 1);
    await analysis.go(1);
    expect(history.length).toBe(before + 1); // places within a chapter are no steps of the browser
    const there = parse(location.search, location.hash);
    expect(there).toMatchObject({ game: toy.id, study, chapter: analysis.name, ply: 1 });
    const other = await second(archive, study, there.chapter, there);
    expect([other.studies.chapter?.name, other.analysis.ply]).toEqual(['Two', 1]);
    history.back();
    await vi.waitFor(() => expect(parse(location.search).chapter).toBe(one));
    expect(await studies.open(study, one)).toBe(true);
    expect([studies.chapter?.name, history.length]).toEqual(['One', before + 1]);
  });
  it('of one that is deleted leads to another of the study, and a step back from there is no way round', async () => {
    const archive = freshArchive();
    const { analysis, studies } = await begun(archive);
    const [study, one] = [studies.study?.id ?? '', analysis.name];
    await studies.add([{ name: 'Two', record: record('b2-c3') }]);
    await archive.changeStudy(study, (s) => without(s, one), { remove: [one] });
    const before = history.length;
    history.back();
    await vi.waitFor(() => expect(parse(location.search).chapter).toBe(one));
    expect(await studies.open(study, one)).toBe(true);
    expect([studies.chapter?.name, parse(location.search).chapter]).toEqual(['Two', analysis.name]);
    expect(history.length).toBe(before);
  });
  it('names no study any longer once that is deleted', async () => {
    const { studies } = await begun(freshArchive());
    await studies.drop();
    expect(parse(location.search).study).toBeUndefined();
  });
});

describe('an archive that refuses', () => {
  const refusal = () => new ArchiveError('full');
  it('leaves the way back where it was', async () => {
    const archive = freshArchive();
    const { studies } = await begun(archive);
    await studies.drop();
    vi.spyOn(archive, 'deleteStudy').mockRejectedValueOnce(refusal());
    await studies.restore();
    expect([studies.undo?.name, studies.trouble?.code, studies.study]).toEqual(['Endings', 'ui.keep.full', null]);
    await studies.restore();
    expect([studies.undo, studies.trouble, studies.study?.name]).toEqual([null, null, 'Endings']);
  });
  it('tells that games were not taken', async () => {
    const archive = freshArchive();
    const analysis = new AnalysisTree(rules);
    analysis.archiver = new Archiver(rules, undefined, async () => archive);
    await analysis.open(toy, '', []);
    const studies = new StudySession(analysis);
    vi.spyOn(archive, 'putStudy').mockRejectedValueOnce(refusal());
    const brought = { chapters: [{ name: 'One', record: record('a1-b2') }], left: { unread: 2, cut: 0 } };
    expect(await studies.take(brought, 'Games')).toBe(false);
    expect([await archive.studies(), studies.trouble?.code, studies.left]).toEqual([[], 'ui.keep.full', null]);
    expect(await studies.take(brought, 'Games')).toBe(true);
    expect([await chaptersOf(archive), studies.study?.name, studies.left]).toEqual([
      'One',
      'Games',
      { unread: 2, cut: 0 },
    ]);
  });
});

describe('a page that is closed before the archive has the last move', () => {
  it('has it in the file of the study and in copies, whatever chapter is shown', async () => {
    const archive = freshArchive();
    const { analysis, studies } = await begun(archive);
    await studies.add([{ name: 'Two', record: record('b2-c3') }]);
    studies.remember();
    await studies.by(-1);
    await analysis.archiver?.idle();
    await analysis.go(1);
    analysis.archiver = null; // the page is closed now
    await analysis.follow(['b2-c3']);
    const id = analysis.name;
    const { studies: later } = await second(archive, studies.study?.id ?? '');
    expect(later.at).toBe(1);
    expect(analysisIn((await archive.text(id)) ?? '').record.moves).toHaveLength(1);
    const [first] = (await later.text())?.split('\n') ?? [];
    expect(JSON.parse(first ?? '').moves).toHaveLength(2);
    expect((await later.copyOf(id))?.record.moves).toHaveLength(2);
  });
});

describe('two windows on one study', () => {
  it('lose nothing of what the other has changed', async () => {
    const archive = freshArchive();
    const one = await begun(archive);
    const two = await second(archive, one.studies.study?.id ?? '');
    await one.studies.add([{ name: 'Two', record: record('b2-c3') }]);
    await two.studies.add([{ name: 'Three', record: record() }]);
    await one.studies.rename('Mine');
    await two.studies.move(two.studies.study?.chapters[0]?.id ?? '', 1);
    expect([(await archive.studies())[0]?.name, await chaptersOf(archive)]).toEqual(['Mine', 'Two One Three']);
  });
  it('keep both where they go on with the same chapter: the second is one more chapter behind it', async () => {
    const archive = freshArchive();
    const one = await begun(archive);
    const two = await second(archive, one.studies.study?.id ?? '');
    await two.analysis.send({ kind: 'move', move: 'b2-c3' });
    await one.analysis.send({ kind: 'move', move: 'a1-b2' });
    await vi.waitFor(async () => expect(await chaptersOf(archive)).toBe('One One'));
    await Promise.all([one, two].map((w) => w.analysis.archiver?.idle()));
    const texts = await Promise.all((await archive.studies())[0]?.chapters.map((c) => archive.text(c.id)) ?? []);
    expect(texts.map((text) => text?.match(/[a-d]\d-[a-d]\d/g)?.join(' ')).sort()).toEqual([
      'a1-b2 a1-b2',
      'a1-b2 b2-c3',
    ]);
  });
  it('hear of each other', async () => {
    const archive = freshArchive();
    const one = await begun(archive);
    const two = await second(archive, one.studies.study?.id ?? '');
    const end = two.studies.follow();
    await one.studies.rename('Heard');
    await vi.waitFor(() => expect(two.studies.study?.name).toBe('Heard'));
    end();
  });
});

describe('the file of a study', () => {
  const recordsOf = (text: string | null): GameRecord[] => (text ?? '').split('\n').map((line) => JSON.parse(line));
  it('makes the same study elsewhere, and adds only what is new where it is', async () => {
    const { studies } = await begun(freshArchive());
    await studies.add([{ name: 'Two', record: record('b2-c3') }]);
    const records = recordsOf(await studies.text());
    localStorage.clear();
    const there = freshArchive();
    const other = new AnalysisTree(rules);
    other.archiver = new Archiver(rules, undefined, async () => there);
    const elsewhere = new StudySession(other);
    expect(await elsewhere.import([record('a1-b2')])).toBe(false);
    expect(await elsewhere.import(records)).toBe(true);
    expect([elsewhere.study?.id, elsewhere.study?.name, elsewhere.at]).toEqual([studies.study?.id, 'Endings', 0]);
    expect(await elsewhere.text()).toBe(await studies.text());
    await elsewhere.import(records);
    expect(await chaptersOf(there)).toBe('One Two');
    const [first, ...rest] = records as [GameRecord, GameRecord];
    await elsewhere.import([{ ...first, moves: [{ text: 'b2-c3' }, { text: 'a1-b2' }] }, ...rest]);
    expect([await chaptersOf(there), movesOf(other)]).toEqual(['One Two One', ['b2-c3', 'a1-b2']]);
  });
});

describe('a study that cannot be changed', () => {
  it('says whether the archive or the rules were at fault, and adds nothing', async () => {
    const archive = freshArchive();
    const { analysis, studies } = await begun(archive);
    const spy = vi.spyOn(archive, 'changeStudy').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
    expect(await studies.add([{ name: 'Two', record: record('b2-c3') }])).toBe(false);
    expect([studies.trouble?.code, await chaptersOf(archive)]).toEqual(['ui.keep.full', 'One']);
    spy.mockRestore();
    expect(await studies.add([{ name: 'Two', record: record('b2-c3') }])).toBe(true);
    expect(studies.trouble).toBeNull();
    vi.spyOn(analysis, 'reopen').mockRejectedValue(new LoadError(''));
    await studies.by(-1);
    expect([studies.trouble?.code, studies.at]).toEqual(['ui.failed', 1]);
  });
});
