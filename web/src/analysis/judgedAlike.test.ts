// A game judged as the page does it, by several engines at once, beside cairn annotate at the same number of nodes: the
// same marks, values and remarks. The engine is that of the page's worker, built for this machine; that it finds the same
// in a browser is held by cmd/cairn-wasm/engine/same_test.go.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import german from '../../../internal/show/i18n/catalog/de.json';
import { accuracyIn } from '../archive/accuracy.ts';
import { connect, type Port } from '../engine/client.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import { nativeRules } from '../rules/native.fixture.ts';
import type { GameRecord, Ply, RecordMove, Rules } from '../rules/types.ts';
import { AnalysisTree } from './analysisTree.svelte.ts';
import { annotate } from './annotate.ts';
import { type Thinker, thinker } from './thinker.ts';
import { marked } from './value.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = resolve(root, 'web/node_modules/.cairn');
const NODES = 1500;

let rules: Rules;
let close = (): void => {};
const engines: Thinker[] = [];
beforeAll(() => {
  ({ rules, close } = nativeRules());
  mkdirSync(folder, { recursive: true });
  for (const [name, from] of [
    ['engine', './cmd/cairn-wasm/engine'],
    ['cairn', './cmd/cairn'],
  ] as const)
    execFileSync('go', ['build', '-trimpath', '-o', resolve(folder, name), from], { cwd: root });
  for (let i = 0; i < 3; i++) engines.push(thinker(() => {}, connect(engine)));
}, 300_000);
afterAll(() => {
  close();
  for (const e of engines) e.close();
});
beforeEach(() => localStorage.clear());

function engine(): Port {
  const child = spawn(resolve(folder, 'engine'), { stdio: ['pipe', 'pipe', 'inherit'] });
  const port: Port = {
    postMessage: (question) => child.stdin.write(`${question}\n`),
    terminate: () => child.kill(),
    onmessage: null,
    onerror: null,
  };
  createInterface({ input: child.stdout }).on('line', (data) => port.onmessage?.({ data } as MessageEvent<string>));
  return port;
}

/** A game of moves that are good and bad, made without chance. */
async function played(game: string, plies: number): Promise<GameRecord> {
  const start = await rules.start(game, 'judged alike', game === 'dvonn');
  const moves: RecordMove[] = [];
  for (let at = start; moves.length < plies; ) {
    const all = (await rules.view(game, at)).moves;
    const move = all[(moves.length * 7 + 3) % all.length]?.text ?? '';
    moves.push({ text: move });
    at = (await rules.play(game, at, move)).view.position;
  }
  return { game, start, moves, result: 'ongoing' };
}
const told = (r: GameRecord) => r.moves.map((m) => [m.text, marked(m.nags, m.nags?.[0] ?? 0), m.note]);

for (const game of ['lyngk', 'dvonn']) {
  it(`${game}: three engines mark as cairn annotate does`, async () => {
    const record = await played(game, 14);
    const info = (await rules.games()).find((g) => g.id === game);
    const tree = new AnalysisTree(rules);
    if (info) await tree.load(info, record);
    const found = await annotate({
      ...{ analysis: tree, thinkers: engines, nodes: NODES, signal: new AbortController().signal },
      ...{ onprogress: () => {}, texts: () => texts('de', german as Catalog) },
    });
    const { text } = await rules.exportRecord(record, 'cairn');
    const out = execFileSync(resolve(folder, 'cairn'), ['annotate', '-', '--nodes', String(NODES), '--lang', 'de'], {
      input: text,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const [entry] = await rules.importRecords(out, 'judged.cairn');
    expect(entry?.error).toBeUndefined();
    expect(told(tree.record())).toEqual(told(entry?.record as GameRecord));
    expect(found).toBeGreaterThan(2);
    expect(tree.record().moves.every((m) => m.note?.eval)).toBe(true);
    // Both sign what they have judged.
    const { tags } = tree.record();
    expect([tags, tags]).toEqual([entry?.record?.tags, [{ name: 'Annotator', value: 'Cairn' }]]);
  }, 60_000);
}

it('the accuracy is what the judge says, of values that are no whole hundredths in binary, too', async () => {
  // Second gives nearly half of all away at the sixth move, First all of it at the seventh.
  const evals = ['0.07', '0.07', '0.07', '0.07', '0.07', 'win 3', 'loss 1', '-5000000', '-0.07', '-0.07'];
  const moves = evals.map((value, i) => ({ text: `${i}`, note: { eval: value } }));
  const record = {
    game: 'lyngk',
    start: '',
    result: 'ongoing' as const,
    tags: [{ name: 'Annotator', value: 'Cairn' }],
  };
  const plies = evals.map((_, i) => ({ side: i % 2 }) as Ply);
  expect(await accuracyIn(rules, { ...record, moves }, plies)).toEqual([75, 82]);
});
