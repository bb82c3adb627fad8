// Fetches the catalog of a language, the one the programs in Go read as well.
import { type Catalog, type Lang, type Texts, texts } from './index.ts';

const files = import.meta.glob<{ default: Catalog }>('../../../internal/i18n/catalog/*.json');

async function catalog(lang: Lang): Promise<Catalog> {
  const file = files[`../../../internal/i18n/catalog/${lang}.json`];
  return file ? (await file()).default : {};
}

export async function load(lang: Lang): Promise<Texts> {
  return texts(lang, await catalog(lang));
}
