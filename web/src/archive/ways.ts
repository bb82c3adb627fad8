// Where a game of the archive leads.
import { type Address, format } from '../device/address.ts';
import { PAGES } from '../places.ts';
import type { Entry } from './entry.ts';
import type { Study } from './study.ts';

/** The page of the archive lies one folder below the root. */
const ROOT = '../';

export const analysisOf = (entry: Entry): string => analysisFrom(ROOT, entry);
const analysisFrom = (root: string, { id }: Entry): string => `${root}${PAGES.analysis}?id=${encodeURIComponent(id)}`;

/** The analysis of a game that is open here: as it is kept, else by its moves, which are in the address too. */
export function analysisWith(root: string, id: string, game: Partial<Address>): string {
  const address = format(game);
  return `${root}${PAGES.analysis}${id ? address.replace('?', `?id=${encodeURIComponent(id)}&`) : address}`;
}

/** The same analysis, which begins with what others have played. */
export const explored = (analysis: string): string => analysis.replace('?', '?explorer&');

/** A game under way is played on, everything else is looked at in the analysis. */
export const wayTo = (entry: Entry): string => wayFrom(ROOT, entry);

/** The same from a page with another address of the root. */
export function wayFrom(root: string, entry: Entry): string {
  if (entry.kind === 'game' && !entry.over)
    return entry.table ? `${root}${entry.table}` : `${root}${PAGES.play}?id=${encodeURIComponent(entry.id)}`;
  return analysisFrom(root, entry);
}

/** A study is opened where it was left. */
export const wayToStudy = ({ id }: Study): string => `${ROOT}${PAGES.analysis}?study=${encodeURIComponent(id)}`;
