// An engine for tests, which answers when a test says so.
import type { Best, Engine, Info, Question } from './types.ts';

export interface Asked {
  readonly q: Question;
  readonly onInfo?: (i: Info) => void;
  yes(b: Best): void;
  no(e: Error): void;
  stopped: boolean;
}

export function fake(): { engine: Engine; asked: Asked[] } {
  const asked: Asked[] = [];
  const engine: Engine = {
    state: 'ready',
    start: () => {},
    forget: () => {},
    close: () => {},
    search: (q, onInfo) => {
      const s: Asked = { q, onInfo, yes: () => {}, no: () => {}, stopped: false };
      const best = new Promise<Best>((yes, no) => Object.assign(s, { yes, no }));
      best.catch(() => {});
      asked.push(s);
      return {
        best,
        stop: () => {
          s.stopped = true;
        },
      };
    },
  };
  return { engine, asked };
}
