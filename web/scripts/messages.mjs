// Writes gen/messages.ts: the types of what the page and its workers tell each other, made from the Go package of the
// messages. The file is written by every build and every check, so it is never older than the Go code.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const gen = fileURLToPath(new URL('../gen/', import.meta.url));
const tygo = join(root, 'build', 'tools', process.platform === 'win32' ? 'tygo.exe' : 'tygo');
mkdirSync(gen, { recursive: true });
const config = join(gen, 'tygo.yaml');
const made = join(gen, 'messages.new.ts');
writeFileSync(
  config,
  `packages:
  - path: cairn.example/cmd/cairn-wasm/message
    output_path: ${JSON.stringify(made)}
    enum_style: union
    indent: '  '
    type_mappings:
      game.Side: Side
    include_files: [rules.go, record.go, engine.go, game.go]
`,
);
const run = (program, args, cwd) => execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
run('go', ['build', '-o', tygo, 'github.com/gzuidhof/tygo'], join(root, 'tools'));
run(tygo, ['generate', '--config', config], root);
// An unchanged file stays as it is, so that nothing is built anew for its date.
const text = readFileSync(made, 'utf8');
const out = join(gen, 'messages.ts');
if (!existsSync(out) || readFileSync(out, 'utf8') !== text) writeFileSync(out, text);
rmSync(made);
rmSync(config);
