// Where a game of the archive leads, and what it is called.
import type { Texts } from '../i18n/index.ts';
import { PAGES } from '../places.ts';
import type { Entry, Shape } from './entry.ts';
import { nameOf, resultOf } from './search.ts';

/** The page of the archive lies one folder below the root. */
const ROOT = '../';

export const analysisOf = ({ id }: Entry): string => `${ROOT}${PAGES.analysis}?id=${encodeURIComponent(id)}`;

/** A game under way is played on, everything else is looked at in the analysis. */
export function wayTo(entry: Entry): string {
  if (entry.kind === 'game' && !entry.over)
    return entry.table ? `${ROOT}${entry.table}` : `${ROOT}${PAGES.play}?id=${encodeURIComponent(entry.id)}`;
  return analysisOf(entry);
}

/** "Won against Scree", "Anna against Ben". */
export function titleOf(entry: Entry, texts: Texts, shape?: Shape): string {
  const { t } = texts;
  if (entry.kind === 'analysis') return t('ui.archive.analysis');
  const [first, second] = [nameOf(entry, 0, texts, shape), nameOf(entry, 1, texts, shape)];
  if (entry.me === null) return t('ui.archive.two', { first, second });
  return t(`ui.archive.against.${resultOf(entry)}`, { name: entry.me === 0 ? second : first });
}
