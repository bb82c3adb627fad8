// Links to the glossary are added once the terms of all languages are loaded, and the texts of their cards; a page is
// shown without them first.
import type { Lang } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import type { linked, Run } from './links.ts';

export class Links {
  #find: typeof linked | null = $state.raw(null);

  async load(): Promise<void> {
    try {
      const [{ linked }] = await Promise.all([import('./links.ts'), prefs.speak('terms')]);
      this.#find = linked;
    } catch {
      // No connection and not in the cache: the text stays without links.
    }
  }
  /** The texts of one section in runs, terms marked the first time. */
  of(texts: readonly string[], family: string): readonly (readonly Run[])[] {
    const { lang } = prefs.texts;
    return this.#find ? this.#find(texts, lang as Lang, family) : texts.map((text) => [{ text }]);
  }
}
