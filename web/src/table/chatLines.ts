// The lines of chat that a page shows: each once, in the order in which they were said.
import type { Line } from '../../gen/api.ts';
import { lineKey } from './names.ts';

/** The most lines that stay. */
const MOST = 200;

/** The lines that are there with those that have come, without those that are too many, which are the oldest. */
export function withLines(there: readonly Line[], come: readonly Line[]): readonly Line[] {
  const known = new Set(there.map(lineKey));
  const all = [...there, ...come.filter((l) => !known.has(lineKey(l)))];
  all.sort((a, b) => a.at - b.at || a.number - b.number);
  return all.slice(-MOST);
}
