import { describe, expect, it } from 'vitest';
import { mended } from './prefs.svelte.ts';

describe('what is kept of a person’s choices', () => {
  it('comes back as it was', () => {
    expect(mended({ lang: 'pl', theme: 'dark', volume: 0, marks: false })).toMatchObject({
      ...{ lang: 'pl', theme: 'dark', volume: 0, marks: false, keys: true },
    });
  });
  it('is as at first where it makes no sense', () => {
    const first = mended({});
    for (const none of [null, 5, 'x', [], [1]]) expect(mended(none)).toEqual(first);
    for (const lang of ['xx', 'toString', 5, null, {}]) expect(mended({ lang }).lang).toBe('');
    for (const theme of ['pink', 3, null]) expect(mended({ theme }).theme).toBe('system');
    for (const volume of ['loud', -1, 9, null]) expect(mended({ volume }).volume).toBe(first.volume);
    expect(mended({ still: 'x', keys: null })).toEqual(first);
  });
});
