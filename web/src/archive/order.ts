// How two saved states of one game stand to each other. The log of a game only grows, so the longer of two is the later one
// where it begins with the shorter; no state replaces one that it does not continue.
import { readSavedGame } from './savedGame.ts';

/** The same events, the beginning of the other one, its continuation, or another course. */
export type Order = 'same' | 'older' | 'newer' | 'apart';

/** How the text of a game as it is now stands to the one that was kept. What is no log counts as newer. */
export function order(had: string, now: string): Order {
  if (had === now) return 'same';
  const [a, b] = [eventsOf(had), eventsOf(now)];
  if (!a || !b) return 'newer';
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) if (a[i] !== b[i]) return 'apart';
  return a.length === b.length ? 'same' : a.length > b.length ? 'older' : 'newer';
}

/** Whether a saved text may be replaced: by a later state of the same game. */
export const continues = (had: string | null, now: string): boolean =>
  had !== null && idIn(had) !== '' && idIn(had) === idIn(now) && order(had, now) === 'newer';

const idIn = (text: string): string => readSavedGame(text)?.id ?? '';

/** The events of a log as texts; null where it is no log. */
function eventsOf(text: string): string[] | null {
  const { log } = JSON.parse(text) as { log?: { terms?: unknown; events?: unknown[] } };
  if (!Array.isArray(log?.events)) return null;
  // Who writes a log may order its fields differently, and two windows may have measured a move of the computer differently.
  return log.events.map((e) =>
    JSON.stringify(
      Object.entries(e as object)
        .filter(([field]) => field !== 'took')
        .sort(([x], [y]) => (x < y ? -1 : 1)),
    ),
  );
}
