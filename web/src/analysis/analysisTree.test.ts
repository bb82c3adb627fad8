// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { Archiver } from '../archive/archiver.ts';
import { draft, entry, freshArchive } from '../archive/fixture.ts';
import { nowhere, parse } from '../device/address.ts';
import { people } from '../device/people.svelte.ts';
import { toy, toyRules } from '../rules/fixture.ts';
import { AnalysisTree } from './analysisTree.svelte.ts';
import { Importer } from './importer.svelte.ts';
import * as T from './tree.ts';

const { rules } = toyRules();
/** A window that comes to an address; what it remembers of itself is what a new one does, nothing. */
async function arrived(address = '', state: unknown = null): Promise<{ analysis: AnalysisTree; kept: boolean }> {
  history.replaceState(state, '', `/${address}`);
  const analysis = new AnalysisTree(rules);
  return { analysis, kept: await analysis.resume([toy], address ? parse(location.search, location.hash) : nowhere) };
}
async function opened(moves: readonly string[] = []): Promise<AnalysisTree> {
  const analysis = new AnalysisTree(rules);
  await analysis.open(toy, '', moves);
  return analysis;
}
const play = (s: AnalysisTree, move: string) => s.send({ kind: 'move', move });
const line = (s: AnalysisTree): string[] => T.main(s.tree).map((id) => T.node(s.tree, id).ply?.move ?? '');
beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
});

describe('a analysis that is kept', () => {
  it('is there again in a new window, at the place of the address', async () => {
    const a = await opened(['a1-b2', 'b2-c3']);
    await a.step(-1);
    const { analysis, kept } = await arrived(location.search + location.hash);
    expect([kept, line(analysis), analysis.position]).toEqual([true, ['a1-b2', 'b2-c3'], '/a1-b2']);
  });
  it('is its own in each of two windows', async () => {
    const a = await opened(['a1-b2']);
    const [address, state] = [location.search, history.state];
    const b = await opened(['b2-c3']);
    await play(b, 'a1-b2');
    await play(a, 'b2-c3');
    expect([a.stale, b.stale]).toEqual([false, false]);
    await play(b, 'R,b2-c3');
    // Loaded again, each finds its own.
    expect(line((await arrived('', state)).analysis)).toEqual(['a1-b2', 'b2-c3']);
    expect(line((await arrived(address)).analysis)).toEqual(['a1-b2', 'b2-c3']);
    expect(line((await arrived()).analysis)).toEqual(['b2-c3', 'a1-b2', 'R,b2-c3']);
  });
  it('is not lost where two windows go on with the same one', async () => {
    const a = await opened(['a1-b2']);
    const state = history.state;
    const b = (await arrived('', state)).analysis;
    await play(b, 'b2-c3');
    expect([a.stale, b.stale]).toEqual([true, false]);
    await play(a, 'a1-b2');
    expect([a.stale, b.stale]).toEqual([false, false]);
    const moves = (k: string): string => (localStorage.getItem(k) ?? '').match(/"text":"[^"]+"/g)?.join() ?? '';
    const all = Object.keys(localStorage).map((k) => moves(k));
    expect(all.filter(Boolean).sort()).toEqual(['"text":"a1-b2","text":"a1-b2"', '"text":"a1-b2","text":"b2-c3"']);
  });
  it('does not give way to a position that is only looked at', async () => {
    await opened(['a1-b2']);
    const b = await opened();
    expect(line((await arrived()).analysis)).toEqual(['a1-b2']);
    await play(b, 'b2-c3');
    expect(line((await arrived()).analysis)).toEqual(['b2-c3']);
  });
  it('is not taken up from what makes no sense', async () => {
    for (const odd of ['{}', '{"record":{"game":"toy","moves":3}}', 'null', 'no JSON']) {
      localStorage.setItem('cairn.analysis', '["x"]');
      localStorage.setItem('cairn.analysis.x', odd);
      expect((await arrived()).kept).toBe(false);
    }
  });
});

describe('a game of the archive', () => {
  const archive = freshArchive();
  async function reopened(place?: { position: string; ply: number }): Promise<AnalysisTree> {
    const a = new AnalysisTree(rules);
    a.archiver = new Archiver(rules, undefined, async () => archive);
    expect(await a.reopen([toy], 'game', () => '', place)).toBe(true);
    return a;
  }
  it('opens at its end, or where an address leads', async () => {
    const record = { game: toy.id, start: '/s', result: 'ongoing', moves: [{ text: 'a1-b2' }, { text: 'b2-c3' }] };
    await archive.put({ entry: entry('game', { kind: 'analysis' }), text: JSON.stringify({ record }) });
    const a = await reopened();
    expect([a.ply, a.line.length]).toEqual([2, 2]);
    const { position } = T.node(a.tree, T.main(a.tree)[0] ?? 0).ply ?? { position: '' };
    expect((await reopened({ position, ply: 1 })).ply).toBe(1);
    expect((await reopened({ position: '', ply: 0 })).ply).toBe(0);
    expect((await reopened({ position: '', ply: 1 })).ply).toBe(1);
  });
});

