// The games under way, for the first page: those of the archive that can be gone on with.
import type { Entry } from './entry.ts';

/** What is known of the game that the first page shows already; one kept by an older version has no id. */
export interface Shown extends Pick<Entry, 'game' | 'names' | 'levels'> {
  readonly id?: string;
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean => a[0] === b[0] && a[1] === b[1];

/** The latest games under way, newest first, without the one that is shown. */
export function continuing(entries: readonly Entry[], shown: Shown | null, most: number): readonly Entry[] {
  // A game at a table that was only watched is not one's own.
  const open = entries.filter(
    (e) => e.kind === 'game' && !e.over && e.deleted === undefined && (!e.table || e.me !== null),
  );
  const at = open.findIndex((e) =>
    shown?.id
      ? e.id === shown.id
      : shown && e.game === shown.game && same(e.names, shown.names) && same(e.levels, shown.levels),
  );
  return open.filter((_, i) => i !== at).slice(0, most);
}
