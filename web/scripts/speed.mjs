// How fast the engine is in a browser beside the same program built for this machine, with its assembly and without:
// node scripts/speed.mjs [NODES [TIMES]]. The same positions with the same number of nodes, in processor time, so that
// other programs on the machine matter little; it decides nothing. `npm run figures` prints it as well.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dist, launch, serve } from './browser.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const full = 'B,B,W/D,B,B,B/B,B,B,B,B/B,W,B,B,B/W,W,B,W,W/B,B,W,W,W/B,W,W,B,W/B,W,W,W,B/W,W,D,W,W/B,W,W,D/B,W,W w move';
const snowflake = 'K/I,K,I,B/K,R,K,B,R,R,B/B,K,I,R,G,G/G,G,G,I,K,R,B/J,G,J,R,R,J/I,I,K,B,I,K,G/B,R,I,B/G 1 -:- 0:0';
const positions = [
  ['lyngk', snowflake],
  ['lyngk6', snowflake],
  ['dvonn', full],
];
const search = ([game, position], nodes) => ({
  op: 'search',
  id: 1,
  game,
  position,
  limits: { nodes: Math.round(nodes) },
});

/**
 * Nodes per processor second of the program built for this machine: what more nodes cost, so its start is left out. A search
 * visits as many as it may; the last line about it tells of fewer, since it comes with the last depth that was done.
 */
function native(program, position, nodes) {
  const seconds = (budget) => {
    const { stdout, stderr } = spawnSync('bash', ['-c', `TIMEFORMAT='cpu %U'; time '${program}'`], {
      input: `${JSON.stringify(search(position, budget))}\n`,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (!stdout.includes('"best"')) throw new Error(`no move was found:\n${stdout}`);
    return Number(/cpu ([\d.]+)/.exec(stderr)[1]);
  };
  return (nodes - nodes / 4) / (seconds(nodes) - seconds(nodes / 4));
}

/** The same in the worker of the built page, by the processor time of the browser's process behind it. */
async function browsed(browser, url, position, nodes) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${url}404.html`);
  const cdp = await browser.newBrowserCDPSession();
  const spent = async () => {
    const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
    return new Map(processInfo.map((p) => [p.id, p.type === 'renderer' ? p.cpuTime : 0]));
  };
  const files = readdirSync(join(dist, 'assets'));
  const program = files.find((f) => /^engine-[\w-]+\.wasm$/.test(f));
  const worker = files.find(
    (f) => /^worker-.*\.js$/.test(f) && readFileSync(join(dist, 'assets', f), 'utf8').includes('cairnEngine'),
  );
  const ask = (budget) =>
    page.evaluate(
      async ([address, program, question]) => {
        if (!globalThis.engine) {
          globalThis.engine = new Worker(address, { type: 'module' });
          globalThis.engine.postMessage({ program: await WebAssembly.compileStreaming(fetch(program)) });
        }
        return new Promise((done, fail) => {
          globalThis.engine.onerror = (e) => fail(new Error(e.message));
          globalThis.engine.onmessage = ({ data }) => {
            const e = JSON.parse(data);
            if (e.error) fail(new Error(e.error.text));
            if (e.best) done();
          };
          globalThis.engine.postMessage('{"op":"forget"}');
          globalThis.engine.postMessage(JSON.stringify(question));
        });
      },
      [`${url}assets/${worker}`, `${url}assets/${program}`, search(position, budget)],
    );
  // A browser makes a program faster while it runs; the first search is for that.
  await ask(nodes / 4);
  const before = await spent();
  await ask(nodes);
  const after = await spent();
  await context.close();
  return nodes / Math.max(...[...after].map(([id, t]) => t - (before.get(id) ?? 0)));
}

const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const round = (n) => Math.round(n / 1000) * 1000;

export async function speed(nodes = 1_000_000, times = 3) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-'));
  const programs = ['purego', ''].map((tags) => {
    const program = join(folder, `engine${tags}`);
    execFileSync('go', ['build', `-tags=${tags}`, '-o', program, './cmd/cairn-wasm/engine'], { cwd: root });
    return program;
  });
  const site = await serve();
  const browser = await launch();
  for (const position of positions) {
    const here = programs.map(() => []);
    const there = [];
    for (let i = 0; i < times; i++) {
      for (const [k, program] of programs.entries()) here[k].push(native(program, position, nodes));
      there.push(await browsed(browser, site.url, position, nodes));
    }
    const rate = middle(there);
    const [plain, full] = here.map(middle);
    console.log(
      `engine, ${position[0]}: ${round(rate)} nodes a processor second in the browser; natively ${round(full)}, of which that is ` +
        `${(rate / full).toFixed(2)}, and ${round(plain)} without assembly, ${(rate / plain).toFixed(2)}`,
    );
  }
  await browser.close();
  site.close();
  rmSync(folder, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await speed(...process.argv.slice(2).map(Number));
}
