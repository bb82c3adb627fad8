// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { ArchiveError } from '../archive/trouble.ts';
import { nowhere, parse } from '../device/address.ts';
import { rest, toy, toyRules } from '../rules/fixture.ts';
import { type GameRecord, LoadError, type RecordEntry, type Rules, RulesError } from '../rules/types.ts';
import { AnalysisTree } from './analysisTree.svelte.ts';
import { type Handed, Importer } from './importer.svelte.ts';
import * as T from './tree.ts';

const record = (...moves: string[]): GameRecord => ({
  ...{ game: 'toy', start: '/s', result: 'ongoing' },
  moves: moves.map((text) => ({ text })),
});
/** A file holds its entries as JSON. */
async function opened() {
  const { rules, hold, free } = toyRules();
  rules.importRecords = async (data) => JSON.parse(new TextDecoder().decode(data)) as RecordEntry[];
  const analysis = new AnalysisTree(rules);
  const importer = new Importer(analysis);
  await importer.start(nowhere);
  return { rules, analysis, importer, hold, free };
}
function file(...entries: RecordEntry[]): Handed {
  const data = new TextEncoder().encode(JSON.stringify(entries));
  return { name: 'f', size: data.length, arrayBuffer: async () => data.buffer };
}
const line = (s: AnalysisTree): string[] => T.main(s.tree).map((id) => T.node(s.tree, id).ply?.move ?? '');
beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
});

