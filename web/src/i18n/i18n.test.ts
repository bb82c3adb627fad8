import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import { type Catalog, choose, isolated, sentence, texts } from './index.ts';
import { load } from './load.ts';
import { PARTS, partsOf } from './parts.ts';

const src = join(import.meta.dirname, '..');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (f) => /\.(ts|svelte)$/.test(f) && !/test\.ts$/.test(f),
);
const source = files.map((f) => readFileSync(join(src, f), 'utf8')).join('\n');

describe('keys', () => {
  it('asked for exist', () => {
    const asked = [...source.matchAll(/\bt\(\s*'([a-z0-9]+\.[\w.]+)'/g)].map((m) => m[1] as string);
    expect(asked.length).toBeGreaterThan(60);
    const known = english as Catalog;
    expect([...new Set(asked)].filter((k) => !(k in known))).toEqual([]);
  });
  it('begin as keys of the catalog do, where their end is put in', () => {
    const made = [...source.matchAll(/`((?:ui|a11y|say|color|game|side|result)\.[\w.]*)\$\{/g)].map(
      (m) => m[1] as string,
    );
    expect(made.length).toBeGreaterThan(5);
    expect(made.filter((m) => !Object.keys(english).some((k) => k.startsWith(m)))).toEqual([]);
  });
});

describe('texts', () => {
  it('choose plural forms by the language', () => {
    const pl = texts('pl', { cel: { one: '{n} cel', few: '{n} cele', many: '{n} celów', other: '{n} celu' } });
    expect([1, 2, 5, 22, 1.5].map((n) => pl.t('cel', { n }))).toEqual([
      '1 cel',
      '2 cele',
      '5 celów',
      '22 cele',
      '1,5 celu',
    ]);
  });
  it('fill in colors by form', () => {
    const c = texts('en', { 'color.red.claim': 'red', x: 'claims {color:claim}.' });
    expect(c.t('x', { color: 'red' })).toBe('claims red.');
  });
  it('keep names that are written from right to left in their places', () => {
    const [anna, ben] = ['\u05d0\u05e0\u05d4', '\u0628\u0646'];
    const { t } = texts('en', { two: '{first} – {second}' });
    expect(t('two', { first: anna, second: ben })).toBe(`\u2068${anna}\u2069 – \u2068${ben}\u2069`);
    expect(t('two', { first: 'Zoë', second: 'Łukasz' })).toBe('Zoë – Łukasz');
    expect(sentence(t('two', { first: 'Anna', second: ben }))).toBe(`Anna – \u2068${ben}\u2069.`);
  });
  it('show a key that is missing, and say so, and an argument that is', () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(texts('en', { a: 'x {b}' }).t('a')).toBe('x {b}');
    expect(said).not.toHaveBeenCalled();
    expect(texts('en', {}).t('no.such')).toBe('no.such');
    expect(said).toHaveBeenCalledOnce();
    said.mockRestore();
  });
});

it('that one is offline is said in few words in every language', () => {
  const folder = join(src, '../../internal/show/i18n/catalog');
  for (const file of readdirSync(folder)) {
    const catalog = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Catalog;
    expect(String(catalog['ui.offline.now']).length, file).toBeLessThan(100);
  }
});

it('a name that turns what follows around keeps its place, and shows that', () => {
  expect(['Anna', 'Ann\u202eneB', 'אבא'].map(isolated)).toEqual([
    'Anna',
    '\u2068Ann\ufffdneB\u2069',
    '\u2068אבא\u2069',
  ]);
});

it('no two names are joined without their places being held', () => {
  const joined = source.split('\n').filter((l) => l.includes("join(' – ')"));
  expect(joined.length).toBeGreaterThan(5);
  expect(joined.filter((l) => !/isolated|\b(path|way)\b/.test(l))).toEqual([]);
});

it('no two texts are joined with a colon in code: which marks stand around it depends on the language', () => {
  const joined = source.split('\n').filter((l) => /\$\{[^`]*\}: \$\{/.test(l));
  // Only errors for programmers are made so.
  expect(joined.filter((l) => !/\bError\(/.test(l))).toEqual([]);
});

describe('parts', () => {
  const keys = Object.keys(english);
  it('are each of some size', () => {
    for (const part of PARTS) expect(keys.filter((k) => partsOf(k)?.includes(part)).length).toBeGreaterThan(8);
  });
  it('leave out what no page asks for', () => {
    const left = keys.filter((k) => partsOf(k)?.length === 0);
    expect(left.length).toBeGreaterThan(50);
    expect(left.filter((k) => source.includes(`'${k}'`))).toEqual([]);
    const families = new Set(left.map((k) => k.replace(/\..*/, '')));
    // No key is put together from such a beginning either.
    const made = [...source.matchAll(/`([a-z]+)\.[\w.]*\$\{/g)].map((m) => m[1] as string);
    expect(made.filter((m) => families.has(m) && m !== 'tui')).toEqual([]);
  });
  it('come with the pages that show them', async () => {
    const rules = await load('de', ['rules']);
    expect(rules.has('rules.1.1.text')).toBe(true);
    expect(rules.has('lesson.lyngk.move')).toBe(true);
    expect(rules.has('ui.rules')).toBe(true);
    expect(rules.has('lesson.lyngk.move.land.text')).toBe(false);
    const plain = await load('de');
    expect(keys.filter((k) => plain.has(k) !== (partsOf(k) === null))).toEqual([]);
  });
});

it('makes sentences', () => {
  expect(sentence('the game is over')).toBe('The game is over.');
  expect(sentence('e4 is empty')).toBe('e4 is empty.');
  expect(sentence('Done.')).toBe('Done.');
});

it('chooses a language we have', () => {
  expect(choose(['pt-BR', 'nl-BE', 'en'])).toBe('nl');
  expect(choose(['ja'])).toBe('en');
});
