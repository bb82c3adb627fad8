import { describe, expect, it } from 'vitest';
import german from '../../../internal/show/i18n/catalog/de.json';
import english from '../../../internal/show/i18n/catalog/en.json';
import { type Catalog, texts } from '../i18n/index.ts';
import { controlOf, isSlow } from './control.ts';

const en = texts('en', english as Catalog);
const de = texts('de', german as Catalog);

describe('a control', () => {
  it('is read as people say it', () => {
    expect(['-', '300+3', '90+0', '300d3'].map((c) => controlOf(c, en))).toEqual(['No clock', '5+3', '1.5+0', '5d3']);
    expect(['1/86400', '1/259200'].map((c) => controlOf(c, en))).toEqual(['1 day', '3 days']);
  });
  it('for each move has its largest whole unit', () => {
    expect(['1/60', '1/90', '1/3600', '1/43200', '1/90000'].map((c) => controlOf(c, en))).toEqual([
      ...['1 minute a move', '90 seconds a move', '1 hour a move', '12 hours a move', '25 hours a move'],
    ]);
    expect(controlOf('1/60', de)).toBe('1 Minute je Zug');
  });
  it('that is none of ours stays as it is', () => {
    expect(['40/7200', ''].map((c) => controlOf(c, en))).toEqual(['40/7200', '']);
  });
  it('is slow where nobody sits before it all the time', () => {
    expect(['-', '1/86400', '1/3600', '1/60', '300+3'].map(isSlow)).toEqual([true, true, true, false, false]);
  });
});
