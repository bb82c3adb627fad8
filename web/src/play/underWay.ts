// The game under way as the first page shows it, before the rules can read the saved game itself.

import { isLevelOrPerson } from '../game/levels.ts';
import { isolated, type Texts } from '../i18n/index.ts';

export interface UnderWay {
  /** Its id in the archive; what older versions have remembered has none. */
  readonly id?: string;
  readonly game: string;
  readonly position: string;
  readonly names: readonly [string, string];
  readonly levels: readonly [number, number];
}
const KEY = 'cairn.under_way';

const pair = <T>(v: unknown, one: (x: unknown) => x is T): v is [T, T] =>
  Array.isArray(v) && v.length === 2 && v.every(one);
const isText = (v: unknown): v is string => typeof v === 'string';

/** What was remembered, null where there is none. */
export function readUnderWay(saved: string | null): UnderWay | null {
  try {
    const v = JSON.parse(saved ?? 'null') as Record<string, unknown> | null;
    if (!v || !isText(v.game) || !isText(v.position)) return null;
    if (!pair(v.names, isText) || !pair(v.levels, isLevelOrPerson)) return null;
    const id = isText(v.id) && v.id ? { id: v.id } : {};
    return { ...id, game: v.game, position: v.position, names: v.names, levels: v.levels };
  } catch {
    return null;
  }
}
/** Who plays: the level of the computer, two names, or that it is on this device. */
export function withWhom({ names, levels }: Pick<UnderWay, 'names' | 'levels'>, { t }: Texts): string {
  const level = Math.max(...levels);
  if (level) return t('level.named', { level, name: t(`level.${level}.name`) });
  return names.filter(Boolean).map(isolated).join(' – ') || t('ui.start.device');
}
export function underWay(): UnderWay | null {
  try {
    return readUnderWay(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}
/** Remembers the game under way, or (null) that none is. */
export function rememberUnderWay(game: UnderWay | null): void {
  try {
    if (game) localStorage.setItem(KEY, JSON.stringify(game));
    else localStorage.removeItem(KEY);
  } catch {
    // The first page then shows the game once the rules have read it.
  }
}
