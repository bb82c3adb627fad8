// Taking the free seat of a table, from its own page or from a list of open seats.
import type { Brief, Lobby, Table } from '../../gen/api.ts';
import { prefs } from '../prefs.svelte.ts';
import type { Refusal } from '../rules/types.ts';
import { asPreset } from './brief.ts';
import type { Connection, Outcome } from './connection.svelte.ts';
import type { Signed } from './names.ts';
import { refusalOf } from './refusal.ts';
import type { Site } from './server.ts';
import { nonce, noteShare } from './shares.ts';

/** A seat that is free by a game and a control as they are pressed. The server is asked: who has just pressed the same is in no list yet. */
export const freeSeat = async (site: Site, game: string, control: string, me = ''): Promise<Brief | undefined> =>
  (await site.call<Lobby>('GET', 'api/lobby')).open.find((b) => asPreset(b, game, control, me));

/** Makes a guest of a reader without a session; the connection begins again with it. */
export async function ensureGuest(site: Site, line: Signed): Promise<void> {
  if (line.me) return;
  line.me = await site.guest(prefs.settings.name);
  line.renew();
}

/** Sits down by the terms that the table had after the event `since`; the server refuses it where they have changed. */
export function sitDown(line: Connection, table: Pick<Table, 'id' | 'commit'>, since: number): Promise<Outcome> {
  const share = nonce();
  noteShare({ nonce: share, commit: table.commit });
  return line.post({ type: 'sit', table: table.id, nonce: share, since });
}

/**
 * Sits down at a table by the terms that its line in a list shows. Returns why not, or null where its page is to be opened: the
 * seat is taken by oneself, or the terms are others by now or ask for a name of one's own, which its page shows first.
 */
export async function joinTable(
  site: Site,
  line: Connection,
  b: Pick<Brief, 'id' | 'options'>,
): Promise<Refusal | null> {
  const table = await site.table(b.id);
  if (JSON.stringify(table.options) !== JSON.stringify(b.options)) return null;
  // A guest who needs a name first reads so there, and gets one.
  if ((table.options.rated || table.options.accounts) && (line.me ?? (await site.me()))?.kind !== 'account')
    return null;
  await ensureGuest(site, line);
  const outcome = await sitDown(line, table, table.seq);
  return outcome.ok ? null : refusalOf(outcome.error);
}
