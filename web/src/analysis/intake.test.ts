// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { ArchiveError } from '../archive/trouble.ts';
import { nowhere, parse } from '../device/address.ts';
import { rest, toy, toyRules } from '../rules/fixture.ts';
import { type GameRecord, LoadError, type RecordEntry, type Rules, RulesError } from '../rules/types.ts';
import { AnalysisTree } from './analysisTree.svelte.ts';
import { type Handed, Intake } from './intake.svelte.ts';
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
  const intake = new Intake(analysis);
  await intake.start(nowhere);
  return { rules, analysis, intake, hold, free };
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
    const { intake, analysis } = await opened();
    intake.ask();
    await intake.files([file({ record: record('a1-b2') })]);
    expect([line(analysis), intake.open, intake.busy]).toEqual([['a1-b2'], false, false]);
    const warnings = [{ code: 'w', offset: -1, text: '' }];
    await intake.files([file({ record: record('b2-c3'), warnings })]);
    expect([line(analysis), intake.open, intake.warnings]).toEqual([['b2-c3'], true, warnings]);
  });
  it('is chosen from where it is several, of one file or many; one that is broken says why and the rest stays', async () => {
    const { intake, analysis, rules } = await opened();
    await intake.files([file({ record: record('a1-b2') }), file({ record: record('b2-c3') })]);
    expect([intake.open, intake.entries.length, line(analysis)]).toEqual([true, 2, []]);
    const replay = rules.replay;
    rules.replay = async () => Promise.reject(new RulesError({ code: 'toy.no', offset: 0, text: 'no such start' }));
    await intake.choose(intake.entries[1] as RecordEntry);
    expect([intake.open, intake.trouble?.text, intake.entries.length, line(analysis)]).toEqual([
      true,
      'no such start',
      2,
      [],
    ]);
    rules.replay = replay;
    await intake.choose(intake.entries[1] as RecordEntry);
    expect([intake.open, intake.trouble, line(analysis)]).toEqual([false, null, ['b2-c3']]);
  });
  it('is told apart from what could not be loaded', async () => {
    const { intake, rules, analysis } = await opened();
    const { importRecords } = rules;
    rules.importRecords = () => Promise.reject(new LoadError(''));
    await intake.files([file({ record: record('a1-b2') })]);
    expect([intake.open, intake.busy, intake.trouble?.code]).toEqual([true, false, 'ui.failed']);
    rules.importRecords = importRecords;
    await intake.files([file({ record: record('a1-b2') })]);
    expect([intake.trouble, line(analysis)]).toEqual([null, ['a1-b2']]);
    rules.replay = () => Promise.reject(new LoadError(''));
    await intake.begin(toy);
    expect([intake.link?.code, line(analysis)]).toEqual(['ui.failed', ['a1-b2']]);
  });
  it('is not said to be missing from an archive that does not answer', async () => {
    const start = async (e: Error) => {
      const { intake } = await opened();
      await intake.start(nowhere, () => Promise.reject(e));
      return intake.link?.code;
    };
    expect(await start(new ArchiveError('blocked'))).toBe('ui.keep.blocked');
    expect(await start(new RulesError({ code: 'toy.no', offset: 0, text: '' }))).toBe('toy.no');
    await expect(start(new LoadError('gone'))).rejects.toThrow('gone');
  });
  it('is told where it cannot be opened at all', async () => {
    const { intake } = await opened();
    const folder = { ...file(), arrayBuffer: async () => Promise.reject(new DOMException('not found')) };
    await intake.files([folder]);
    expect([intake.open, intake.trouble?.code, intake.trouble?.args]).toEqual([
      true,
      'ui.import.not_opened',
      { file: 'f', most: '64' },
    ]);
    await intake.files([{ ...file(), size: 1e9 }]);
    expect(intake.trouble?.code).toBe('ui.import.not_opened');
  });
  it('is stopped while it is read, and leaves what was there', async () => {
    const { intake, analysis, rules } = await opened();
    const { importRecords } = rules;
    rules.importRecords = (_data, _name, _game, signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    intake.ask();
    const reading = intake.files([file({ record: record('a1-b2') })]);
    await rest();
    expect(intake.busy).toBe(true);
    intake.stop();
    await reading;
    expect([intake.busy, intake.open, intake.trouble, line(analysis)]).toEqual([false, true, null, []]);
    rules.importRecords = importRecords;
    await intake.files([file({ record: record('a1-b2') })]);
    expect(line(analysis)).toEqual(['a1-b2']);
  });
  it('counts only where nothing was brought after it', async () => {
    const { intake, analysis, hold, free } = await opened();
    hold();
    const first = intake.files([file({ record: record('a1-b2') })]);
    await rest();
    const second = intake.files([file({ record: record('b2-c3') })]);
    await rest();
    await free(1);
    await second;
    expect([line(analysis), intake.busy]).toEqual([['b2-c3'], false]);
    await free();
    await first;
    expect(line(analysis)).toEqual(['b2-c3']);
  });
  it('leaves no fault of an earlier beginning over what was opened after it', async () => {
    const { intake, analysis, rules } = await opened();
    let late = (_: Error): void => {};
    rules.start = () => new Promise((_, no) => (late = no));
    const first = intake.begin(toy);
    await intake.files([file({ record: record('b2-c3') })]);
    late(new LoadError(''));
    await first;
    expect([line(analysis), intake.link]).toEqual([['b2-c3'], null]);
  });
  it('is an address: what it does not name is told beside what was brought', async () => {
    const { intake, analysis } = await opened();
    await intake.text('https://x.example/?g=toy&m=a1-b2');
    expect([intake.open, line(analysis)]).toEqual([false, ['a1-b2']]);
    await intake.text('https://x.example/?g=nothing&m=a1-b2');
    expect([intake.open, intake.trouble?.code, intake.trouble?.args?.game, line(analysis)]).toEqual([
      ...[true, 'record.game', 'nothing'],
      ['a1-b2'],
    ]);
  });
});

describe('the address of the page', () => {
  it('that names nothing is told, until something else is opened', async () => {
    const { intake, analysis } = await opened();
    await intake.arrive(parse('?g=toy&m=no1'));
    expect([intake.link?.code, analysis.info]).toEqual(['toy.no', toy]);
    await intake.files([file({ record: record('a1-b2') })]);
    expect([intake.link, line(analysis)]).toEqual([null, ['a1-b2']]);
  });
  it('opens a start where there is nothing else to show', async () => {
    const { rules } = toyRules();
    const analysis = new AnalysisTree(rules);
    const intake = new Intake(analysis);
    await intake.start(parse('?g=nothing&p=x'));
    expect([intake.link?.code, analysis.info, analysis.position]).toEqual(['record.game', toy, '']);
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
    const intake = new Intake(analysis);
    await intake.start(parse('?g=other&p=/s&m=a1-b2_no1_b2-c3'));
    expect([intake.link?.place?.ply, analysis.info?.id, analysis.tree.start, line(analysis)]).toEqual([
      2,
      'other',
      '/s',
      ['a1-b2'],
    ]);
    const second = new AnalysisTree(rules);
    localStorage.clear();
    await new Intake(second).start(parse('?g=other&p=bad'));
    expect([second.info?.id, second.position]).toEqual(['other', '']);
  });
  it('fails with rules that cannot be asked', async () => {
    const gone = { games: () => Promise.reject(new Error('gone')) } as unknown as Rules;
    await expect(new Intake(new AnalysisTree(gone)).start(nowhere)).rejects.toThrow('gone');
  });
});
