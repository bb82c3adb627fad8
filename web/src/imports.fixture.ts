// The files of src/ and what each of them imports, for tests.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname);
export const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map(normalize)
  .filter((f) => /\.(ts|svelte)$/.test(f) && !/\.test\.ts$|\.d\.ts$|fixture\.ts$/.test(f));

export const sourceOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** What a file imports, types and what is fetched later included; packages are left out. */
export function imported(file: string): string[] {
  const text = sourceOf(file).replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const all = [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)'((?:\.|virtual:)[^']*)'/g)];
  return all.flatMap(([, to = '']) => {
    if (!to.startsWith('.')) return [to];
    return /\/$/.test(to) ? [] : [relative(root, join(root, dirname(file), to))]; // a folder is an address, no import
  });
}
