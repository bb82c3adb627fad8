// Makes the built site installable: its service worker with the list of all files, and the manifest in every language.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import LANGUAGES from '../../internal/show/i18n/languages.json' with { type: 'json' };

const dist = fileURLToPath(new URL('../dist/', import.meta.url));

// A way to a place that this build does not have would lead nowhere.
const manifest = join(dist, 'manifest.webmanifest');
const app = JSON.parse(readFileSync(manifest, 'utf8'));
app.shortcuts = app.shortcuts.filter((s) => existsSync(join(dist, s.url, 'index.html')));
if (!app.shortcuts.length) delete app.shortcuts;
writeFileSync(manifest, `${JSON.stringify(app, null, 2)}\n`);

// The system names the application and its shortcuts in the language of the page that it was installed from. It is the same
// application in all of them, since an `id` that is not given is the start page, whatever folder the site lies in.
const catalog = new URL('../../internal/show/i18n/catalog/', import.meta.url);
for (const lang of Object.keys(LANGUAGES)) {
  const texts = JSON.parse(readFileSync(new URL(`${lang}.json`, catalog), 'utf8'));
  const shortcuts = app.shortcuts?.map((s) => ({ ...s, name: texts[`ui.${s.url.slice(0, -1)}`] }));
  const own = { ...app, lang, description: texts['app.about'], shortcuts };
  writeFileSync(join(dist, `manifest.${lang}.webmanifest`), `${JSON.stringify(own)}\n`);
}

// The manifests of languages and the icons are the system's business, which has taken them when it needs them. What lies
// below api/ is asked for each time: a server with tables answers there itself. The page of hosts is for few, who have a
// connection.
const left =
  /^(sw\.js|stand-in\.html|manifest\..+\.webmanifest|host\/index\.html|assets\/host-.*|api\/.*|icons\/.*|.*\.(br|gz|map))$/;
// First what shows a page, last what is large: a visit that ends early has the most of it.
const rank = (p) => (/\.wasm$/.test(p) ? 2 : /^assets\/../.test(p) ? 1 : 0);
const files = readdirSync(dist, { recursive: true })
  .map((name) => String(name).split(sep).join('/'))
  .filter((name) => statSync(join(dist, name)).isFile() && !left.test(name))
  .map((name) => ({
    path: name.replace(/(^|\/)index\.html$/, '$1'),
    hash: createHash('sha256')
      .update(readFileSync(join(dist, name)))
      .digest('base64url')
      .slice(0, 12),
  }))
  .sort((a, b) => rank(a.path) - rank(b.path) || (a.path < b.path ? -1 : 1));
const version = createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, 12);

await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(version) },
  build: {
    outDir: dist,
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: fileURLToPath(new URL('../src/offline/worker.ts', import.meta.url)),
      formats: ['iife'], // not every browser takes a service worker as a module
      name: 'cairn',
      fileName: () => 'sw.js',
    },
  },
});
console.log(`version ${version}: ${files.length} files work without a connection`);