describe('a game of one’s own', () => {
  it('is known as such in its analysis, also when that is opened again', async () => {
    const archive = freshArchive();
    const archiver = new Archiver(rules, undefined, async () => archive);
    await archive.put(draft('mine', ['a1-b2', 'b2-c3'], { me: 1 }));
    const a = new AnalysisTree(rules);
    a.archiver = archiver;
    expect([await a.reopen([toy], 'mine', () => ''), a.me]).toEqual([true, 1]);
    const { analysis } = await arrived(location.search, history.state);
    expect(analysis.me).toBe(1);
    await archiver.idle();
    const b = new AnalysisTree(rules);
    b.archiver = archiver;
    localStorage.clear();
    expect([await b.reopen([toy], a.name, () => ''), b.me]).toEqual([true, 1]);
    await b.open(toy, '', ['a1-b2']);
    expect(b.me).toBe(null);
  });
  it('is found by the name in a file, and said by hand where two shared the device', async () => {
    const archive = freshArchive();
    const archiver = new Archiver(rules, undefined, async () => archive);
    const a = new AnalysisTree(rules);
    a.archiver = archiver;
    people.name = 'wren';
    const moves = [{ text: 'a1-b2' }, { text: 'b2-c3' }];
    await a.load(toy, { game: 'toy', start: '', result: 'first', first: 'moss', second: 'wren', moves });
    people.name = '';
    await archiver.idle();
    expect([a.me, (await archive.entry(a.name))?.me]).toEqual([1, 1]);
    await archive.put(draft('shared', ['a1-b2', 'b2-c3'], { me: null }));
    await a.reopen([toy], 'shared', () => '');
    a.own(0);
    await archiver.idle();
    const b = new AnalysisTree(rules);
    b.archiver = archiver;
    expect([await b.reopen([toy], 'shared', () => ''), b.me]).toEqual([true, 0]);
    b.own(0);
    expect(b.me).toBe(null);
  });
});

describe('the address of the whole game', () => {
  const address = async (a: AnalysisTree): Promise<string> => (await a.gameAddress()) ?? '';
  async function reopened(at: string): Promise<AnalysisTree> {
    const { search, hash } = new URL(at, 'http://x/');
    localStorage.clear();
    const b = new AnalysisTree(rules);
    await new Importer(b).start(parse(search, hash));
    return b;
  }
  it('is legible where there is a main line and nothing else', async () => {
    const a = await opened(['a1-b2', 'b2-c3']);
    await a.step(-1);
    expect(await address(a)).toBe('?g=toy&b=/a1-b2&m=a1-b2_b2-c3#1');
  });
  it('carries the main line wherever one looks, with variations, names and comments', async () => {
    const a = await opened(['a1-b2', 'b2-c3', 'a1-b2']);
    a.head = { ...a.head, first: 'Anna', second: 'Ben' };
    a.annotate(T.main(a.tree)[1] as number, { comment: 'Why?', nags: [2] });
    await a.go(T.main(a.tree)[0] as number);
    await play(a, 'R,b2-c3');
    await play(a, 'a1-b2');
    const b = await reopened(await address(a));
    expect(line(b)).toEqual(['a1-b2', 'b2-c3', 'a1-b2']);
    expect([b.ply, b.record()]).toEqual([1, a.record()]);
  });
  it('is none where it would be too long', async () => {
    const a = await opened(['a1-b2']);
    let noise = 7;
    const random = (): string => {
      noise = (noise * 48271) % 2147483647;
      return String.fromCharCode(33 + (noise % 90));
    };
    a.annotate(1, { comment: Array.from({ length: 9000 }, random).join('') });
    expect(await a.gameAddress()).toBe(null);
  });
  it('is told to be damaged where it was cut off', async () => {
    const a = await opened(['a1-b2']);
    a.annotate(1, { comment: 'Why?' });
    const { search, hash } = new URL(await address(a), 'http://x/');
    const importer = new Importer(new AnalysisTree(rules));
    await importer.start(parse(search, hash.slice(0, -9)));
    expect(importer.link?.code).toBe('ui.link.cut');
  });
});
