// How the texts of the catalog become files of the page.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Plugin, rolldownVersion, version } from 'vite';
import LANGUAGES from '../internal/show/i18n/languages.json' with { type: 'json' };
import { PARTS, type Part, partsOf } from './src/i18n/parts.ts';

const folder = resolve(import.meta.dirname, '../internal/show/i18n/catalog');
const TEXTS = 'virtual:texts';
const languages = Object.keys(LANGUAGES);
const fileOf = (lang: string): string => resolve(folder, `${lang}.json`);

interface Text {
  key: string;
  value: unknown;
  parts: readonly string[] | null;
}

const read = new Map<string, { content: string; texts: Text[] }>();

/**
 * The texts of a language, in English where it has none, with the parts they belong to; taken apart once for as long as the
 * files are the same.
 */
function textsOf(lang: string): Text[] {
  const contents = ['en', lang].map((l) => readFileSync(fileOf(l), 'utf8'));
  const content = contents.join();
  let known = read.get(lang);
  if (known?.content !== content) {
    const all = Object.entries(Object.assign({}, ...contents.map((c) => JSON.parse(c))) as Record<string, unknown>);
    known = { content, texts: all.map(([key, value]) => ({ key, value, parts: partsOf(key) })) };
    read.set(lang, known);
  }
  return known.texts;
}

/** The module with the texts of a part, "" for those that every page has, in a language. */
function moduleOf(part: string, lang: string): string {
  const texts = textsOf(lang).filter(({ parts }) => (part ? parts?.includes(part) : !parts));
  return `export default ${JSON.stringify(Object.fromEntries(texts.map(({ key, value }) => [key, value])))};`;
}

/**
 * The texts of the catalog, a file a language and part, so that a page loads what it shows and no more. Where a site is
 * built, their names share a hash, and the name of a file is put together when it is fetched: a list of all would be in
 * every page.
 */
export function catalog(wanted: readonly Part[] = PARTS): Plugin {
  let site = false;
  return {
    name: 'cairn-texts',
    configResolved: ({ command }) => {
      site = command === 'build' && wanted === PARTS;
    },
    resolveId: (id) => (id === TEXTS || id.startsWith(`${TEXTS}/`) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${TEXTS}`) {
        const all = ['', ...wanted].flatMap((part) => languages.map((l) => (part ? `${part}-${l}` : l)));
        if (site) {
          hash ||= hashOf();
          const fileName = (file: string): string => `assets/${file}-${hash}.js`;
          for (const file of all)
            this.emitFile({
              type: 'chunk',
              id: `${TEXTS}/${file}`,
              fileName: fileName(file),
              preserveSignature: 'strict',
            });
          return `export const fetchTexts = (file) => import(/* @vite-ignore */ \`./\${file}-${hash}.js\`);`;
        }
        const list = all.map((file) => `${JSON.stringify(file)}: () => import(${JSON.stringify(`${TEXTS}/${file}`)})`);
        return `const files = { ${list.join(', ')} }; export const fetchTexts = (file) => files[file]?.();`;
      }
      if (!id.startsWith(`\0${TEXTS}/`)) return null;
      const [, part = '', lang = ''] = /\/(?:(\w+)-)?(\w+)$/.exec(id) ?? [];
      for (const l of ['en', lang]) this.addWatchFile(fileOf(l));
      return moduleOf(part, lang);
    },
  };
}

/**
 * The hash of all files with texts: of what is written into them, and of the programs that make files of it. A file whose
 * content changes under the same name would be met by caches that keep it for a year.
 */
export function hashOf(write = moduleOf, programs = `${version} ${rolldownVersion}`): string {
  const hash = createHash('sha256').update(programs);
  for (const part of ['', ...PARTS])
    for (const lang of languages) hash.update(`\0${part}-${lang}\0${write(part, lang)}`);
  return hash.digest('base64url').slice(0, 8);
}
let hash = '';
