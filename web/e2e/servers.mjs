// What all browser tests are served by: a static host and the program, each started once for the whole run.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
export const dist = process.env.DIST ?? fileURLToPath(new URL('../dist', import.meta.url));
/** Where pictures to be looked at go. */
export const shots = fileURLToPath(new URL('../shots/', import.meta.url));
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** The policy that the program itself sends: nothing inline, nothing from elsewhere. */
export const policy = readFileSync(new URL('../policy.txt', import.meta.url), 'utf8').trim();

/**
 * Serves a folder as any static host would, under a sub-path to prove that the base is relative. Files with a
 * fingerprint in their names may be kept, as the program says too, so that a page that is loaded again in a test
 * costs less.
 */
export function serve(folder = dist, prefix = '/some/folder') {
  const server = createServer((req, res) => {
    const path = decodeURIComponent(new URL(req.url, 'http://x').pathname);
    let file = path.startsWith(`${prefix}/`) && join(folder, normalize(path.slice(prefix.length)));
    const found = file && statSync(file, { throwIfNoEntry: false });
    if (!found) {
      res.writeHead(404).end();
      return;
    }
    if (found.isDirectory()) file = join(file, 'index.html');
    res
      .writeHead(200, {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': policy,
        ...(path.startsWith(`${prefix}/assets/`) && { 'cache-control': 'max-age=31536000, immutable' }),
      })
      .end(readFileSync(file));
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () =>
      done({ url: `http://127.0.0.1:${server.address().port}${prefix}/`, close: () => server.close() }),
    );
  });
}

/** The program with the page in it: the one that $CAIRN names, or one that is built now. */
function cairn() {
  if (process.env.CAIRN) return process.env.CAIRN;
  const file = fileURLToPath(new URL('../gen/cairn', import.meta.url));
  execFileSync('go', ['build', '-o', file, './cmd/cairn'], { cwd: root, stdio: 'inherit' });
  return file;
}

/** Starts `cairn serve`; close() ends it and tells the exit status. */
export async function program(...flags) {
  // The tables of a test are in a folder of their own.
  const data = mkdtempSync(join(tmpdir(), 'cairn-tables-'));
  const child = spawn(cairn(), ['serve', '--addr', '127.0.0.1:0', '--log', 'warn', '--data', data, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { CAIRN_LEVELS: 'false', ...process.env },
  });
  const ended = once(child, 'exit');
  const [line] = await once(createInterface(child.stdout), 'line');
  const url = /http:\S+/.exec(line)?.[0];
  if (!url) throw new Error(`the program says ${line}`);
  return {
    url,
    /** What the owner of the server does at the command line; what it says. */
    admin: (...words) => execFileSync(cairn(), ['admin', ...words, '--data', data], { encoding: 'utf8' }),
    close: async () => {
      child.kill('SIGINT');
      const [status] = await ended;
      rmSync(data, { recursive: true });
      return status;
    },
  };
}

/**
 * Two processes of the program over one PostgreSQL and NATS behind a load balancer, as cairn-chaos starts them. say()
 * sends it a line, such as "kill 0", and waits until that is done.
 */
export async function processes() {
  const words = ['run', './cmd/cairn-chaos', '-hold', '-binary', cairn()];
  const child = spawn('go', words, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value = '' } = await lines.next();
  const [url] = value.split(' ');
  if (!url?.startsWith('http')) throw new Error(`cairn-chaos says ${value}`);
  return {
    url: `${url}/`,
    say: async (line) => {
      child.stdin.write(`${line}\n`);
      const answer = await lines.next();
      if (answer.value !== `done: ${line}`) throw new Error(`cairn-chaos says ${answer.value}`);
    },
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** Playwright calls it before the first test, and what it returns after the last. */
export default async function start() {
  mkdirSync(shots, { recursive: true });
  process.env.CAIRN = cairn();
  const host = await serve();
  const served = await program();
  process.env.STATIC_URL = host.url;
  process.env.PROGRAM_URL = served.url;
  return async () => {
    host.close();
    const status = await served.close();
    if (status !== 0) throw new Error(`the program ended with status ${status}`);
  };
}
