// The page's end of the engine: questions go to the worker, events come back by number. A worker that has died, or
// does not react to a stop, is replaced; its open questions are answered with an error, or with the best move so far.
import { programs, withProgram } from '../rules/programs.ts';
import {
  type Best,
  type Engine,
  EngineError,
  type EngineEvent,
  type EngineQuestion,
  type Info,
  type Question,
  type Search,
  type State,
} from './types.ts';

/** What the client needs of a worker; tests bring their own. */
export interface Port {
  postMessage(question: string): void;
  terminate(): void;
  onmessage: ((e: MessageEvent<string>) => void) | null;
  onerror: ((e: ErrorEvent) => void) | null;
}

export interface Options {
  /** How long a worker may take to react to a stop, in milliseconds. */
  readonly patience?: number;
  readonly onstate?: (state: State) => void;
}

interface Waiting {
  readonly question: EngineQuestion;
  /** Whether a worker was already being loaded when the question came. */
  readonly joined: boolean;
  resolve: (b: Best) => void;
  reject: (e: Error) => void;
  onInfo?: (i: Info) => void;
  /** The best move so far. */
  move: string;
  timer?: ReturnType<typeof setTimeout>;
}

export function connect(make: () => Port, options: Options = {}): Engine {
  const waiting = new Map<number, Waiting>();
  let port: Port | null = null;
  let state: State = 'idle';
  let last = 0;

  function become(next: State): void {
    if (next === state) return;
    state = next;
    options.onstate?.(next);
  }
  /** Takes a question from those that wait, to be answered. */
  function take(id: number): Waiting | undefined {
    const w = waiting.get(id);
    clearTimeout(w?.timer);
    waiting.delete(id);
    return w;
  }
  /** Ends the worker; every open question is rejected with the error. */
  function discard(error: EngineError): void {
    const old = port;
    port = null;
    if (old) {
      old.onmessage = old.onerror = null;
      old.terminate();
    }
    become('idle');
    for (const id of [...waiting.keys()]) take(id)?.reject(error);
  }
  function onevent(text: string): void {
    const e = JSON.parse(text) as EngineEvent;
    if (e.ready) {
      become('ready');
      return;
    }
    const w = waiting.get(e.id);
    if (!w) return;
    if (e.info) {
      if (e.info.multipv === 1 && e.info.pv[0]) w.move = e.info.pv[0];
      w.onInfo?.(e.info);
    } else if (e.best) take(e.id)?.resolve(e.best);
    else if (e.error) take(e.id)?.reject(new EngineError('refused', e.error.text));
  }
  function worker(): Port {
    if (port) return port;
    let made: Port;
    try {
      made = make();
    } catch (e) {
      throw new EngineError('unavailable', String(e));
    }
    made.onmessage = ({ data }) => onevent(data);
    made.onerror = (e) => {
      e.preventDefault?.();
      if (made !== port) return;
      const trouble = state === 'ready' ? 'crashed' : 'unavailable';
      // Questions that came while the program was loading are asked once more: what stopped it may be over by now.
      const again = trouble === 'unavailable' ? [...waiting].filter(([, w]) => w.joined) : [];
      for (const [id] of again) waiting.delete(id);
      discard(new EngineError(trouble, e.message || 'the engine could not be loaded'));
      for (const [id, w] of again) ask(id, { ...w, joined: false });
    };
    port = made;
    become('loading');
    return made;
  }

  const post = (to: Port | null, question: EngineQuestion): void => to?.postMessage(JSON.stringify(question));
  function ask(id: number, w: Waiting): void {
    waiting.set(id, w);
    try {
      post(worker(), w.question);
    } catch (e) {
      take(id);
      w.reject(e instanceof EngineError ? e : new EngineError('unavailable', String(e)));
    }
  }
  function search(question: Question, onInfo?: (info: Info) => void): Search {
    const id = ++last;
    const best = new Promise<Best>((resolve, reject) => {
      const asked: EngineQuestion = { ...question, op: 'search', id };
      ask(id, { question: asked, joined: state === 'loading', resolve, reject, onInfo, move: '' });
    });
    best.catch(() => {}); // a caller that ignores the answer need not handle its error
    const stop = (): void => {
      const w = waiting.get(id);
      if (!w || w.timer !== undefined) return;
      if (state !== 'ready') {
        // Nothing has begun; the worker goes on loading for the next question.
        post(port, { op: 'stop', id });
        take(id)?.reject(new EngineError('stopped', 'stopped before the engine was there'));
        return;
      }
      post(port, { op: 'stop', id });
      w.timer = setTimeout(() => {
        const unanswered = take(id);
        if (unanswered?.move) unanswered.resolve({ move: unanswered.move, stopped: true });
        else unanswered?.reject(new EngineError('stopped', 'stopped before there was a move'));
        discard(new EngineError('crashed', 'the engine did not react to a stop'));
      }, options.patience ?? 600);
    };
    return { best, stop };
  }

  return {
    search,
    start: () => {
      try {
        worker();
      } catch {
        // The first question fails in the same way, and somebody waits for it.
      }
    },
    forget: () => post(port, { op: 'forget', id: 0 }),
    close: () => discard(new EngineError('stopped', 'the engine was closed')),
    get state() {
      return state;
    },
  };
}

/** The engine in its worker, which is not started before it is asked or awaited. */
export function load(options: Options = {}): Engine {
  return connect(
    () =>
      withProgram(
        new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' }),
        programs.engine,
      ),
    options,
  );
}
