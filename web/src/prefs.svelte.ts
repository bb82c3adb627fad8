// What a person has chosen for the page: language, theme, motion, keys. Kept in the browser, shared by all pages.
import { choose, type Lang, texts } from './i18n/index.ts';
import { load } from './i18n/load.ts';

export type Theme = 'system' | 'light' | 'dark';

interface Kept {
  lang: Lang | '';
  theme: Theme;
  still: boolean;
  keys: boolean;
}
const KEY = 'cairn.prefs';
const initial: Kept = { lang: '', theme: 'system', still: false, keys: true };

function read(): Kept {
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return { ...initial }; // no storage, or not ours
  }
}

class Prefs {
  kept: Kept = $state(read());
  texts = $state.raw(texts('en', {}));

  get lang(): Lang {
    return this.kept.lang || choose(navigator.languages);
  }
  t = (key: string, args?: Readonly<Record<string, string | number>>): string => this.texts.t(key, args);

  set<K extends keyof Kept>(key: K, value: Kept[K]): void {
    this.kept[key] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // Without storage the choice holds for this page only.
    }
    if (key === 'theme') this.paint();
    if (key === 'lang') void this.speak();
  }
  paint(): void {
    const root = document.documentElement;
    if (this.kept.theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = this.kept.theme;
  }
  async speak(): Promise<void> {
    const lang = this.lang;
    const loaded = await load(lang);
    if (lang !== this.lang) return; // changed again meanwhile
    this.texts = loaded;
    document.documentElement.lang = lang;
  }
}

export const prefs = new Prefs();
