// The page's end of the rules and the records: questions go to a worker, answers come back by number. A worker that has
// ended is replaced and gets its open questions again; every question carries all that its answer depends on.
import type { Answers, FileAnswers, FileQuestion, Question } from '../../gen/messages.ts';
import { loading } from './loading.svelte.ts';
import { games, layouts, sizes } from './prepared.ts';
import { programs, withProgram } from './programs.ts';
import type { Ask, Refusal, Rules } from './types.ts';
import { LoadError, RulesError } from './types.ts';

/** What the client needs of a worker; tests bring their own. */
export interface Port {
  postMessage(message: { id: number; text: string }): void;
  terminate(): void;
  onmessage: ((e: MessageEvent<{ readonly id: number; readonly text: string }>) => void) | null;
  onerror: ((e: ErrorEvent) => void) | null;
}

interface Waiting {
  readonly text: string;
  readonly resolve: (v: unknown) => void;
  readonly reject: (e: Error) => void;
}

/** A worker that is started at the first question, or at once. */
function worker<Q, A>(make: () => Port, onanswer: () => void = () => {}): { ask: Ask<Q, A>; start(): void } {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let port: Port | null = null;

  function running(): Port {
    if (port) return port;
    const made = make();
    let answered = false;
    made.onmessage = ({ data }) => {
      if (!answered) onanswer();
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
      const lost = answered ? [] : [...waiting.values()];
      if (!answered) waiting.clear(); // it cannot be loaded, or the repeated questions ended it again
      replace(made);
      for (const w of lost) w.reject(new LoadError(e.message));
    };
    port = made;
    return made;
  }
  /** Ends a worker; another one gets its open questions. */
  function replace(made: Port): void {
    port = null;
    made.onmessage = made.onerror = null;
    made.terminate();
    for (const [id, { text }] of waiting) running().postMessage({ id, text });
  }
  return {
    ask: (op, question = {} as never, signal) =>
      new Promise((resolve, reject) => {
        const [id, text] = [++last, JSON.stringify({ op, ...question })];
        waiting.set(id, { text, resolve: resolve as (v: unknown) => void, reject });
        running().postMessage({ id, text });
        const stop = (): void => {
          if (!waiting.delete(id)) return;
          reject(signal?.reason);
          if (port) replace(port); // it hears nothing while it works
        };
        signal?.addEventListener('abort', stop, { once: true });
      }),
    start: () => void running(),
  };
}

/** `onanswer` is called when the rules answer for the first time, and after each new start. */
export function connect(makeRules: () => Port, makeRecords: () => Port, onanswer?: () => void): Rules {
  const rules = worker<Question, Answers>(makeRules, onanswer);
  const records = worker<FileQuestion, FileAnswers>(makeRecords);
  const { ask } = rules;
  rules.start(); // loads before the first question
  return {
    games: () => ask('games'),
    layout: (game) => ask('layout', { game }),
    start: (game, seed, full = false) => ask('start', { game, seed, full }),
    view: (game, position) => ask('view', { game, position }),
    play: (game, position, move) => ask('play', { game, position, move }),
    replay: (game, position, moves) => ask('replay', { game, position, moves }),
    why: (game, position, move) => ask('why', { game, position, move }),
    whyStack: (game, position, claim, from) => ask('whyStack', { game, position, claim, from }),
    setup: (game, text) => ask('setup', { game, text }),
    edit: (game, setup, edit) => ask('setup', { game, ...(setup ? { setup } : {}), edit }),
    recognize: (text, game) => ask('recognize', { text, game }),
    fold: (log) => ask('fold', { log }),
    apply: (log, events) => ask('apply', { log, events }),
    judge: (game, position, moves) => ask('judge', { game, position, judge: moves }),
    chances: (game, positions, scores) => ask('chances', { game, positions, scores }),
    accuracy: (turns) => ask('accuracy', { turns }),
    formats: () => records.ask('formats'),
    importRecords: (data, name, game = '', signal) => records.ask('import', { data: base64(data), name, game }, signal),
    exportRecord: (record, format) => records.ask('export', { record, format }),
    record: (log) => records.ask('record', { log }),
    log: (record) => records.ask('log', { record }),
    drawn: (record) => records.ask('drawn', { record }),
    records: records.ask,
  };
}

/** Bytes as JSON carries them. */
function base64(data: Uint8Array): string {
  let s = '';
  for (let i = 0; i < data.length; i += 0x8000) s += String.fromCharCode(...data.subarray(i, i + 0x8000));
  return btoa(s);
}

/**
 * Starts the worker with the rules in it; the one with the records is started when it is needed. Games and boards are
 * known before. The engine's program has the rules in it: a page that is there for the engine waits for one program, which
 * takes longer than the rules alone, in place of two.
 */
export function load(name: 'rules' | 'engine' = 'rules'): Rules {
  const onload = (bytes: number): void => {
    loading.share = Math.min(1, bytes / sizes[name]);
  };
  const rules = connect(
    () =>
      withProgram(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'rules' }), () =>
        programs[name](onload),
      ),
    () =>
      withProgram(
        new Worker(new URL('./records.ts', import.meta.url), { type: 'module', name: 'records' }),
        programs.records,
      ),
    () => {
      loading.share = null;
    },
  );
  rules.games().catch(() => {}); // a first question, so that it is known when they answer; who asks next hears of a fault
  return {
    ...rules,
    games: async () => games,
    layout: async (game) => layouts[game] ?? rules.layout(game),
  };
}
