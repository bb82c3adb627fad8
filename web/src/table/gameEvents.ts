// Events of a game, between the form in which a log stores them and the one in which a page works with them.
import { SIDES, spelled } from '../game/loggedGame.svelte.ts';
import type { GameEvent } from '../game/source.ts';
import type { LogEvent, Side } from '../rules/types.ts';

/** An event as it is stored. The server sets side and time itself; here they are for the rules. */
export function storedOf(event: GameEvent, me: Side): LogEvent {
  const side = SIDES[me];
  if (event.kind === 'move') return { v: 1, kind: 'move', move: spelled(event.move, event.path), side };
  const { side: _, ...rest } = event as GameEvent & { side?: Side };
  return { v: 1, ...rest, side } as LogEvent;
}
/** A stored event, as those hear of it who listen to a game. */
export function eventOf(e: LogEvent): GameEvent {
  const { v, took, side, ...rest } = e;
  return { ...rest, ...(side ? { side: side === 'second' ? 1 : 0 } : {}) } as GameEvent;
}
