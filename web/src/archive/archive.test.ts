import { openDB } from 'idb';
import { describe, expect, it, vi } from 'vitest';
import { Archive, GRACE } from './archive.ts';
import { VERSION } from './database.ts';
import { draft, entry, freshArchive, freshName, movesIn, oneCard, oneTry, saved } from './fixture.ts';
import { newStudy, withChapter } from './study.ts';
import { ArchiveError } from './trouble.ts';

const ids = async (a: Archive) => (await a.entries()).map((e) => e.id);

describe('the archive', () => {
  it('keeps games, the latest in front, and gives them back as they were', async () => {
    const a = freshArchive();
    await a.put(draft('one', ['a'], { changed: 1 }));
    await a.put(draft('two', ['b'], { changed: 2 }));
    await a.put(draft('one', ['a', 'c'], { changed: 3 }));
    expect(await ids(a)).toEqual(['one', 'two']);
    expect([movesIn(await a.text('one')), (await a.entry('two'))?.plies]).toEqual(['ac', 1]);
    expect((await a.latest(1)).map((e) => e.id)).toEqual(['one']);
  });
  it('is the same in every window', async () => {
    const name = freshName();
    const [a, b] = [freshArchive(name), freshArchive(name)];
    await Promise.all([a.put(draft('one')), b.put(draft('two')), a.put(draft('three')), b.put(draft('one'))]);
    expect((await ids(a)).sort()).toEqual(['one', 'three', 'two']);
    expect(await ids(b)).toEqual(await ids(a));
  });
  it('loses nothing to a window that was left behind', async () => {
    const a = freshArchive();
    await a.put(draft('g', ['a', 'b', 'c']));
    await a.put(draft('g', ['a', 'b']));
    expect(movesIn(await a.text('g'))).toBe('abc');
  });
  it('keeps both where two windows went on in different ways', async () => {
    const a = freshArchive();
    await a.put(draft('g', ['a', 'b']));
    await a.put(draft('g', ['a', 'c']));
    await a.put(draft('g', ['a', 'd']));
    const all = await Promise.all((await ids(a)).sort().map((id) => a.text(id)));
    expect(all.map(movesIn)).toEqual(['ad', 'ab', 'ac']);
    expect((await ids(a)).sort()).toEqual(['g', 'g~1', 'g~2']);
  });
  it('keeps all of a write or nothing of it', async () => {
    const a = freshArchive();
    await a.put(draft('g', ['a']));
    const bad = { entry: { ...entry('h'), id: undefined as unknown as string }, text: saved('h', ['b']) };
    await expect(a.take([draft('i'), bad])).rejects.toThrow(ArchiveError);
    expect(await ids(a)).toEqual(['g']);
    expect(await a.text('i')).toBe(undefined);
  });
  it('takes many at once as one after the other: the same one twice, ways that part, a game and its analysis', async () => {
    const a = freshArchive();
    await a.put(draft('old', ['a', 'b']));
    const line = 'judged';
    const judged = draft('g.s', [], { kind: 'analysis', me: null, plies: 2, line, accuracy: [70, 80] });
    const twice = [draft('g', ['a'], { line }), draft('g', ['a', 'b'], { line })];
    const { games } = await a.take([judged, draft('old', ['a', 'c']), ...twice, draft('old~1', ['d'])]);
    expect(games).toBe(5);
    const texts = await Promise.all(['g', 'old', 'old~1', 'old~2'].map((id) => a.text(id)));
    expect(texts.map(movesIn)).toEqual(['ab', 'ac', 'd', 'ab']);
    expect((await a.entry('g'))?.accuracy).toEqual([70, 80]);
  });
  it('says that the storage is full, and has what it had', async () => {
    const a = freshArchive();
    await a.put(draft('g', ['a']));
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    await expect(a.put(draft('h'))).rejects.toMatchObject({ trouble: 'full' });
    put.mockRestore();
    expect(await ids(a)).toEqual(['g']);
    await a.put(draft('h'));
    expect((await ids(a)).sort()).toEqual(['g', 'h']);
  });
  it('makes room by forgetting what was deleted', async () => {
    const a = freshArchive();
    for (const id of ['g', 'h']) await a.put(draft(id));
    await a.remove(['g']);
    const real = IDBObjectStore.prototype.put;
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    await a.put(draft('i'));
    put.mockRestore();
    expect([IDBObjectStore.prototype.put === real, (await ids(a)).sort(), await a.text('g')]).toEqual([
      true,
      ['h', 'i'],
      undefined,
    ]);
  });
  it('makes room where a study was deleted that has no games any more', async () => {
    const a = freshArchive();
    await a.putStudy(newStudy('s', 'One', 1));
    await a.deleteStudy('s', true);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    await a.put(draft('i'));
    put.mockRestore();
    expect([await ids(a), await a.studies()]).toEqual([['i'], []]);
  });
  it('of a newer version is left alone and told of', async () => {
    const name = freshName();
    const a = freshArchive(name);
    await a.put(draft('g', ['a']));
    // A newer page changes it while this one is open: this one lets go, and finds it newer from then on.
    const newer = await openDB(name, VERSION + 1, { upgrade: (db) => void db.createObjectStore('more') });
    await expect(a.put(draft('h'))).rejects.toMatchObject({ trouble: 'newer' });
    await expect(a.entries()).rejects.toMatchObject({ trouble: 'newer' });
    expect((await newer.getAll('games')).map((e) => e.id)).toEqual(['g']);
    newer.close();
  });
  it('of the first version is taken over with all its games', async () => {
    const name = freshName();
    const first = await openDB(name, 1, {
      upgrade(db) {
        const games = db.createObjectStore('games', { keyPath: 'id' });
        games.createIndex('changed', 'changed');
        games.createIndex('line', 'line');
        db.createObjectStore('texts');
        db.createObjectStore('shapes', { keyPath: 'game' });
      },
    });
    for (const id of ['g', 'h']) {
      await first.put('games', entry(id));
      await first.put('texts', saved(id, ['a', 'b']), id);
    }
    first.close();
    const a = freshArchive(name);
    expect([(await ids(a)).sort(), movesIn(await a.text('g')), await a.studies()]).toEqual([['g', 'h'], 'ab', []]);
    await a.putStudy(newStudy('s', 'Openings', 1));
    expect((await a.studies()).map((s) => s.name)).toEqual(['Openings']);
    // A page of the first version finds it newer and leaves it alone.
    await a.close();
    await expect(new Archive(name, 1).entries()).rejects.toMatchObject({ trouble: 'newer' });
  });
  it('keeps studies as they were put last, and forgets deleted ones in the end', async () => {
    const a = freshArchive();
    const study = withChapter(newStudy('s', 'One', 1), { id: 'g', name: 'First' });
    await a.putStudy(study);
    await a.putStudy({ ...newStudy('t', 'Two', 2), deleted: 1000 });
    expect((await a.studies()).map((s) => [s.id, s.chapters.length])).toEqual([
      ['t', 0],
      ['s', 1],
    ]);
    await a.purge(1001 + GRACE);
    expect(await a.studies()).toEqual([study]);
  });
  it('of the second version keeps its games and studies when training comes to it', async () => {
    const name = freshName();
    const second = await openDB(name, 2, {
      upgrade(db) {
        const games = db.createObjectStore('games', { keyPath: 'id' });
        games.createIndex('changed', 'changed');
        games.createIndex('line', 'line');
        db.createObjectStore('texts');
        db.createObjectStore('shapes', { keyPath: 'game' });
        db.createObjectStore('studies', { keyPath: 'id' });
      },
    });
    await second.put('games', entry('g'));
    await second.put('texts', saved('g', ['a', 'b']), 'g');
    await second.put('studies', newStudy('s', 'Openings', 1));
    second.close();
    const a = freshArchive(name);
    await a.keepTry(oneTry('lyngk', 3, 20), oneCard('lyngk', 3));
    await a.keepTry(oneTry('lyngk', 4, 10));
    expect([await ids(a), movesIn(await a.text('g')), await a.trained()]).toEqual([['g'], 'ab', true]);
    expect((await a.studies()).map((s) => s.name)).toEqual(['Openings']);
    const { tries, cards } = await a.training();
    expect([tries.map((x) => x.puzzle), cards.map((c) => c.id)]).toEqual([[4, 3], ['lyngk.3']]); // oldest first
    expect(await freshArchive().trained()).toBe(false);
  });
  it('says when the browser has none', async () => {
    const had = globalThis.indexedDB;
    vi.stubGlobal('indexedDB', undefined);
    await expect(freshArchive().entries()).rejects.toMatchObject({ trouble: 'none' });
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('private', 'SecurityError');
      },
    });
    await expect(freshArchive().entries()).rejects.toMatchObject({ trouble: 'none' });
    vi.stubGlobal('indexedDB', had);
  });
  it('refuses what the browser ends, and leaves no other error behind', async () => {
    const a = freshArchive();
    await a.put(draft('g'));
    const left: unknown[] = [];
    const hear = (e: unknown) => left.push(e);
    process.on('unhandledRejection', hear);
    // As a browser does that closes: whatever is under way is ended.
    const begin = IDBDatabase.prototype.transaction;
    const ended = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...args
    ) {
      const tx = begin.apply(this, args);
      queueMicrotask(() => tx.abort());
      return tx;
    });
    const all = [a.entries(), a.entry('g'), a.text('g'), a.latest(1), a.all(), a.shapes(), a.studies(), a.study('s')];
    const others = [a.training(), a.trained(), a.put(draft('h')), a.keepTry(oneTry('lyngk', 3, 20))];
    for (const one of await Promise.allSettled([...all, ...others]))
      expect(one).toMatchObject({ status: 'rejected', reason: { trouble: 'failed' } });
    ended.mockRestore();
    await new Promise((done) => setTimeout(done));
    process.off('unhandledRejection', hear);
    expect(left).toEqual([]);
    expect(await ids(a)).toEqual(['g']);
  });
  it('brings deleted games back, and forgets them in the end', async () => {
    const a = freshArchive();
    for (const id of ['g', 'h']) await a.put(draft(id));
    await a.remove(['g', 'h'], 1000);
    expect([await a.latest(9), (await a.all()).length]).toEqual([[], 0]);
    // A page that still has it saves it again as it is: that is no wish to have it back.
    await a.put(draft('g'));
    expect((await a.entry('g'))?.deleted).toBe(1000);
    await a.restore(['g']);
    expect((await a.latest(9)).map((e) => e.id)).toEqual(['g']);
    await a.purge(1000 + GRACE);
    expect((await ids(a)).length).toBe(2);
    await a.purge(1001 + GRACE);
    expect([await ids(a), await a.text('h')]).toEqual([['g'], undefined]);
  });
  it('has a deleted game again when it goes on', async () => {
    const a = freshArchive();
    await a.put(draft('g', ['a']));
    await a.remove(['g']);
    await a.put(draft('g', ['a', 'b']));
    expect((await a.entry('g'))?.deleted).toBe(undefined);
  });
  it('knows the accuracy of a game from an analysis with the same moves, whichever comes first', async () => {
    const a = freshArchive();
    const judged = { kind: 'analysis', line: 'x', accuracy: [80, 60] as const } as const;
    const analysis = (id: string, more: object) => ({
      entry: entry(id, { ...judged, ...more }),
      text: '{"record":{}}',
    });
    await a.put(draft('g', ['a', 'b'], { line: 'x' }));
    await a.put(analysis('s', {}));
    await a.put(draft('h', ['a', 'b'], { line: 'x' }));
    await a.put(draft('i', ['a', 'b'], { line: 'y' }));
    const all = await Promise.all(['g', 'h', 'i'].map((id) => a.entry(id)));
    expect(all.map((e) => e?.accuracy)).toEqual([[80, 60], [80, 60], undefined]);
    await a.put(draft('g', ['a', 'b', 'c'], { line: 'z' }));
    expect((await a.entry('g'))?.accuracy).toBe(undefined); // it went on
  });
});
