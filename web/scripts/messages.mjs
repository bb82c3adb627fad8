// Writes gen/messages.ts and gen/api.ts: the types of what the page, its workers and a server of tables tell each other,
// made from the Go packages of the messages. They are written by every build and every check, so they are never older
// than the Go code.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const gen = fileURLToPath(new URL('../gen/', import.meta.url));
const tygo = join(root, 'build', 'tools', process.platform === 'win32' ? 'tygo.exe' : 'tygo');
mkdirSync(gen, { recursive: true });
const config = join(gen, 'tygo.yaml');
const fresh = (name) => join(gen, `${name}.new.ts`);
writeFileSync(
  config,
  `packages:
  - path: cairn.example/cmd/cairn-wasm/message
    output_path: ${JSON.stringify(fresh('messages'))}
    enum_style: union
    indent: '  '
    type_mappings:
      game.Side: Side
    include_files: [rules.go, record.go, engine.go, game.go]
  - path: cairn.example/internal/people/api
    output_path: ${JSON.stringify(fresh('api'))}
    enum_style: union
    indent: '  '
    frontmatter: |
      import type { ByName, Event as LogEvent, Log, Pair, Terms } from './messages.ts';
    include_files: [http.go, messages.go, people.go, ratings.go, notices.go, contests.go, programs.go, host.go, kept.go]
`,
);
const run = (program, args, cwd) => execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
run('go', ['build', '-o', tygo, 'github.com/gzuidhof/tygo'], join(root, 'tools'));
run(tygo, ['generate', '--config', config], root);
/** The same types of values that nobody changes: answers are shared by all who see them. */
const frozen = (text) =>
  text
    .replace(/^( +)(\w+\??: )/gm, '$1readonly $2')
    .replace(/(?<=[:<] ?)(\w+(?: \/\* \w+ \*\/)?\[\])/g, 'readonly $1')
    .replace('= [T, T]', '= readonly [T, T]');
// An unchanged file stays as it is, so that its date alone makes nothing build again.
for (const name of ['messages', 'api']) {
  const made = readFileSync(fresh(name), 'utf8');
  const text = name === 'messages' ? frozen(made) : made;
  const out = join(gen, `${name}.ts`);
  if (!existsSync(out) || readFileSync(out, 'utf8') !== text) writeFileSync(out, text);
  rmSync(fresh(name));
}
rmSync(config);
