import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import english from '../../../internal/i18n/catalog/en.json';
import { type Catalog, choose, sentence, texts } from './index.ts';

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
  it('show a key that is missing, and an argument that is', () => {
    expect(texts('en', { a: 'x {b}' }).t('a')).toBe('x {b}');
    expect(texts('en', {}).t('no.such')).toBe('no.such');
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
