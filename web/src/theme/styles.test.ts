import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
/** What components and style sheets say of looks, by file. */
const styled = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((f) => /\.(svelte|css)$/.test(f))
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [file, file.endsWith('.css') ? text : (/<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '')] as const;
  });

it('what several components look like stands in theme.css', () => {
  const places = new Map<string, Set<string>>();
  for (const [file, css] of styled) {
    if (!file.endsWith('.svelte')) continue;
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

it('sides are those of the line of text, so that a page is mirrored where it runs from right to left', () => {
  const physical =
    /(?<![\w-])(?:(?:margin|padding|border)-(?:left|right)[\w-]*|(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius):|text-align: (?:left|right)/g;
  const found = styled.flatMap(([file, css]) => [...css.matchAll(physical)].map(([what]) => `${file}: ${what}`));
  expect(found).toEqual([]);
});
