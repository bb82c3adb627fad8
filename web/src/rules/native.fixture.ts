// The rules and the records as programs of this machine, for tests that need the real ones. They answer as the workers do.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { connect, type Port } from './client.ts';
import type { Rules } from './types.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = resolve(root, 'web/node_modules/.cairn');

function start(name: string): Port {
  mkdirSync(folder, { recursive: true });
  const program = resolve(folder, name);
  execFileSync('go', ['build', '-trimpath', '-o', program, `./cmd/cairn-wasm/${name}`], { cwd: root });
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
  const asked: number[] = [];
  const port: Port = {
    postMessage: ({ id, text }) => {
      asked.push(id);
      child.stdin.write(`${text}\n`);
    },
    terminate: () => child.kill(),
    onmessage: null,
    onerror: null,
  };
  createInterface({ input: child.stdout }).on('line', (text) => {
    port.onmessage?.({ data: { id: asked.shift() ?? 0, text } } as MessageEvent<{ id: number; text: string }>);
  });
  return port;
}

/** The real rules; close ends their programs. */
export function nativeRules(): { readonly rules: Rules; close(): void } {
  const ports: Port[] = [];
  const make = (name: string) => (): Port => {
    const port = start(name);
    ports.push(port);
    return port;
  };
  return {
    rules: connect(make('play'), make('records')),
    close: () => {
      for (const p of ports) p.terminate();
    },
  };
}
