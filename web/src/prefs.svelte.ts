// What a person has chosen for the page: language, theme, motion, keys, sound. Stored in the browser, shared by all
// pages.
import { BOARD_NAMES, type BoardName, PIECE_NAMES, type PieceName } from './board/paint.ts';
import { UNSAVED, UNSPOKEN } from './i18n/events.ts';
import { choose, LANGUAGES, type Lang, type Texts, texts } from './i18n/index.ts';
import { load } from './i18n/load.ts';
import type { Part } from './i18n/parts.ts';

export type Theme = 'system' | 'light' | 'dark';

export interface Preferences {
  /** The person's own name, "" for none. */
  name: string;
  lang: Lang | '';
  theme: Theme;
  /** What boards look like. */
  board: BoardName;
  /** What pieces look like. */
  pieces: PieceName;
  /** No motion, whatever the system says. */
  still: boolean;
  /** Shortcuts of one letter are on. */
  keys: boolean;
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
  /** A move is played only after it was confirmed. */
  confirm: boolean;
  /** In games of people with days for a move, or without a clock, too. */
  confirmSlow: boolean;
  /** New lines of chat are read aloud. */
  chatAloud: boolean;
  /** Marks on the pieces tell them apart without their colors. */
  marks: boolean;
  coordinates: boolean;
  /** Forced passes are played for the player. */
  autopass: boolean;
  /** Targets are shown as soon as a stack is selected. */
  targets: boolean;
  /** The strength of people is shown in figures. */
  ratings: boolean;
  /** How much of the room for it the board takes, from 0.5 to 1. */
  size: number;
  /** A wide board is turned where the screen is high. */
  turned: boolean;
}
const KEY = 'cairn.prefs';
/** The longest name, in characters. */
export const NAME_LENGTH = 24;
/** What stands on a page that has no texts, and so none in any other language. */
const NO_TEXTS = 'Cairn could not be loaded. Check the connection and load the page again.';
/** What the root element tells the styles. */
const PAINTED: ReadonlySet<keyof Preferences> = new Set(['theme', 'board', 'pieces', 'marks', 'ratings']);
const initial: Preferences = {
  name: '',
  lang: '',
  theme: 'system',
  board: 'stone',
  pieces: 'solid',
  still: false,
  keys: true,
  sound: true,
  volume: 0.6,
  confirm: false,
  confirmSlow: true,
  chatAloud: true,
  marks: true,
  coordinates: true,
  autopass: true,
  targets: true,
  ratings: true,
  size: 1,
  turned: true,
};

/** The stored choices that are valid; the defaults for the rest. */
export function validSettings(stored: unknown): Preferences {
  const given: Record<string, unknown> = { ...initial, ...(typeof stored === 'object' ? stored : {}) };
  const out: Record<string, unknown> = {};
  for (const [key, first] of Object.entries(initial))
    out[key] = typeof given[key] === typeof first ? given[key] : first;
  const k = out as unknown as Preferences;
  k.name = k.name.trim().slice(0, NAME_LENGTH);
  if (k.lang && !Object.hasOwn(LANGUAGES, k.lang)) k.lang = initial.lang;
  if (!['system', 'light', 'dark'].includes(k.theme)) k.theme = initial.theme;
  if (!BOARD_NAMES.includes(k.board)) k.board = initial.board;
  if (!PIECE_NAMES.includes(k.pieces)) k.pieces = initial.pieces;
  if (!(k.volume >= 0 && k.volume <= 1)) k.volume = initial.volume;
  if (!(k.size >= 0.5 && k.size <= 1)) k.size = initial.size;
  return k;
}

function read(): Preferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return validSettings(stored);
  } catch {
    return { ...initial }; // no storage, or no JSON of ours
  }
}

