// How fast the engine's browser build is beside the same program built for this machine (without assembly):
// node scripts/speed.mjs [nodes]. The same positions with the same node budget,
// in processor time, so that other programs on the machine matter little.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const gen = fileURLToPath(new URL('../gen/', import.meta.url));
const nodes = Number(process.argv[2] ?? 1000000);
const positions = [
  ['lyngk', 'K/I,K,I,B/K,R,K,B,R,R,B/B,K,I,R,G,G/G,G,G,I,K,R,B/J,G,J,R,R,J/I,I,K,B,I,K,G/B,R,I,B/G 1 -:- 0:0'],
  ['lyngk6', 'K/I,K,I,B/K,R,K,B,R,R,B/B,K,I,R,G,G/G,G,G,I,K,R,B/J,G,J,R,R,J/I,I,K,B,I,K,G/B,R,I,B/G 1 -:- 0:0'],
  ['dvonn', 'B,B,W/D,B,B,B/B,B,B,B,B/B,W,B,B,B/W,W,B,W,W/B,B,W,W,W/B,W,W,B,W/B,W,W,W,B/W,W,D,W,W/B,W,W,D/B,W,W w move'],
];
const folder = mkdtempSync(join(tmpdir(), 'cairn-'));
const program = join(folder, 'engine');
execFileSync('go', ['build', '-tags=purego', '-o', program, './cmd/cairn-wasm/engine'], {
  cwd: root,
  stdio: 'inherit',
});
const there = [
  process.execPath,
  join(root, 'cmd/cairn-wasm/engine/testdata/run.mjs'),
  join(gen, 'wasm_exec.js'),
  join(gen, 'engine.wasm'),
];

/** Nodes searched and processor seconds of a search, the start of the program included. */
function run(command, [game, position], budget) {
  const question = JSON.stringify({ op: 'search', id: 1, game, position, limits: { nodes: budget } });
  const { stdout, stderr } = spawnSync('bash', ['-c', `TIMEFORMAT='cpu %U'; time ${command}`], {
    input: `${question}\n`,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const infos = stdout
    .trim()
    .split('\n')
    .map((l) => JSON.parse(l))
    .filter((e) => e.info);
  return { nodes: infos[infos.length - 1].info.nodes, seconds: Number(/cpu ([\d.]+)/.exec(stderr)[1]) };
}
/** Nodes per processor second, start and compilation left out: what a larger budget costs more than a smaller one. */
function speed(command, p) {
  const [a, b] = [run(command, p, nodes / 4), run(command, p, nodes)];
  return (b.nodes - a.nodes) / (b.seconds - a.seconds);
}
const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
for (const p of positions) {
  const here = [];
  const browser = [];
  for (let i = 0; i < 3; i++) {
    here.push(speed(program, p));
    browser.push(speed(there.map((a) => `'${a}'`).join(' '), p));
  }
  const [a, b] = [middle(here), middle(browser)];
  console.log(`${p[0]}: ${Math.round(a)} nodes/s native, ${Math.round(b)} as WebAssembly: ${(b / a).toFixed(2)}`);
}
rmSync(folder, { recursive: true });
