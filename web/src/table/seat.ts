// Taking the free seat of a table, from its own page or from the lobby.
import type { Table } from '../../gen/api.ts';
import { prefs } from '../prefs.svelte.ts';
import type { Connection, Outcome } from './connection.svelte.ts';
import { nonce } from './onlineGame.svelte.ts';
import type { Site } from './server.ts';
import { noteShare } from './shares.ts';

/** Makes a guest of whoever has no session; the connection begins anew with it. */
export async function ensureGuest(site: Site, line: Connection): Promise<void> {
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
