// Builds the Go rules and the engine for the browser into gen/ and copies Go's own loader beside them.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const gen = fileURLToPath(new URL('../gen/', import.meta.url));
mkdirSync(gen, { recursive: true });
const goroot = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
copyFileSync(join(goroot, 'lib', 'wasm', 'wasm_exec.js'), join(gen, 'wasm_exec.js'));
for (const part of ['rules', 'engine']) {
  const out = join(gen, `${part}.wasm`);
  execFileSync('go', ['build', '-trimpath', '-ldflags=-s -w', '-o', out, `./cmd/cairn-wasm/${part}`], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, GOOS: 'js', GOARCH: 'wasm' },
  });
  console.log(`${part}.wasm ${statSync(out).size} bytes`);
}
