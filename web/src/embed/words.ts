// The language of a board on somebody's page, and its words: those of a board at rest come with the file itself.
import words from 'virtual:embed-texts';
import { choose, type Lang, type Texts, texts } from '../i18n/index.ts';

/** The language that the element, what it lies in, or the visitor asks for. */
export function languageOf(element: Element): Lang {
  const asked = element.closest('[lang]')?.getAttribute('lang');
  return choose([...(asked ? [asked] : []), ...navigator.languages]);
}

export const textsOf = (lang: Lang): Texts => texts(lang, words[lang] ?? {}, words.en);
