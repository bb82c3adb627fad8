// Taking a free seat from a page that has no live connection, for which one is opened and closed again, and making a
// table from there. It is fetched at the press.
import type { Brief, Options, Table } from '../../gen/api.ts';
import { prefs } from '../prefs.svelte.ts';
import { sayRefusal } from '../speech/say.ts';
import { connection } from './connection.svelte.ts';
import { freeSeat, joinTable } from './seat.ts';
import { rootOf, Site, sayError } from './server.ts';

/** After that many milliseconds the page of the table is opened: it says how the connection stands, and sends what was not answered once more. */
const PATIENCE = 8000;

/** The table whose page is to be opened, or why none is, in words. */
export interface Led {
  readonly id?: string;
  readonly problem?: string;
}

export async function joinFromList(b: Brief): Promise<Led> {
  const site = new Site(rootOf(location.href));
  const line = connection(site.root);
  try {
    const late = new Promise<null>((done) => setTimeout(done, PATIENCE, null));
    const refusal = await Promise.race([joinTable(site, line, b), late]);
    return refusal ? { problem: sayRefusal(prefs.texts, refusal) } : { id: b.id };
  } catch (e) {
    return { problem: sayError(prefs.texts, e) };
  } finally {
    line.close();
  }
}

/** Sits down where somebody waits for a game with a control, or makes such a table. */
export async function findFromList(game: string, control: string, me: string): Promise<Led> {
  const seat = await freeSeat(new Site(rootOf(location.href)), game, control, me).catch(() => undefined);
  return seat ? joinFromList(seat) : openFromList({ game, control, public: true, takeback: true });
}

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
