import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { writeOut } from './scripts/breakpoints.mjs';
import { head, theme } from './scripts/heads.ts';
import { colorRules } from './src/board/pieceSets.ts';
import { PAGES } from './src/places.ts';
import { catalog } from './texts.ts';

// One real page per place, so that any static folder host serves the site, and one for addresses that lead nowhere.
const page = (path: string): string => resolve(import.meta.dirname, path, 'index.html');
const pages = {
  ...Object.fromEntries(Object.values(PAGES).map((path) => [path.replace(/\/$/, '') || 'index', page(path)])),
  host: page('host/'), // which nothing leads to but the page of a host about oneself
  notFound: resolve(import.meta.dirname, '404.html'),
};

/** What every page has in its head, in front of what Vite puts there or behind it. The board fixture is a page of its own. */
const heads = (order: 'pre' | 'post', tags: (root: string) => HtmlTagDescriptor[]): Plugin => ({
  name: `cairn-heads-${order}`,
  transformIndexHtml: {
    order,
    handler(html, { filename }) {
      if (/fixture/.test(filename)) return html;
      const up = relative(dirname(filename), import.meta.dirname);
      return { html, tags: tags(up ? `${up.split(sep).join('/')}/` : './') };
    },
  },
});

/** The pages that need the rules in any case. What is asked for and then not used, the browser complains about. */
const PLAYING: readonly string[] = ['analysis', 'editor', 'learn', 'rules', 'friend', 'lobby', 'table', 'training'];

/** The program with the rules is on its way as soon as the head of such a page has come, behind all that shows it. */
function early(): Plugin {
  return {
    name: 'cairn-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { filename, bundle }) {
        const place = relative(import.meta.dirname, dirname(filename))
          .split(sep)
          .join('/');
        if (!PLAYING.includes(place)) return html;
        const program = place === 'analysis' ? 'engine-' : 'rules-';
        const rules = Object.keys(bundle ?? {}).find((file) => file.endsWith('.wasm') && file.includes(`/${program}`));
        if (!rules) throw new Error('the program of the rules is not in the bundle');
        const attrs = { rel: 'preload', as: 'fetch', crossorigin: '', fetchpriority: 'low', href: `../${rules}` };
        return { html, tags: [{ tag: 'link', attrs, injectTo: 'head' as const }] };
      },
    },
  };
}

/** Named breakpoints in style sheets; those in components are written out by svelte.config.js. */
export function breakpoints(): Plugin {
  return {
    name: 'cairn-breakpoints',
    enforce: 'pre',
    transform: (code, id) => (/\/src\/.*\.css$/.test(id) ? { code: writeOut(code), map: null } : null),
  };
}

/** The colors of boards and pieces, behind the tokens of the theme: a page has those that pictures in files are painted with. */
export function colors(): Plugin {
  return {
    name: 'cairn-colors',
    enforce: 'pre',
    transform: (code, id) =>
      /\/theme\/theme\.css(\?|$)/.test(id) ? { code: `${code}${colorRules()}`, map: null } : null,
  };
}

/** Without Svelte's own custom elements, which every bundle holds since they define a class when they load. */
export function noElements(): Plugin {
  const name = /[\\/]svelte[\\/]src[\\/]internal[\\/]client[\\/]dom[\\/]elements[\\/]custom-element\.js$/;
  return {
    name: 'cairn-no-elements',
    enforce: 'pre',
    transform: (_, id) => (name.test(id) ? { code: 'export const create_custom_element = null;', map: null } : null),
  };
}

/** The policy in the page itself, for hosts that send no headers. What only a header can say is left out. */
function policy(): Plugin {
  const text = readFileSync(resolve(import.meta.dirname, 'policy.txt'), 'utf8').trim();
  const content = text.replace(/; frame-ancestors [^;]*/, '');
  return {
    name: 'cairn-policy',
    apply: 'build', // the development server puts styles into the page
    transformIndexHtml: {
      order: 'post',
      // Before all that it speaks about, behind the character set, which must be among the first bytes.
      handler: (html) =>
        html.replace(
          /<meta charset[^>]*>/,
          `$&\n    <meta http-equiv="Content-Security-Policy" content="${content}" />`,
        ),
    },
  };
}

