// What somebody chose for a new table, and the options that follow. Plain data; the form shows it.
import type { Options } from '../../gen/api.ts';
import { CONTROLS, isSlow } from '../game/control.ts';
import { FAMILIES } from '../games.ts';
import type { GameInfo } from '../rules/types.ts';

export interface TableChoice {
  readonly game: string;
  readonly full: boolean;
  readonly side: 'drawn' | 'first' | 'second';
  readonly control: string;
  readonly takeback: boolean;
  readonly open: boolean;
  /** It changes the ratings of both. */
  readonly rated: boolean;
  /** Only people with a name of their own may sit down. */
  readonly accounts: boolean;
  /** In a game of days the clock of who is away stands. */
  readonly away: boolean;
}
export const usual: TableChoice = {
  game: FAMILIES[0].id,
  full: false,
  side: 'drawn',
  control: '300+3',
  takeback: true,
  open: false,
  rated: false,
  accounts: false,
  away: true,
};

const KEY = 'cairn.table';

/** The last choice, as far as it still makes sense. */
export function recall(): TableChoice {
  try {
    const c: TableChoice = { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<TableChoice>) };
    const known = [
      typeof c.game === 'string',
      ['drawn', 'first', 'second'].includes(c.side),
      CONTROLS.includes(c.control),
      [c.full, c.takeback, c.open, c.rated, c.accounts, c.away].every((b) => typeof b === 'boolean'),
    ];
    return known.every(Boolean) ? c : usual;
  } catch {
    return usual;
  }
}
export function remember(c: TableChoice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(c));
  } catch {
    // Then the next table starts from the usual choice.
  }
}

const other = { drawn: 'drawn', first: 'second', second: 'first' } as const;

/** What the options of a table say, to who made it or to somebody else. */
export function choiceOf(o: Options, mine: boolean): TableChoice {
  const side = o.side ?? 'drawn';
  return {
    game: o.game,
    full: !!o.full,
    side: mine ? side : other[side],
    control: o.control,
    takeback: !!o.takeback,
    open: !!o.public,
    rated: !!o.rated,
    accounts: !!o.accounts,
    away: !o.noAway,
  };
}
/** A choice with something else chosen: a rated game has a clock, and no moves are taken back. */
export function changed(c: TableChoice, change: Partial<TableChoice>): TableChoice {
  const next = { ...c, ...change };
  if (!next.rated) return next;
  if (!change.rated) return { ...next, rated: next.control !== '-' && !next.takeback };
  return { ...next, takeback: false, control: next.control === '-' ? usual.control : next.control };
}
/** Whether the clock of a game stands while somebody is away, unless the terms say no. */
export const holdable = (control: string): boolean => control !== '-' && isSlow(control);
/** The side in the options is that of who made the table. A guest plays for no rating, and with everybody. */
export function optionsOf(c: TableChoice, info: GameInfo, mine = true, account = false): Options {
  const side = mine ? c.side : other[c.side];
  return {
    game: info.id,
    control: c.control,
    ...(c.full && info.full ? { full: true } : {}),
    ...(side === 'drawn' ? {} : { side }),
    ...(c.open ? { public: true } : {}),
    ...(c.takeback ? { takeback: true } : {}),
    ...(c.rated && account ? { rated: true } : {}),
    ...(c.accounts && account ? { accounts: true } : {}),
    ...(holdable(c.control) && !c.away ? { noAway: true } : {}),
  };
}
