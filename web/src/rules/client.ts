// The page's end of the rules: questions go to the worker, answers come back by number. A worker that has ended is
// replaced and asked again what it still owed; every question carries all that its answer hangs on.
import type { Refusal, Rules } from './types.ts';
import { RulesError } from './types.ts';

/** What the client needs of a worker; tests bring their own. */
export interface Port {
  postMessage(message: { id: number; text: string }): void;
  terminate(): void;
  onmessage: ((e: MessageEvent<{ id: number; text: string }>) => void) | null;
  onerror: ((e: ErrorEvent) => void) | null;
}

interface Waiting {
  readonly text: string;
  readonly resolve: (v: unknown) => void;
  readonly reject: (e: Error) => void;
}

export function connect(make: () => Port): Rules {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let port: Port | null = null;

  function worker(): Port {
    if (port) return port;
    const made = make();
    let answered = false;
    made.onmessage = ({ data }) => {
      answered = true;
      const w = waiting.get(data.id);
      if (!w) return;
      waiting.delete(data.id);
      const answer = JSON.parse(data.text) as { ok?: unknown; error?: Refusal };
      if (answer.error) w.reject(new RulesError(answer.error));
      else w.resolve(answer.ok ?? null);
    };
    made.onerror = (e) => {
      if (made !== port) return;
      e.preventDefault?.();
      port = null;
      made.onmessage = made.onerror = null;
      made.terminate();
      const owed = [...waiting];
      if (answered) {
        for (const [id, { text }] of owed) worker().postMessage({ id, text });
        return;
      }
      // It cannot be loaded, or what it was asked again ended it again.
      waiting.clear();
      for (const [, w] of owed) w.reject(new Error(e.message || 'the rules could not be loaded'));
    };
    port = made;
    return made;
  }
  const ask = (question: Record<string, unknown>): Promise<never> =>
    new Promise((resolve, reject) => {
      const [id, text] = [++last, JSON.stringify(question)];
      waiting.set(id, { text, resolve: resolve as (v: unknown) => void, reject });
      worker().postMessage({ id, text });
    });
  worker(); // on its way before the first question
  return {
    games: () => ask({ op: 'games' }),
    layout: (game) => ask({ op: 'layout', game }),
    start: (game, seed, full = false) => ask({ op: 'start', game, seed, full }),
    view: (game, position) => ask({ op: 'view', game, position }),
    play: (game, position, move) => ask({ op: 'play', game, position, move }),
    replay: (game, position, moves) => ask({ op: 'replay', game, position, moves }),
    why: (game, position, move) => ask({ op: 'why', game, position, move }),
    whyStack: (game, position, claim, from) => ask({ op: 'whyStack', game, position, claim, from }),
    formats: () => ask({ op: 'formats' }),
    importRecords: (data, name, game = '') => ask({ op: 'import', data: base64(data), name, game }),
    exportRecord: (record, format) => ask({ op: 'export', record, format }),
  };
}

/** Bytes as JSON carries them. */
function base64(data: Uint8Array): string {
  let s = '';
  for (let i = 0; i < data.length; i += 0x8000) s += String.fromCharCode(...data.subarray(i, i + 0x8000));
  return btoa(s);
}

/** Starts the worker with the rules in it. */
export function load(): Rules {
  return connect(
    () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'rules' }) as unknown as Port,
  );
}
