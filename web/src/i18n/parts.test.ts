import { describe, expect, it } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { imported, sourceOf, sources } from '../imports.fixture.ts';
import { type Part, partsOf } from './parts.ts';

const keys = Object.keys(english);

/** The keys that a file names, whole or by how they begin and end. Beginnings of one word, as of places in the top bar, say too little. */
function named(file: string): string[] {
  const text = sourceOf(file);
  const whole = [...text.matchAll(/['"`]([a-z0-9]+(?:\.[\w-]+)+)['"`]/g)].map((m) => m[1] as string);
  const begun = [...text.matchAll(/`([a-z0-9]+\.[\w.]*)\$\{\w*(?:\}([\w.]+)`)?/g)].filter(([, b]) => b !== 'ui.');
  return keys.filter((k) => whole.includes(k) || begun.some(([, b = '', e = '']) => k.startsWith(b) && k.endsWith(e)));
}
/** A file and all that it imports, however indirectly. */
function reached(file: string, all = new Set<string>()): Set<string> {
  if (all.has(file) || !sources.includes(file)) return all;
  all.add(file);
  for (const to of imported(file)) reached(to, all);
  return all;
}
const asksFor = (file: string): Part[] =>
  [...sourceOf(file).matchAll(/\b(?:prefs\s*\.speak|withTexts)\(([^)]*)\)/g)].flatMap((call) =>
    [...(call[1] ?? '').matchAll(/'(\w+)'/g)].map((m) => m[1] as Part),
  );
const namedBy = new Map(sources.map((f) => [f, named(f)]));
const pages = [...sources.filter((f) => /^void prefs\s*\.speak\(/m.test(sourceOf(f))), 'embed/main.ts'];

/** What a page never says, though a file says it that the page has for something else. */
const UNSAID: Readonly<Record<string, RegExp>> = {
  'embed/main.ts': /^ui\.embed\.board\./, // has a build of its own, which puts them in
  'training/main.ts': /^reason\.(\w+\.leads_|level|loses|next)/, // a solution is said by what it does: see known in speech/reasons.ts
};
/** What those alone say who load the part: others know codes of faults in files, or play on the boards of lessons. */
const BY_PART: Partial<Record<Part, RegExp>> = { files: /^(record|warning)\./, lessons: /^lesson\.(?!ui\.)/ };

describe('a page', () => {
  it('asks for texts when it begins', () => {
    expect(pages.length).toBeGreaterThan(12);
  });
  it.each(pages)('has all texts that its files name: %s', (page) => {
    const files = [...reached(page)];
    const loaded = new Set(files.flatMap(asksFor));
    const wanted = new Set(files.flatMap((f) => namedBy.get(f) ?? []));
    expect(wanted.size).toBeGreaterThan(30);
    const lacking = [...wanted].filter((k) => {
      const parts = partsOf(k);
      if (!parts || UNSAID[page]?.test(k) || parts.some((part) => loaded.has(part))) return false;
      return !parts.some((part) => BY_PART[part]?.test(k));
    });
    expect(lacking).toEqual([]);
  });
});

it('what is wrong with a position as text comes with files, links and the editor, and not with every page', () => {
  const files = keys.filter((k) => partsOf(k)?.includes('files'));
  for (const code of ['lyngk.text_fields', 'lyngk.text_pieces', 'dvonn.fields', 'dvonn.turn', 'dvonn.place_count'])
    expect(files).toContain(code);
  for (const move of ['lyngk.move_syntax', 'lyngk.not_in_line', 'dvonn.move_text', 'dvonn.lone_dvonn'])
    expect(partsOf(move)).toBe(null);
  expect(asksFor('widgets/LinkNotice.svelte')).toContain('files');
});
