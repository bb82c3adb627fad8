// What the analysis asks of the engine. The page works without one; it is fetched when it is first asked for.
import { load } from '../engine/client.ts';
import type { Best, Engine, Info, State } from '../engine/types.ts';
import { EngineError } from '../engine/types.ts';

export type { Best, Reason } from '../engine/types.ts';
export type Line = Info;

export interface Wish {
  readonly game: string;
  readonly position: string;
  /** How many lines; 1 when left out. */
  readonly lines?: number;
  /** Milliseconds; without it the search goes on until it is stopped or everything is proved. */
  readonly time?: number;
  /** How many positions are looked at, at most. */
  readonly nodes?: number;
  /** The only moves to look at. */
  readonly only?: readonly string[];
  /** What was learned before is dropped: the answer depends on what is asked alone. */
  readonly fresh?: boolean;
  /** What speaks for the move is asked for, too. */
  readonly explain?: boolean;
  /** Memory for what is seen, in MiB. */
  readonly hash?: number;
}

export interface Thinker {
  /** Searches until time is up, everything is known, or the signal says stop; an engine that fails rejects. */
  think(wish: Wish, online: (line: Line) => void, signal: AbortSignal): Promise<Best>;
  close(): void;
}

export function thinker(onstate: (s: State) => void, engine: Engine = load({ onstate })): Thinker {
  return {
    async think({ lines = 1, time, nodes, ...wish }, online, signal) {
      if (signal.aborted) return { move: '', stopped: true };
      const limits = { ...(time ? { movetime: time } : {}), ...(nodes ? { nodes } : {}) };
      const search = engine.search({ ...wish, multipv: lines, limits }, (i) => {
        if (!signal.aborted) online(i);
      });
      signal.addEventListener('abort', search.stop, { once: true });
      try {
        return await search.best;
      } catch (e) {
        // After a stop it does not matter that nothing was found yet.
        if (signal.aborted && e instanceof EngineError) return { move: '', stopped: true };
        throw e;
      } finally {
        signal.removeEventListener('abort', search.stop);
      }
    },
    close: () => engine.close(),
  };
}
