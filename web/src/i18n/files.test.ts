import { expect, it } from 'vitest';
import { hashOf } from '../../texts.ts';

it('the files with texts have another name when anything that is written into them is another', () => {
  const write = (part: string, lang: string): string => `export default ${JSON.stringify({ part, lang })};`;
  const same = hashOf(write, 'vite 1');
  expect(hashOf(write, 'vite 1')).toBe(same);
  const others = [
    hashOf((part, lang) => `${write(part, lang)}\n`, 'vite 1'), // the format of all
    hashOf((part, lang) => write(part, lang === 'pl' ? 'PL' : lang), 'vite 1'), // one text
    hashOf(write, 'vite 2'),
    hashOf(undefined, 'vite 1'), // those of the catalog
  ];
  expect(new Set([same, ...others]).size).toBe(5);
  expect(hashOf()).toMatch(/^[\w-]{8}$/);
}, 300_000);
