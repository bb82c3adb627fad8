// The links into the glossary come when they can: a page is read without them first, and no page waits for the terms
// of seven languages.
import type { Lang } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import type { Family, linked, Run } from './links.ts';

export class Links {
  #find: typeof linked | null = $state.raw(null);

  async load(): Promise<void> {
    try {
      this.#find = (await import('./links.ts')).linked;
    } catch {
      // Without a connection, and never kept: the words stay words.
    }
  }
  /** The texts of one section in runs, terms marked the first time. */
  of(texts: readonly string[], family: Family): readonly (readonly Run[])[] {
    const { lang } = prefs.texts;
    return this.#find ? this.#find(texts, lang as Lang, family) : texts.map((text) => [{ text }]);
  }
}
