// Taking the free seat of a table, from its own page or from a list of open seats.
import type { Brief, Table } from '../../gen/api.ts';
import { prefs } from '../prefs.svelte.ts';
import type { Refusal } from '../rules/types.ts';
import type { Connection, Outcome } from './connection.svelte.ts';
import type { Signed } from './names.ts';
import { refusalOf } from './refusal.ts';
import type { Site } from './server.ts';
import { nonce, noteShare } from './shares.ts';

/**
 * Sits down by `join` where somebody waits for a game with a control, or makes such a table; those who press at the same
 * moment meet. Returns it with what `join` did, and looks again where others were faster.
 */
export async function findTable(
  site: Site,
  game: string,
  control: string,
  join: (b: Table) => Promise<Refusal | null>,
): Promise<{ id: string; refusal: Refusal | null }> {
  await site.guest(prefs.settings.name);
  for (let left = 5; ; left--) {
    const table = await site.create({ game, control, public: true, takeback: true }, { join: true });
    const refusal = table.you === 'watcher' ? await join(table) : null;
    if (!refusal || !left || !['table.taken', 'table.closed'].includes(refusal.code)) return { id: table.id, refusal };
  }
}

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
