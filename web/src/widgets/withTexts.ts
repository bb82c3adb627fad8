// What is fetched when it is opened needs texts that no page has before.
import type { Part } from '../i18n/parts.ts';
import { prefs } from '../prefs.svelte.ts';

/** What is being fetched, once its texts have come as well. */
export async function withTexts<T>(part: Part, fetched: Promise<T>): Promise<T> {
  const [all] = await Promise.all([fetched, prefs.speak(part)]);
  return all;
}
