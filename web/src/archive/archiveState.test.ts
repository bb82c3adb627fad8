// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { type Catalog, texts } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { toyRules } from '../rules/fixture.ts';
import { GRACE } from './archive.ts';
import { Archiver, DEVICE } from './archiver.ts';
import { ArchiveState, STEP } from './archiveState.svelte.ts';
import { analysisIdOf } from './entry.ts';
import { draft, freshArchive, saved } from './fixture.ts';
import { BATCH } from './step.ts';
import { written } from './transfer.ts';
import { ArchiveError } from './trouble.ts';

const MANY = 120;
prefs.texts = texts('en', english as Catalog);
const { rules } = toyRules();
beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

/** The state of a page that has come to rest, with what it has read of the archive on the way. */
async function opened(archive = freshArchive()) {
  const state = new ArchiveState(new Archiver(rules, undefined, async () => archive));
  const entries = vi.spyOn(archive, 'entries');
  const purge = vi.spyOn(archive, 'purge');
  const end = state.start();
  await vi.waitFor(() => expect(purge).toHaveBeenCalled());
  await purge.mock.results[0]?.value;
  return { state, entries, end };
}
async function filled() {
  const archive = freshArchive();
  const all = Array.from({ length: MANY }, (_, i) =>
    draft(`g${i}`, ['a', 'b'], { changed: i, names: ['Anna', `Moss ${1000 + i}`] }),
  );
  await archive.take(all);
  return archive;
}

describe('an archive of many games', () => {
  it('is read once, and drawn a few rows at a time', async () => {
    const { state, entries, end } = await opened(await filled());
    expect(entries).toHaveBeenCalledOnce();
    expect([state.entries?.length, state.found.length, state.list.length]).toEqual([MANY, MANY, STEP]);
    expect(state.list[0]?.entry.id).toBe(`g${MANY - 1}`);
    state.more();
    expect(state.list.length).toBe(2 * STEP);
    end();
  });
  it('puts the words of games together when they are first searched, and not again', async () => {
    const { state, end } = await opened(await filled());
    const folded = vi.spyOn(String.prototype, 'normalize');
    expect(state.found.length).toBe(MANY);
    const before = folded.mock.calls.length;
    state.ask({ words: 'moss 1017' });
    expect(state.found.length).toBe(1);
    const first = folded.mock.calls.length;
    state.ask({ words: 'moss' });
    expect(state.found.length).toBe(MANY);
    expect(before).toBeLessThan(MANY);
    expect(first).toBeGreaterThan(MANY);
    expect(folded.mock.calls.length - first).toBeLessThan(5); // what is searched for alone
    end();
  });
  it('is read again for what a page had saved and the archive did not have', async () => {
    const archive = await filled();
    localStorage.setItem(DEVICE, saved('mine', ['a']));
    const { state, entries, end } = await opened(archive);
    expect(state.entries?.length).toBe(MANY + 1);
    expect(entries.mock.calls.length).toBeGreaterThan(1);
    end();
  });
  it('forgets what was deleted long ago', async () => {
    const archive = await filled();
    await archive.remove(['g1'], Date.now() - GRACE - 1);
    const { state, end } = await opened(archive);
    await vi.waitFor(() => expect(state.entries?.length).toBe(MANY - 1));
    end();
  });
});

it('says how much room a file needed, and that nothing of it was taken', async () => {
  const archive = await filled();
  const { state, end } = await opened(archive);
  const text = written([draft('new')], new Date());
  vi.spyOn(archive, 'take').mockRejectedValueOnce(new ArchiveError('full'));
  const file = { size: 2_500_000, text: async () => text };
  await state.take(file);
  expect([state.noRoom, state.trouble, state.imported, state.entries?.length]).toEqual([3, null, null, MANY]);
  await state.take(file);
  expect([state.noRoom, state.imported?.taken]).toEqual([null, 1]);
  end();
});

describe('a file of many games', () => {
  const many = Array.from({ length: 2 * BATCH + 1 }, (_, i) => draft(`n${i}`));
  const text = written(many, new Date());
  const file = { size: text.length, text: async () => text };
  /** The shares shown of what is done; it is stopped when `until` is reached. */
  function followed(state: ArchiveState, until = 2): number[] {
    const shares: number[] = [];
    vi.spyOn(state, 'work', 'set').mockImplementation((work) => {
      if (work) shares.push(work.share);
      if (work && work.share >= until) state.stop();
    });
    return shares;
  }
  it('is followed, and taken whole', async () => {
    const { state, end } = await opened();
    const shares = followed(state);
    await state.take(file);
    expect([state.imported?.taken, state.entries?.length]).toEqual([many.length, many.length]);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.map((s) => s.toFixed(1))).toEqual(['0.1', '0.2', '0.6', '1.0']);
    shares.splice(0);
    expect((await state.file())?.text.split('\n').length).toBe(many.length + 3);
    expect(shares.map((s) => s.toFixed(1))).toEqual(['0.0', '0.5', '1.0']);
    end();
  });
  it.each([0.05, 0.5])('is stopped at %d, and nothing of it is kept', async (until) => {
    const archive = await filled();
    const { state, end } = await opened(archive);
    followed(state, until);
    await state.take(file);
    expect([state.stopped, state.imported, state.trouble, state.busy]).toEqual(['import', null, null, false]);
    expect((await archive.entries()).length).toBe(MANY);
    vi.restoreAllMocks();
    await state.take(file); // another time it is taken
    expect([state.stopped, state.work, state.imported?.taken]).toEqual([null, null, many.length]);
    followed(state, 0.1);
    expect([await state.file(), state.stopped, state.trouble]).toEqual([null, 'export', null]);
    end();
  });
});

describe('a game and its analysis', () => {
  const played = draft('played');
  const judged = draft(analysisIdOf(played.entry), [], { kind: 'analysis', me: null, plies: 2 });
  const shown = (state: ArchiveState): string[] => state.found.map((f) => f.entry.id);
  it('are one line, which is found among the analyses, too', async () => {
    const archive = freshArchive();
    await archive.take([played, judged]);
    const { state, end } = await opened(archive);
    expect([shown(state), state.counts.all, state.counts.analyses]).toEqual([['played'], 1, 1]);
    state.ask({ game: 'analysis' });
    expect(shown(state)).toEqual(['played']);
    end();
  });
  it('are deleted together, and brought back together', async () => {
    const archive = freshArchive();
    const before = draft('played.before', [], { kind: 'analysis', me: null, plies: 1, line: 'before', bare: true });
    await archive.take([played, judged, before]);
    const { state, end } = await opened(archive);
    await state.remove(played.entry);
    expect(shown(state)).toEqual([]);
    state.ask({ result: 'deleted' });
    expect(shown(state)).toEqual(['played']);
    await state.restore(played.entry);
    state.ask({ result: '' });
    expect(shown(state)).toEqual(['played']);
    expect((await archive.entries()).some((e) => e.deleted !== undefined)).toBe(false);
    end();
  });
});
