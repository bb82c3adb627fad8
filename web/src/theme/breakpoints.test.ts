import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import breakpoints from './breakpoints.json';
import sizes from './sizes.json';

const root = resolve(import.meta.dirname, '..');
const styles = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((f) => /\.(svelte|css)$/.test(f));
const queries = styles.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/@(?:media|container) ([^{]+?) *\{/g)].map(([, query = '']) => ({
    file,
    query,
  })),
);

it('a size stands in one place and is called by name', () => {
  expect(queries.filter(({ query }) => /width|height|aspect|\d/.test(query))).toEqual([]);
});
it('every name is one, every size has one name, and all are used', () => {
  const used = queries.flatMap(({ query }) => query.match(/--[\w-]+/g) ?? []);
  expect([...new Set(used)].sort()).toEqual([...Object.keys(breakpoints), ...Object.keys(sizes)].sort());
  const written: string[] = [...Object.values(breakpoints), ...Object.values(sizes)];
  expect(written.filter((w, i) => written.indexOf(w) !== i)).toEqual([]);
});
