// What a game of the archive is called.
import type { Texts } from '../i18n/index.ts';
import type { Entry, Shape } from './entry.ts';
import { nameOf, resultOf } from './search.ts';

/** "Won against Scree", "Anna against Ben"; an analysis in which nobody has a name is "Analysis". */
export function titleOf(entry: Entry, texts: Texts, shape?: Shape): string {
  const { t } = texts;
  if (entry.kind === 'analysis' && !entry.names.some(Boolean)) return t('ui.archive.analysis');
  const [first, second] = [nameOf(entry, 0, texts, shape), nameOf(entry, 1, texts, shape)];
  if (entry.me === null || entry.kind === 'analysis') return t('ui.archive.two', { first, second });
  return t(`ui.archive.against.${resultOf(entry)}`, { name: entry.me === 0 ? second : first });
}
