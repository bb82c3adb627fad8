import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.svelte'));

it('what several components look like stands in theme.css', () => {
  const places = new Map<string, Set<string>>();
  for (const file of files) {
    const css = /<style>([\s\S]*)<\/style>/.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? '';
    for (const [, body = ''] of css.matchAll(/\{([^{}]*)\}/g)) {
      const declarations = body.split(';').map((d) => d.trim().replace(/\s+/g, ' '));
      const look = declarations.filter(Boolean).sort();
      if (look.length < 4) continue; // fewer are alike by chance
      const key = look.join('; ');
      places.set(key, new Set([...(places.get(key) ?? []), file]));
    }
  }
  expect([...places].filter(([, of]) => of.size > 1)).toEqual([]);
  expect(places.size).toBeGreaterThan(50);
});
