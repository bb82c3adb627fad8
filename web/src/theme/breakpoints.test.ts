import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import breakpoints from './breakpoints.json';

const root = resolve(import.meta.dirname, '..');
const styles = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((f) => /\.(svelte|css)$/.test(f));
const queries = styles.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/@media ([^{]+?) *\{/g)].map(([, query = '']) => ({
    file,
    query,
  })),
);

it('breakpoints that several components share stand in one place and are called by name', () => {
  const sizes = queries.filter(({ query }) => /width|height|aspect/.test(query));
  const shared = sizes.filter(({ file, query }) => sizes.some((q) => q.query === query && q.file !== file));
  expect(shared).toEqual([]);
  const written: string[] = Object.values(breakpoints);
  expect(sizes.filter(({ query }) => written.includes(query))).toEqual([]);
});
it('every name is one, and every breakpoint is used', () => {
  const used = queries.flatMap(({ query }) => query.match(/--[\w-]+/g) ?? []);
  expect([...new Set(used)].sort()).toEqual(Object.keys(breakpoints).sort());
});
