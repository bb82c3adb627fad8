// The page's end of the rules: questions go to the worker, answers come back by number.
import type { Refusal, Rules } from './types.ts';
import { RulesError } from './types.ts';

/** What the client needs of a worker; tests bring their own. */
export interface Port {
  postMessage(message: { id: number; text: string }): void;
  onmessage: ((e: MessageEvent<{ id: number; text: string }>) => void) | null;
  onerror: ((e: ErrorEvent) => void) | null;
}

export function connect(port: Port): Rules {
  const waiting = new Map<number, { resolve: (v: unknown) => void; reject: (e: Error) => void }>();
  let last = 0;
  let broken: Error | null = null;
  port.onmessage = ({ data }) => {
    const w = waiting.get(data.id);
    if (!w) return;
    waiting.delete(data.id);
    const answer = JSON.parse(data.text) as { ok?: unknown; error?: Refusal };
    if (answer.error) w.reject(new RulesError(answer.error));
    else w.resolve(answer.ok ?? null);
  };
  port.onerror = (e) => {
    broken = new Error(e.message || 'the rules could not be loaded');
    for (const w of waiting.values()) w.reject(broken);
    waiting.clear();
  };
  const ask = (question: Record<string, unknown>): Promise<never> =>
    new Promise((resolve, reject) => {
      if (broken) {
        reject(broken);
        return;
      }
      const id = ++last;
      waiting.set(id, { resolve: resolve as (v: unknown) => void, reject });
      port.postMessage({ id, text: JSON.stringify(question) });
    });
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
    new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'rules' }) as unknown as Port,
  );
}
