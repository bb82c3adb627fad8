// The real program with the page in it, started for a test.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cairn = fileURLToPath(new URL('../gen/cairn', import.meta.url));
let built = false;

/** Starts `cairn serve`; close() ends it and tells the exit status. */
export async function program(...flags) {
  if (!built) execFileSync('go', ['build', '-o', cairn, './cmd/cairn'], { cwd: root, stdio: 'inherit' });
  built = true;
  const child = spawn(cairn, ['serve', '--addr', '127.0.0.1:0', '--log', 'warn', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = await once(createInterface(child.stdout), 'line');
  const url = /http:\S+/.exec(line)?.[0];
  if (!url) throw new Error(`the program says ${line}`);
  return {
    url,
    close: async () => {
      child.kill('SIGINT');
      return (await ended)[0];
    },
  };
}
