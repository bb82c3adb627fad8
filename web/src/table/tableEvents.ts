// What a table has come to, event by event, apart from the game at it: who sits there, by which terms, and what follows it.
import type { Person, Table, Event as TableEvent } from '../../gen/api.ts';

/** All that is known of a table but the log of its game. */
export type TableInfo = Omit<Table, 'log'>;
export type Role = Table['you'];

function roleAt([a, b]: readonly [Person | null, Person | null], me: string, first: Role, second: Role): Role {
  if (!me) return 'watcher';
  return a?.id === me ? first : b?.id === me ? second : 'watcher';
}

/** What is only known while a seat is free. */
const WAITED = { asks: undefined, reserved: undefined, kept: undefined, for: undefined };

/** The table after an event, as the person `me` sees it. What this page does not know, and events of the game, change nothing. */
export function afterEvent(table: TableInfo, e: TableEvent, me: string): TableInfo {
  switch (e.kind) {
    case 'sat': {
      const seats: [Person | null, Person | null] = [...table.seats];
      seats[e.seat ?? 0] = e.person ?? null;
      return { ...table, seats, you: roleAt(seats, me, 'sitter', 'sitter') };
    }
    case 'started': {
      const seats = (e.seats ?? table.seats) as Table['seats'];
      const you = roleAt(seats, me, 'first', 'second');
      return { ...table, ...WAITED, phase: 'playing', seats, you, reveal: e.reveal };
    }
    case 'terms':
      return e.options
        ? { ...table, options: e.options, asks: undefined, seats: [e.person ?? table.seats[0], table.seats[1]] }
        : table;
    case 'asked': {
      const { person, options } = e;
      const others = (table.asks ?? []).filter((a) => a.person.id !== person?.id);
      return { ...table, asks: person && options ? [...others, { person, options }] : others };
    }
    case 'closed':
      return { ...table, ...WAITED, phase: 'closed' };
    case 'hold':
    case 'resume': {
      const away: [number, number] = [...(table.away ?? [0, 0])];
      away[e.seat ?? 0] = e.until ?? 0;
      return { ...table, away: away.some(Boolean) ? away : undefined };
    }
    case 'rematch':
      return { ...table, rematch: e.rematch };
    case 'shown':
      return { ...table, hidden: undefined };
  }
  return table;
}
