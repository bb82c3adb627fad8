// Builds the Go programs of the page's workers into gen/, copies Go's own loader beside them, and writes the types of
// the messages.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './messages.mjs';
import { checkRewriting, rewrite } from './jumps.mjs';
import { joined } from './segments.mjs';
import { untraced } from './traces.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const gen = fileURLToPath(new URL('../gen/', import.meta.url));
mkdirSync(gen, { recursive: true });
const goEnv = (name) => execFileSync('go', ['env', name], { encoding: 'utf8' }).trim();
const goroot = goEnv('GOROOT');
const version = goEnv('GOVERSION');
copyFileSync(join(goroot, 'lib', 'wasm', 'wasm_exec.js'), join(gen, 'wasm_exec.js'));

/**
 * What people wait for before they can play is compiled for size: without inlining the rules are 80 KB smaller when
 * compressed, and without what reads and writes records another 40 KB. The packages that a move spends its time in are
 * inlined all the same, for 13 KB, and of the engine those that a search does: so it is 70 KB smaller and no slower.
 * Fewer data segments save 60 KB.
 */
const small = (...hot) => ['-gcflags=all=-l', '-gcflags=internal/runtime/...=', ...hot.map((p) => `-gcflags=${p}=`)];
const rules = ['lyngk', 'dvonn', 'game'].map((p) => `cairn.example/${p}`);
const json = ['cairn.example/cmd/cairn-wasm/smalljson'];
const search = ['lyngk/think', 'dvonn/think', 'engine', 'nn'].map((p) => `cairn.example/${p}`);
/** The program of the rules alone is the command play. */
const commands = { rules: 'play' };
const flags = {
  rules: [...small(...rules, ...json), '-tags=norecords'],
  records: ['-gcflags=all=-l'],
  engine: [...small(...rules, ...search, 'math/...', 'slices', ...json), '-tags=norecords'],
};
/** The module with direct jumps and without what traces need (docs/wasm.md); JUMPS=off leaves it as Go wrote it. */
function directed(name, bytes) {
  if (process.env.JUMPS === 'off') return bytes;
  const { module, share } = rewrite(untraced(bytes));
  const warning = checkRewriting(name, share, version);
  if (warning) console.warn(warning);
  return module;
}

for (const [part, extra] of Object.entries(flags)) {
  // Go does not build a program again that is up to date, so the rewritten one has a file of its own.
  const plain = join(gen, `${part}.plain.wasm`);
  execFileSync(
    'go',
    ['build', '-trimpath', '-ldflags=-s -w', ...extra, '-o', plain, `./cmd/cairn-wasm/${commands[part] ?? part}`],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, GOOS: 'js', GOARCH: 'wasm' },
    },
  );
  const module = directed(`${part}.wasm`, joined(readFileSync(plain)));
  writeFileSync(join(gen, `${part}.wasm`), module);
  console.log(`${part}.wasm ${module.length} bytes`);
}