/** The keys of what could not be stored, which holds for this page only. */
const unsaved = new Set<string>();
/** Stores what a person has chosen, or has learned. Where that fails, a notice says so until it succeeds. */
export function keepChoice(key: string, text: string): void {
  const were = unsaved.size;
  try {
    localStorage.setItem(key, text);
    unsaved.delete(key);
  } catch {
    unsaved.add(key);
  }
  if (were || unsaved.size) dispatchEvent(new CustomEvent(UNSAVED, { detail: !unsaved.size }));
}

class Prefs {
  settings: Preferences = $state(read());
  texts = $state.raw(texts('en', {}));
  /** The language that holds, and is stored, until the texts of another one are there. */
  #chosen = this.settings.lang;

  constructor() {
    // Another window has changed a choice, or the browser shows this page again from its cache.
    window.addEventListener('storage', (e) => (e.key === KEY || e.key === null) && this.#again());
    window.addEventListener('pageshow', (e) => e.persisted && this.#again());
  }
  #again(): void {
    const was = this.lang;
    this.settings = read();
    this.#chosen = this.settings.lang;
    this.paint();
    if (this.lang !== was) this.speak().catch(() => {}); // what is shown stays in the language before
  }
  get lang(): Lang {
    return this.settings.lang || choose(navigator.languages);
  }
  /** Nothing is animated: these settings say so, or those of the system. */
  get calm(): boolean {
    return (
      this.settings.still ||
      (typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches)
    );
  }
  t = (key: string, args?: Readonly<Record<string, string | number>>): string => this.texts.t(key, args);

  /** Another language is chosen once its texts are there. Where they cannot be loaded, a notice says so. */
  async speakIn(lang: Lang): Promise<void> {
    this.settings.lang = lang;
    try {
      await this.speak();
      if (this.settings.lang !== lang) return; // another was chosen meanwhile
      this.#chosen = lang;
      this.#write();
    } catch {
      if (this.settings.lang !== lang) return;
      this.settings.lang = this.#chosen;
      dispatchEvent(new Event(UNSPOKEN));
    }
  }
  set<K extends Exclude<keyof Preferences, 'lang'>>(key: K, value: Preferences[K]): void {
    this.settings[key] = value;
    this.#write();
    if (PAINTED.has(key)) this.paint();
  }
  /** Sets everything but the language and the name to its default. */
  reset(): void {
    this.settings = { ...initial, lang: this.settings.lang, name: this.settings.name };
    this.#write();
    this.paint();
  }
  #write(): void {
    keepChoice(KEY, JSON.stringify({ ...this.settings, lang: this.#chosen }));
  }
  paint(): void {
    const { dataset } = document.documentElement;
    for (const key of PAINTED) {
      const value = this.settings[key];
      if (value === initial[key]) delete dataset[key];
      else dataset[key] = value ? `${value}` : 'off';
    }
  }
  readonly #parts = new Set<Part>();
  #spoken = false;
  /**
   * Loads the texts of the language: what all pages have, and the parts that the page has named, now or before. Rejects
   * where they cannot be loaded, and a page that has no texts yet tries English, then says so as well as it can.
   */
  speak(...parts: readonly Part[]): Promise<void> {
    for (const part of parts) this.#parts.add(part);
    this.#latest = this.#load();
    return this.#latest;
  }
  #latest: Promise<void> = Promise.resolve();
  async #load(): Promise<void> {
    const lang = this.lang;
    const size = this.#parts.size;
    const all = [...this.#parts];
    let loaded: Texts;
    try {
      loaded = await load(lang, all).catch((e) => (this.#spoken ? Promise.reject(e) : load('en', all)));
    } catch (e) {
      if (!this.#spoken) document.body.textContent = NO_TEXTS;
      throw e;
    }
    if (lang !== this.lang) return; // another one was chosen meanwhile
    if (size !== this.#parts.size) return this.#latest; // another call has more, and brings these too
    this.#spoken = true;
    this.texts = loaded;
    document.documentElement.lang = loaded.lang;
    const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    if (manifest) manifest.href = new URL(`manifest.${loaded.lang}.webmanifest`, manifest.href).href;
  }
}

export const prefs = new Prefs();
