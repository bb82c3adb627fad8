// Taking a free seat from a page that has no live connection: one is opened for that and closed again. It is fetched at
// the press.
import type { Brief } from '../../gen/api.ts';
import { prefs } from '../prefs.svelte.ts';
import { sayRefusal } from '../speech/say.ts';
import { connection } from './connection.svelte.ts';
import { joinTable } from './seat.ts';
import { rootOf, Site, sayError } from './server.ts';

/** After that many milliseconds the page of the table is opened: it says how the connection stands, and sends what was not answered once more. */
const PATIENCE = 8000;

/** Returns why not, in words, or "" where the page of the table is to be opened. */
export async function joinFromList(b: Brief): Promise<string> {
  const site = new Site(rootOf(location.href));
  const line = connection(site.root);
  try {
    const late = new Promise<null>((done) => setTimeout(done, PATIENCE, null));
    const refusal = await Promise.race([joinTable(site, line, b), late]);
    return refusal ? sayRefusal(prefs.texts, refusal) : '';
  } catch (e) {
    return sayError(prefs.texts, e);
  } finally {
    line.close();
  }
}
