// Taking a free seat from a page that has no live connection, for which one is opened and closed again, and making a
// table from there. It is fetched at the press.
import type { Brief, Options, Table } from '../../gen/api.ts';
import { prefs } from '../prefs.svelte.ts';
import type { Refusal } from '../rules/types.ts';
import { sayRefusal } from '../speech/say.ts';
import { connection } from './connection.svelte.ts';
import { findTable, joinTable } from './seat.ts';
import { rootOf, Site, sayError } from './server.ts';

/** After that many milliseconds the page of the table is opened: it says how the connection stands, and sends what was not answered once more. */
const PATIENCE = 8000;

/** The table whose page is to be opened, or why none is, in words. */
export interface Led {
  readonly id?: string;
  readonly problem?: string;
}

type Join = (b: Pick<Brief, 'id' | 'options'>) => Promise<Refusal | null>;

/** Does what leads to a table, and sits down there over a connection of its own. */
async function led(what: (site: Site, join: Join) => Promise<{ id: string; refusal: Refusal | null }>): Promise<Led> {
  const site = new Site(rootOf(location.href));
  const line = connection(site.root);
  const late = (): Promise<null> => new Promise((done) => setTimeout(done, PATIENCE, null));
  try {
    const { id, refusal } = await what(site, (b) => Promise.race([joinTable(site, line, b), late()]));
    return refusal ? { problem: sayRefusal(prefs.texts, refusal) } : { id };
  } catch (e) {
    return { problem: sayError(prefs.texts, e) };
  } finally {
    line.close();
  }
}
export const joinFromList = (b: Brief): Promise<Led> => led(async (_, join) => ({ id: b.id, refusal: await join(b) }));
/** Sits down where somebody waits for a game with a control, or makes such a table. */
export const findFromList = (game: string, control: string): Promise<Led> =>
  led((site, join) => findTable(site, game, control, join));

/** Makes a table for everybody, or one with the level or program of an id, who begins at once. */
export async function openFromList(options: Options, program = ''): Promise<Led> {
  const site = new Site(rootOf(location.href));
  try {
    await site.guest(prefs.settings.name);
    const made = program ? site.call<Table>('POST', 'api/tables', { options, with: program }) : site.create(options);
    return { id: (await made).id };
  } catch (e) {
    return { problem: sayError(prefs.texts, e) };
  }
}
