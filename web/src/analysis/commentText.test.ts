import { describe, expect, it } from 'vitest';
import de from '../../../internal/show/i18n/catalog/de.json';
import en from '../../../internal/show/i18n/catalog/en.json';
import es from '../../../internal/show/i18n/catalog/es.json';
import fr from '../../../internal/show/i18n/catalog/fr.json';
import italian from '../../../internal/show/i18n/catalog/it.json';
import nl from '../../../internal/show/i18n/catalog/nl.json';
import pl from '../../../internal/show/i18n/catalog/pl.json';
import { type Catalog, texts } from '../i18n/index.ts';
import { inWords } from '../speech/moveList.ts';
import { asRecorded } from './commentText.ts';

const { t } = texts('en', en as Catalog);
const recorded = (text: string): string => asRecorded(text, 'discs', t);

describe('a comment that is written by hand', () => {
  it.each(Object.entries({ de, en, es, fr, it: italian, nl, pl }))(
    'comes back as it was recorded: %s',
    (lang, catalog) => {
      const { t } = texts(lang, catalog as Catalog);
      for (const text of [
        ...['I', 'B', 'R', 'G', 'K'].map((letter) => `Better: ${letter},b1-b2 (stops e4-f5).`),
        ...['g7-f6-a1-e2', 'pass', 'Pass, then b1-b2.', 'A well-known line, b4 before k11; see 3-5.', ''],
      ]) {
        expect(asRecorded(inWords(text, 'discs', t), 'discs', t)).toBe(text);
      }
      const ring = 'Here k3-j2 or i2.';
      expect(asRecorded(inWords(ring, 'rings', t), 'rings', t)).toBe(ring);
    },
  );
  it('may have moves as codes or as they are shown, with whatever dashes and letters', () => {
    for (const move of ['R,b1-b2', 'r,b1-b2', 'R,B1-B2', 'red, b1\u2009–\u2009b2', 'Red, b1–b2', 'red,b1 - b2'])
      expect([move, recorded(`No: ${move}!`)]).toEqual([move, 'No: R,b1-b2!']);
    expect(recorded('No, b1 – b2.')).toBe('No, b1-b2.');
  });
  it('keeps words that only look like moves', () => {
    for (const text of ['Stack b1\n- b2 waits', 'vitamin b12 – b6x', 'red, b1', 'xa1-b2'])
      expect(recorded(text)).toBe(text);
  });
});
