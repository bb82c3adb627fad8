// Takes the place of the page's preferences in the build of the element (vite.embed.config.ts): on somebody else's page
// nothing is stored, and nothing is read. Boards that are played share the language of the one touched last.
import { texts } from '../i18n/index.ts';

class Prefs {
  readonly settings = {
    still: false,
    keys: false,
    targets: true,
    coordinates: true,
    turned: false,
    size: 1,
  };
  texts = $state.raw(texts('en', {}));
  get lang(): string {
    return this.texts.lang;
  }
  t = (key: string, args?: Readonly<Record<string, string | number>>): string => this.texts.t(key, args);
}

export const prefs = new Prefs();
