// Fetches the texts of a language, from the catalog that the programs in Go read as well: those that every page has,
// and the parts a page asks for. The build divides them (vite.config.ts, by parts.ts).
import { fetchTexts } from 'virtual:texts';
import { type Lang, type Texts, texts } from './index.ts';
import type { Part } from './parts.ts';

export async function load(lang: Lang, parts: readonly Part[] = []): Promise<Texts> {
  const wanted = ['', ...parts].map((part) => fetchTexts(part ? `${part}-${lang}` : lang));
  const loaded = await Promise.all(wanted);
  return texts(lang, Object.assign({}, ...loaded.map((file) => file?.default)));
}