describe('what is brought', () => {
  it('is opened where it is one game, its warnings told', async () => {
    const { importer, analysis } = await opened();
    importer.ask();
    await importer.files([file({ record: record('a1-b2') })]);
    expect([line(analysis), importer.open, importer.busy]).toEqual([['a1-b2'], false, false]);
    const warnings = [{ code: 'w', offset: -1, text: '' }];
    await importer.files([file({ record: record('b2-c3'), warnings })]);
    expect([line(analysis), importer.open, importer.warnings]).toEqual([['b2-c3'], true, warnings]);
  });
  it('is chosen from where it is several, of one file or many; one that is broken says why and the rest stays', async () => {
    const { importer, analysis, rules } = await opened();
    await importer.files([file({ record: record('a1-b2') }), file({ record: record('b2-c3') })]);
    expect([importer.open, importer.entries.length, line(analysis)]).toEqual([true, 2, []]);
    const replay = rules.replay;
    rules.replay = async () => Promise.reject(new RulesError({ code: 'toy.no', offset: 0, text: 'no such start' }));
    await importer.choose(importer.entries[1] as RecordEntry);
    expect([importer.open, importer.trouble?.text, importer.entries.length, line(analysis)]).toEqual([
      true,
      'no such start',
      2,
      [],
    ]);
    rules.replay = replay;
    await importer.choose(importer.entries[1] as RecordEntry);
    expect([importer.open, importer.trouble, line(analysis)]).toEqual([false, null, ['b2-c3']]);
  });
  it('is told apart from what could not be loaded', async () => {
    const { importer, rules, analysis } = await opened();
    const { importRecords } = rules;
    rules.importRecords = () => Promise.reject(new LoadError(''));
    await importer.files([file({ record: record('a1-b2') })]);
    expect([importer.open, importer.busy, importer.trouble?.code]).toEqual([true, false, 'ui.failed']);
    rules.importRecords = importRecords;
    await importer.files([file({ record: record('a1-b2') })]);
    expect([importer.trouble, line(analysis)]).toEqual([null, ['a1-b2']]);
    rules.replay = () => Promise.reject(new LoadError(''));
    await importer.begin(toy);
    expect([importer.link?.code, line(analysis)]).toEqual(['ui.failed', ['a1-b2']]);
  });
  it('is not said to be missing from an archive that does not answer', async () => {
    const start = async (e: Error) => {
      const { importer } = await opened();
      await importer.start(nowhere, () => Promise.reject(e));
      return importer.link?.code;
    };
    expect(await start(new ArchiveError('blocked'))).toBe('ui.keep.blocked');
    expect(await start(new RulesError({ code: 'toy.no', offset: 0, text: '' }))).toBe('toy.no');
    await expect(start(new LoadError('gone'))).rejects.toThrow('gone');
  });
  it('is told where it cannot be opened at all', async () => {
    const { importer } = await opened();
    const folder = { ...file(), arrayBuffer: async () => Promise.reject(new DOMException('not found')) };
    await importer.files([folder]);
    expect([importer.open, importer.trouble?.code, importer.trouble?.args]).toEqual([
      true,
      'ui.import.not_opened',
      { file: 'f', most: '64' },
    ]);
    await importer.files([{ ...file(), size: 1e9 }]);
    expect(importer.trouble?.code).toBe('ui.import.not_opened');
  });
  it('is stopped while it is read, and leaves what was there', async () => {
    const { importer, analysis, rules } = await opened();
    const { importRecords } = rules;
    rules.importRecords = (_data, _name, _game, signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    importer.ask();
    const reading = importer.files([file({ record: record('a1-b2') })]);
    await rest();
    expect(importer.busy).toBe(true);
    importer.stop();
    await reading;
    expect([importer.busy, importer.open, importer.trouble, line(analysis)]).toEqual([false, true, null, []]);
    rules.importRecords = importRecords;
    await importer.files([file({ record: record('a1-b2') })]);
    expect(line(analysis)).toEqual(['a1-b2']);
  });
  it('counts only where nothing was brought after it', async () => {
    const { importer, analysis, hold, free } = await opened();
    hold();
    const first = importer.files([file({ record: record('a1-b2') })]);
    await rest();
    const second = importer.files([file({ record: record('b2-c3') })]);
    await rest();
    await free(1);
    await second;
    expect([line(analysis), importer.busy]).toEqual([['b2-c3'], false]);
    await free();
    await first;
    expect(line(analysis)).toEqual(['b2-c3']);
  });
  it('leaves no fault of an earlier beginning over what was opened after it', async () => {
    const { importer, analysis, rules } = await opened();
    let late = (_: Error): void => {};
    rules.start = () => new Promise((_, no) => (late = no));
    const first = importer.begin(toy);
    await importer.files([file({ record: record('b2-c3') })]);
    late(new LoadError(''));
    await first;
    expect([line(analysis), importer.link]).toEqual([['b2-c3'], null]);
  });
  it('is an address: what it does not name is told beside what was brought', async () => {
    const { importer, analysis } = await opened();
    await importer.text('https://x.example/?g=toy&m=a1-b2');
    expect([importer.open, line(analysis)]).toEqual([false, ['a1-b2']]);
    await importer.text('https://x.example/?g=nothing&m=a1-b2');
    expect([importer.open, importer.trouble?.code, importer.trouble?.args?.game, line(analysis)]).toEqual([
      ...[true, 'record.game', 'nothing'],
      ['a1-b2'],
    ]);
  });
});

describe('the address of the page', () => {
  it('that names nothing is told, until something else is opened', async () => {
    const { importer, analysis } = await opened();
    await importer.arrive(parse('?g=toy&m=no1'));
    expect([importer.link?.code, analysis.info]).toEqual(['toy.no', toy]);
    await importer.files([file({ record: record('a1-b2') })]);
    expect([importer.link, line(analysis)]).toEqual([null, ['a1-b2']]);
  });
  it('opens a start where there is nothing else to show', async () => {
    const { rules } = toyRules();
    const analysis = new AnalysisTree(rules);
    const importer = new Importer(analysis);
    await importer.start(parse('?g=nothing&p=x'));
    expect([importer.link?.code, analysis.info, analysis.position]).toEqual(['record.game', toy, '']);
  });
  it('that breaks off opens what can be read of it', async () => {
    const { rules } = toyRules();
    const { replay } = rules;
    rules.replay = async (game, at, moves) => {
      const n = moves.findIndex((m) => m.startsWith('no'));
      const all = await replay(game, at, n < 0 ? moves : moves.slice(0, n));
      return n < 0 ? all : { ...all, failed: n, why: { code: 'toy.no', offset: 0, text: '' } };
    };
    rules.games = async () => [toy, { ...toy, id: 'other' }];
    const view = rules.view;
    rules.view = async (game, at) => {
      if (at === 'bad') throw new RulesError({ code: 'toy.bad', offset: 0, text: '' });
      return view(game, at);
    };
    const analysis = new AnalysisTree(rules);
    const importer = new Importer(analysis);
    await importer.start(parse('?g=other&p=/s&m=a1-b2_no1_b2-c3'));
    expect([importer.link?.place?.ply, analysis.info?.id, analysis.tree.start, line(analysis)]).toEqual([
      2,
      'other',
      '/s',
      ['a1-b2'],
    ]);
    const second = new AnalysisTree(rules);
    localStorage.clear();
    await new Importer(second).start(parse('?g=other&p=bad'));
    expect([second.info?.id, second.position]).toEqual(['other', '']);
  });
  it('fails with rules that cannot be asked', async () => {
    const gone = { games: () => Promise.reject(new Error('gone')) } as unknown as Rules;
    await expect(new Importer(new AnalysisTree(gone)).start(nowhere)).rejects.toThrow('gone');
  });
});