/** The commit that is built, or what the maker of a release calls it. */
function version(): string {
  if (process.env.VERSION) return process.env.VERSION;
  try {
    return execFileSync('git', ['describe', '--tags', '--always'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    }).trim();
  } catch {
    return 'development'; // not a clone
  }
}

/** The unit tests that ask for a DOM. */
const withDom = readdirSync(resolve(import.meta.dirname, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.split(sep).join('/')}`)
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) =>
    readFileSync(resolve(import.meta.dirname, file), 'utf8').startsWith('// @vitest-environment jsdom'),
  );

/** What most pages have, and what only those need on which one plays: see codeSplitting below. */
const BASE =
  /node_modules[\\/]svelte|src[\\/](theme|i18n|prefs|places|offline[\\/]main|archive[\\/](entry|trouble)|game[\\/](levels|source|taken)|board[\\/](?!still|pieceSets)|rules[\\/](client|prepared|loading|types)|(speech|device|widgets)[\\/](?!SettingsDialog|[Dd]ecided|KeyHelp|LinkNotice|Menu|install|picture|hand|SavePicture|form|aloud|synth|reasons|WalkLine))/;
const BOARD =
  /src[\\/](game[\\/](boardController|Player|Captured|Counts|SmallStack|Bars)|board[\\/](Board|Cells|anima|model|pointer)|(speech|device|widgets)[\\/](Area|[Cc]laims|Command|folds|forecast|headline|keepInSight|LinkNotice|moveList|Moves|MoveText|Steps|[Vv]oice))/;

export default defineConfig({
  define: { __VERSION__: JSON.stringify(version()) },
  // Relative, so that the folder works at any address.
  base: './',
  plugins: [
    colors(),
    breakpoints(),
    noElements(),
    svelte(),
    catalog(),
    heads('pre', head),
    early(),
    heads('post', theme),
    policy(),
  ],
  server: { fs: { allow: ['..'] } }, // the glossary lies beside
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    license: { fileName: 'bundled.json' }, // scripts/licenses.mjs reads and removes it
    emptyOutDir: false, // scripts/clean.mjs spares the committed stand-in
    target: 'es2022',
    reportCompressedSize: false, // scripts/compress.mjs says it
    assetsInlineLimit: 0, // a data: address would need a wider content policy
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: pages,
      checks: { pluginTimings: false },
      // What most pages have is one file: many small ones cost more time on a slow line than they save bytes. What only few
      // of them say or show is not in it; what draws a picture for a file comes with those that have one. A second file has
      // what only pages with a board to play on need, so that the front door and the first position of an analysis are
      // there before it.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'base',
              priority: 1, // else the other one takes along what it imports
              test: (id: string) => BASE.test(id) && !BOARD.test(id),
            },
            { name: 'board', test: BOARD },
            { name: 'line', test: /src[\\/]game[\\/](lineGame|taskController)/ },
          ],
        },
      },
    },
  },
  test: {
    setupFiles: 'fixture/storage.ts',
    // Every core, where one is left free by default: nothing else runs beside the tests.
    maxWorkers: '100%',
    pool: 'threads',
    unstubGlobals: true,
    allowOnly: false, // a focused test would leave the others out
    // State and geometry need no DOM, and load their modules once for all files of a worker, which costs less than half. A
    // test that needs a DOM says so in its first line; it has modules of its own, some of which it replaces.
    projects: [
      { extends: true, test: { name: 'state', include: ['src/**/*.test.ts'], exclude: withDom, isolate: false } },
      { extends: true, test: { name: 'dom', include: withDom } },
    ],
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
});
