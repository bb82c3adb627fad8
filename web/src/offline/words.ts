// What a page does at its start on a device that is to get notices.
import { fetchTexts } from 'virtual:texts';
import { FAMILIES } from '../games.ts';
import { prefs } from '../prefs.svelte.ts';
import { WORDS, wordsIn } from './notice.ts';
import { around, restore } from './subscription.ts';

/** Keeps what a device says in the language of the page: the service worker has no other. */
export async function keepWords(root: string): Promise<void> {
  const all: Record<string, unknown> = (await fetchTexts(`notices-${prefs.lang}`))?.default ?? {};
  const catalog = Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith('notice.')));
  for (const { game } of FAMILIES.flatMap((f) => f.kinds)) catalog[`game.${game}`] = prefs.texts.t(`game.${game}`);
  const cache = await caches.open(wordsIn(root));
  await cache.put(new URL(WORDS, root).href, new Response(JSON.stringify({ lang: prefs.lang, catalog })));
}

/** Called at every start of a page on a device that is to get notices. */
export async function start(root: string, registration: ServiceWorkerRegistration): Promise<void> {
  await keepWords(root);
  await restore(around(root, registration));
}
