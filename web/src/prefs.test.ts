// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { UNSAVED, UNSPOKEN } from './i18n/events.ts';
import { texts } from './i18n/index.ts';
import { keepChoice, NAME_LENGTH, prefs, validSettings } from './prefs.svelte.ts';

/** The languages whose files cannot be fetched. */
const missing = vi.hoisted(() => new Set<string>());
/** The languages whose files come later. */
const late = vi.hoisted(() => new Map<string, Promise<void>>());
vi.mock('./i18n/load.ts', () => ({
  load: async (lang: string) => {
    await late.get(lang);
    if (missing.has(lang)) throw new Error('offline');
    return texts(lang, {});
  },
}));
function fail(...languages: readonly string[]): void {
  missing.clear();
  for (const lang of languages) missing.add(lang);
}

describe('what is kept of a person’s choices', () => {
  it('is told of where it is not stored, until all of it is', () => {
    const told: boolean[] = [];
    addEventListener(UNSAVED, (e) => told.push((e as CustomEvent<boolean>).detail));
    keepChoice('cairn.a', '1');
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    prefs.set('volume', 0.5);
    keepChoice('cairn.a', '2');
    full.mockRestore();
    keepChoice('cairn.a', '3');
    prefs.set('volume', 0.4);
    prefs.set('volume', 0.3);
    expect(told).toEqual([false, false, false, true]);
  });
  it('comes back as it was', () => {
    expect(validSettings({ lang: 'pl', theme: 'dark', volume: 0, marks: false })).toMatchObject({
      ...{ lang: 'pl', theme: 'dark', volume: 0, marks: false, keys: true },
    });
  });
  it('is as at first where it makes no sense', () => {
    const first = validSettings({});
    for (const none of [null, 5, 'x', [], [1]]) expect(validSettings(none)).toEqual(first);
    for (const lang of ['xx', 'toString', 5, null, {}]) expect(validSettings({ lang }).lang).toBe('');
    for (const theme of ['pink', 3, null]) expect(validSettings({ theme }).theme).toBe('system');
    for (const board of ['pink', 3, null, 'toString']) expect(validSettings({ board }).board).toBe('stone');
    for (const pieces of ['pink', 3, null, 'toString']) expect(validSettings({ pieces }).pieces).toBe('solid');
    for (const name of [3, null, {}]) expect(validSettings({ name }).name).toBe('');
    expect(validSettings({ name: ` ${'x'.repeat(40)}` }).name).toBe('x'.repeat(NAME_LENGTH));
    for (const volume of ['loud', -1, 9, null]) expect(validSettings({ volume }).volume).toBe(first.volume);
    expect(validSettings({ still: 'x', keys: null })).toEqual(first);
  });
});

describe('a choice', () => {
  it('of a board is written on the root, where the styles look', () => {
    prefs.set('board', 'wood');
    expect(document.documentElement.dataset.board).toBe('wood');
    prefs.set('board', 'stone');
    expect(document.documentElement.dataset.board).toBeUndefined();
  });
  it('of pieces is written there too', () => {
    prefs.set('pieces', 'flat');
    expect(document.documentElement.dataset.pieces).toBe('flat');
    prefs.set('pieces', 'solid');
    expect(document.documentElement.dataset.pieces).toBeUndefined();
  });
  it('of a name outlives the way back to the defaults', () => {
    prefs.set('name', 'Wren');
    prefs.reset();
    expect(prefs.settings.name).toBe('Wren');
  });
  it('made in another window holds here too, and is not undone by one made here', () => {
    localStorage.setItem('cairn.prefs', '{"marks":false}');
    dispatchEvent(new StorageEvent('storage', { key: 'cairn.prefs' }));
    expect([prefs.settings.marks, document.documentElement.dataset.marks]).toEqual([false, 'off']);
    prefs.set('theme', 'dark');
    expect(JSON.parse(localStorage.getItem('cairn.prefs') ?? '')).toMatchObject({ marks: false, theme: 'dark' });
  });
  it('made on another page holds where one comes back to', () => {
    localStorage.setItem('cairn.prefs', '{"theme":"light"}');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(document.documentElement.dataset.theme).toBe('light');
  });
});

describe('a language', () => {
  const unspoken = vi.fn();
  addEventListener(UNSPOKEN, unspoken);
  const stored = (): string => JSON.parse(localStorage.getItem('cairn.prefs') ?? '{}').lang ?? '';

  it('that cannot be loaded leaves a page in English, or says so where there is none', async () => {
    prefs.settings.lang = 'de';
    fail('de', 'en');
    await expect(prefs.speak()).rejects.toThrow('offline');
    expect(document.body.textContent).toContain('could not be loaded');
    fail('de');
    await prefs.speak();
    expect([prefs.texts.lang, document.documentElement.lang, unspoken.mock.calls]).toEqual(['en', 'en', []]);
  });
  it('is chosen when its texts are there, and stays as it was where they do not come', async () => {
    fail();
    await prefs.speakIn('pl');
    expect([prefs.texts.lang, prefs.lang, stored()]).toEqual(['pl', 'pl', 'pl']);
    fail('fr');
    await prefs.speakIn('fr');
    expect([prefs.texts.lang, prefs.lang, stored(), unspoken.mock.calls.length]).toEqual(['pl', 'pl', 'pl', 1]);
  });
  it('chosen after another one that has not come yet is the only one that counts', async () => {
    fail();
    await prefs.speakIn('pl');
    unspoken.mockClear();
    let come = (): void => {};
    late.set('es', new Promise((yes) => (come = yes)));
    const first = prefs.speakIn('fr');
    const second = prefs.speakIn('es');
    await first;
    prefs.set('name', 'Wren');
    expect([prefs.texts.lang, stored()]).toEqual(['pl', 'pl']);
    fail('es');
    come();
    await second;
    expect([prefs.texts.lang, prefs.lang, stored(), unspoken.mock.calls.length]).toEqual(['pl', 'pl', 'pl', 1]);
    fail();
    await prefs.speakIn('es');
    expect([prefs.texts.lang, prefs.lang, stored()]).toEqual(['es', 'es', 'es']);
  });
  it('whose texts come with those of a later call is there when that is', async () => {
    fail();
    late.clear();
    await prefs.speakIn('en');
    let there = false;
    let come = (): void => {};
    const first = prefs.speak('files').then(() => {
      there = true;
    });
    late.set('en', new Promise((yes) => (come = yes)));
    const second = prefs.speak('embed');
    await new Promise((next) => setTimeout(next));
    expect(there).toBe(false);
    come();
    await Promise.all([first, second]);
    expect(there).toBe(true);
  });
});
