// Fetches the catalog of a language. English stands in for whatever a language still lacks.
import { en } from './en.ts';
import { type Catalog, type Lang, type Texts, texts } from './index.ts';

const files = import.meta.glob<{ default: Catalog }>('../../../internal/i18n/catalog/*.json');

async function catalog(lang: Lang): Promise<Catalog> {
  const file = files[`../../../internal/i18n/catalog/${lang}.json`];
  return file ? (await file()).default : {};
}

export async function load(lang: Lang): Promise<Texts> {
  const [own, english] = await Promise.all([catalog(lang), lang === 'en' ? {} : catalog('en')]);
  return texts(lang, own, { ...en, ...english });
}
