// The list of whose work the program and the page are made of. It is made by the build, of what that finds linked; here it
// is held against what the go command and the sources of the page say.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from './test.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const list = () => JSON.parse(readFileSync(join(root, 'web/dist/licenses.json'), 'utf8'));

test('every module that is linked for a system of a release or for the browser is listed, and no other', () => {
  const linked = {};
  for (const [os, arch, part, packages] of [
    ['linux', 'amd64', 'program', './cmd/cairn'],
    ['linux', 'arm64', 'program', './cmd/cairn'],
    ['darwin', 'amd64', 'program', './cmd/cairn'],
    ['darwin', 'arm64', 'program', './cmd/cairn'],
    ['windows', 'amd64', 'program', './cmd/cairn'],
    ['windows', 'arm64', 'program', './cmd/cairn'],
    ['js', 'wasm', 'page', './cmd/cairn-wasm/...'],
  ]) {
    const each = '{{with .Module}}{{if .Version}}{{.Path}} {{.Version}}{{end}}{{end}}';
    const env = { ...process.env, GOOS: os, GOARCH: arch, CGO_ENABLED: '0' };
    const lines = execFileSync('go', ['list', '-deps', '-f', each, packages], { cwd: root, encoding: 'utf8', env });
    for (const module of new Set(lines.split('\n').filter(Boolean)))
      linked[module] = [...new Set([...(linked[module] ?? []), part])];
  }
  const listed = list().filter((w) => w.kind === 'go' && w.name !== 'Go');
  assert.ok(listed.length > 0);
  assert.deepEqual(Object.fromEntries(listed.map((w) => [`${w.name} v${w.version}`, w.parts])), linked);
});

test('every package that a source of the page names is listed', () => {
  const imports =
    /(?:^|[\s;])(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"]([^'"./~$][^'"]*)['"]|\bimport\(\s*['"]([^'"./~$][^'"]*)['"]/gm;
  const named = new Set();
  const src = join(root, 'web/src');
  for (const file of readdirSync(src, { recursive: true })) {
    // Tests and what they share are no part of the page.
    if (!/\.(ts|svelte)$/.test(file) || /\.test\.ts$|fixture\.ts$/.test(file)) continue;
    for (const [, a, b] of readFileSync(join(src, file), 'utf8').matchAll(imports)) {
      const path = (a ?? b).split('/');
      if (!(a ?? b).includes(':')) named.add(path.slice(0, path[0].startsWith('@') ? 2 : 1).join('/'));
    }
  }
  assert.ok(named.has('svelte'));
  const listed = new Set(list().flatMap((w) => (w.kind === 'npm' ? [w.name] : [])));
  assert.deepEqual(
    [...named].filter((name) => !listed.has(name)),
    [],
  );
});

test('the program tells the list, with texts', () => {
  const cairn = (...args) => execFileSync(process.env.CAIRN, ['licenses', ...args], { encoding: 'utf8' });
  const works = JSON.parse(cairn('--json'));
  assert.deepEqual(works, list());
  for (const w of works) {
    assert.ok(w.name && w.license && w.text.length > 500 && w.parts.length && (w.version || w.kind === 'own'), w.name);
    assert.ok(['own', 'go', 'npm', 'font'].includes(w.kind), w.name);
  }
  const lines = cairn();
  assert.equal(lines.split('\n').length, works.length + 1);
  for (const begin of ['Cairn: MIT (program, page)', 'Go 1.', 'Go fonts ', 'svelte ', 'github.com/alecthomas/kong '])
    assert.ok(lines.startsWith(begin) || lines.includes(`\n${begin}`), begin);
});
