// Builds <cairn-board>, a file of its own in dist/ beside the pages: what a board at rest needs is all in it, the rest is
// fetched when somebody touches a game or a puzzle.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { AT_REST } from './src/embed/keys.ts';
import { catalog } from './texts.ts';
import { breakpoints, colors, noElements } from './vite.config.ts';

const here = (path: string): string => resolve(import.meta.dirname, path);

/** The texts of a board at rest, in every language. */
function words(): Plugin {
  const name = 'virtual:embed-texts';
  const folder = here('../internal/show/i18n/catalog');
  return {
    name: 'cairn-embed-texts',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null;
      const all = readdirSync(folder).map((file) => {
        const texts: Record<string, unknown> = JSON.parse(readFileSync(resolve(folder, file), 'utf8'));
        const wanted = Object.entries(texts).filter(([key]) => AT_REST.test(key));
        return [file.replace(/\.json$/, ''), Object.fromEntries(wanted)];
      });
      return `export default ${JSON.stringify(Object.fromEntries(all))};`;
    },
  };
}

/** Modules whose place others take within somebody else's page. */
function standIns(): Plugin {
  const places: readonly (readonly [RegExp, string])[] = [
    [/[\\/]src[\\/]prefs\.svelte\.ts$/, here('src/embed/prefs.svelte.ts')],
    [/[\\/]svelte[\\/]src[\\/]internal[\\/]client[\\/]dom[\\/]css\.js$/, here('src/embed/css.ts')],
  ];
  return {
    name: 'cairn-embed-stand-ins',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return (found && places.find(([what]) => what.test(found.id))?.[1]) ?? found;
    },
  };
}

export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [
    standIns(),
    colors(),
    breakpoints(),
    noElements(),
    svelte({ emitCss: false, compilerOptions: { css: 'injected' } }),
    catalog(['embed']),
    words(),
  ],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    reportCompressedSize: false, // scripts/compress.mjs says it
    assetsInlineLimit: 0,
    modulePreload: false,
    rollupOptions: {
      input: { 'cairn-board': here('src/embed/main.ts') },
      output: { entryFileNames: '[name].js' },
    },
  },
});
