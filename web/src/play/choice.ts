// The choices for a new game, and the options that follow from them. Plain data; the dialog shows it.

import type { GameOptions } from '../archive/savedGame.ts';
import { CONTROLS, controlNamed, isSlow, shortOf } from '../game/control.ts';
import { LEVELS } from '../game/levels.ts';
import { FAMILIES, kindOf } from '../games.ts';
import type { GameInfo } from '../rules/types.ts';

export interface Choice {
  readonly game: string;
  readonly against: 'computer' | 'person';
  readonly level: number;
  readonly begins: 'you' | 'opponent' | 'lots';
  readonly names: readonly [string, string];
  /** A full random board instead of placing, where the game has both. */
  readonly full: boolean;
  /** The word that decides the start position; "" leaves it to chance. */
  readonly word: string;
  /** A preset as people write it, "none", or "own". */
  readonly clock: string;
  /** For a clock of one's own. */
  readonly minutes: number;
  readonly seconds: number;
  readonly hints: boolean;
  readonly takeback: boolean;
}

/** The controls that are offered here: those with a clock of minutes. */
export const PRESETS: readonly string[] = CONTROLS.filter((c) => !isSlow(c)).map(shortOf);
export const MINUTES = { least: 0.5, most: 180 };
export const SECONDS = { least: 0, most: 60 };

export const standard: Choice = {
  game: FAMILIES[0].id,
  against: 'computer',
  level: 1,
  begins: 'you',
  names: ['', ''],
  full: true,
  word: '',
  clock: 'none',
  minutes: 10,
  seconds: 5,
  hints: true,
  takeback: true,
};

const KEY = 'cairn.new';
/** The choices made last, different ones, the latest first. */
const LATELY = 'cairn.new.lately';
const MOST_LATELY = 3;

/** Sets of choices that many people want, whatever the game. */
export const QUICK = {
  first: { against: 'computer', level: 1, begins: 'you', full: true, clock: 'none', hints: true, takeback: true },
  quick: { against: 'computer', level: 3, begins: 'lots', clock: '5+3', hints: true, takeback: true },
  serious: { against: 'computer', level: 7, begins: 'lots', clock: '15+10', hints: false, takeback: false },
} as const satisfies Readonly<Record<string, Partial<Choice>>>;
export type Quick = keyof typeof QUICK;

/** What was saved as a choice, null where it is none. */
function read(kept: unknown): Choice | null {
  const c: Choice = { ...standard, ...(kept as Partial<Choice>), word: '' };
  const known = [
    typeof kept === 'object' && kept !== null,
    typeof c.game === 'string',
    c.against === 'computer' || c.against === 'person',
    LEVELS.some((n) => n === c.level),
    ['you', 'opponent', 'lots'].includes(c.begins),
    ['none', 'own', ...PRESETS].includes(c.clock),
    Array.isArray(c.names) && c.names.length === 2 && c.names.every((n) => typeof n === 'string'),
    typeof c.minutes === 'number' && typeof c.seconds === 'number',
    [c.full, c.hints, c.takeback].every((b) => typeof b === 'boolean'),
  ];
  return known.every(Boolean) ? c : null;
}
/** The last choice that was saved, as far as it is valid. */
export function recall(): Choice {
  try {
    return read(JSON.parse(localStorage.getItem(KEY) ?? '{}')) ?? standard;
  } catch {
    return standard;
  }
}
/** The choices made last. */
export function lately(): readonly Choice[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(LATELY) ?? '[]');
    return Array.isArray(all) ? all.flatMap((c) => read(c) ?? []).slice(0, MOST_LATELY) : [];
  } catch {
    return [];
  }
}
/**
 * Whether a choice has all of another one, or of a part of one. What a clock of one's own says counts only with it, and how
 * the board is filled only in a game with both ways.
 */
export function has(c: Choice, part: Partial<Choice>): boolean {
  const kinds = [
    'game',
    'against',
    'level',
    'begins',
    'full',
    'clock',
    'minutes',
    'seconds',
    'hints',
    'takeback',
  ] as const;
  const skipped: readonly string[] = [
    ...(c.clock === 'own' ? [] : ['minutes', 'seconds']),
    ...(c.against === 'person' ? ['level', 'begins', 'takeback'] : []),
  ];
  const filled = ({ full = c.full }: Partial<Choice>) => kindOf(c.game, full);
  return kinds.every(
    (k) => skipped.includes(k) || !(k in part) || part[k] === c[k] || (k === 'full' && filled(part) === filled(c)),
  );
}
/** A choice with what somebody comes for. */
export function wished(c: Choice, wish: Partial<Pick<Choice, 'game' | 'full' | 'against'>>): Choice {
  const { game, full = c.full, against = c.against } = wish;
  return { ...c, game: game || c.game, full, against };
}
export function remember(c: Choice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(c));
    const list = [c, ...lately().filter((had) => !has(had, c))].slice(0, MOST_LATELY);
    localStorage.setItem(LATELY, JSON.stringify(list.map((one) => ({ ...one, word: '' }))));
  } catch {
    // Then the next game starts from the usual choice.
  }
}

/** The time control, as a record writes it. */
export function controlOf(c: Choice): string {
  if (c.clock !== 'own') return controlNamed(c.clock);
  const within = (n: number, { least, most }: typeof MINUTES): number =>
    Math.min(most, Math.max(least, Number.isFinite(n) ? n : least));
  return `${Math.round(within(c.minutes, MINUTES) * 60_000) / 1000}+${Math.round(within(c.seconds, SECONDS) * 1000) / 1000}`;
}

/** What was chosen as options of a game; chance is a number from 0 to 1, seed a random word, own the name of who chose. */
export function optionsOf(
  c: Choice,
  info: GameInfo,
  chance: number,
  seed: string,
  own = '',
): { options: GameOptions; full: boolean; start: string } {
  const start = c.word.trim() || seed;
  const control = controlOf(c);
  const full = c.full && info.full;
  if (c.against === 'person') {
    const names: [string, string] = [c.names[0].trim() || own, c.names[1].trim()];
    return { options: { names, levels: [0, 0], seed, control, hints: c.hints, takeback: true }, full, start };
  }
  const first = c.begins === 'you' || (c.begins === 'lots' && chance < 0.5);
  const levels: [number, number] = first ? [0, c.level] : [c.level, 0];
  const names: [string, string] = first ? [own, ''] : ['', own];
  return {
    options: { names, levels, seed: start, control, hints: c.hints, takeback: c.takeback },
    full,
    start,
  };
}
