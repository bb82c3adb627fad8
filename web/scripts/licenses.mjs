// Writes dist/licenses.json: whose work the program and the page are made of, and under which terms. What is listed is
// what is really linked: the modules that `go list` names for every system of a release and for WebAssembly, and the
// packages that Vite has found in its bundles. Nothing is fetched; every text lies beside its source.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = fileURLToPath(new URL('../dist/', import.meta.url));

/** The systems of tools/release.sh, and the browser; a module that only one of them needs is listed too. */
const builds = [
  ...['linux', 'darwin', 'windows'].flatMap((os) =>
    ['amd64', 'arm64'].map((arch) => ({ os, arch, part: 'program', packages: ['./cmd/cairn'] })),
  ),
  { os: 'js', arch: 'wasm', part: 'page', packages: ['./cmd/cairn-wasm/...'] },
];

const go = (args, env = {}) =>
  execFileSync('go', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, ...env } });

/** What a license is called, from words that only it has. */
function identify(name, text) {
  const words = text.replace(/\s+/g, ' ');
  if (/Permission is hereby granted, free of charge, to any person obtaining a copy/.test(words)) return 'MIT';
  if (/Permission to use, copy, modify, and\/or distribute this software for any purpose/.test(words)) return 'ISC';
  if (/Apache License,? Version 2\.0/.test(words)) return 'Apache-2.0';
  if (/Mozilla Public License Version 2\.0/i.test(words)) return 'MPL-2.0';
  if (/SIL OPEN FONT LICENSE Version 1\.1/i.test(words)) return 'OFL-1.1';
  if (/Redistribution and use in source and binary forms/.test(words)) {
    return /Neither the names? of/i.test(words) ? 'BSD-3-Clause' : 'BSD-2-Clause';
  }
  throw new Error(`${name}: no license that is known here; look at its text and name it in scripts/licenses.mjs`);
}

/** The texts of a folder that tell the terms, one after the other. */
function terms(name, folder) {
  const files = readdirSync(folder).filter((f) => /^(licen[cs]e|copying|notice)/i.test(f));
  if (files.length === 0) throw new Error(`${name}: no file with a license in ${folder}`);
  return files
    .sort()
    .map((f) => readFileSync(join(folder, f), 'utf8').trim())
    .join('\n\n');
}

const found = new Map();
/** Notes that a part has a work in it. */
function add(part, name, version, kind, text) {
  const key = `${name} ${version}`;
  const entry = found.get(key) ?? { name, version, kind, license: identify(name, text), parts: [], text };
  if (!entry.parts.includes(part)) entry.parts.push(part);
  found.set(key, entry);
}

const goRoot = go(['env', 'GOROOT']).trim();
const goVersion = go(['env', 'GOVERSION']).trim().replace(/^go/, '');
const goTerms = terms('Go', goRoot);
for (const { os, arch, part, packages } of builds) {
  const lines = go(
    ['list', '-deps', '-f', '{{.ImportPath}}\t{{with .Module}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}', ...packages],
    { GOOS: os, GOARCH: arch, CGO_ENABLED: '0' },
  );
  add(part, 'Go', goVersion, 'go', goTerms); // its runtime and libraries; in the page its loader, wasm_exec.js, too
  for (const line of lines.trim().split('\n')) {
    const [path, module, version, folder] = line.split('\t');
    if (!module || !version) continue; // Go's own packages, and ours
    add(part, module, version.replace(/^v/, ''), 'go', terms(module, folder));
    if (/\/font\/gofont\//.test(path)) {
      const text = readFileSync(join(folder, 'font/gofont/ttfs/README'), 'utf8').trim();
      add(part, 'Go fonts', version.replace(/^v/, ''), 'font', text);
    }
  }
}

const bundled = join(dist, 'bundled.json');
for (const { name, version, text } of JSON.parse(readFileSync(bundled, 'utf8'))) {
  if (!text) throw new Error(`${name}: no file with a license`);
  add('page', name, version, 'npm', text.trim());
}
rmSync(bundled);

const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
const list = [...found.values()].sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
list.unshift({
  name: 'Cairn',
  version: '',
  kind: 'own',
  license: identify('Cairn', own),
  parts: ['program', 'page'],
  text: own,
});
writeFileSync(join(dist, 'licenses.json'), `${JSON.stringify(list, null, 1)}\n`);
console.log(`licenses of ${list.length} works`);
