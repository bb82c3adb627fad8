// Runs a Go program that answers questions inside a worker, and passes the questions of the page on to it. Questions
// that come before it is ready wait.
import { fail, run } from './program.ts';

type Answer = (question: string) => string;

const scope = self as unknown as Record<string, unknown> & {
  postMessage(message: unknown): void;
  onmessage: ((e: MessageEvent<{ id: number; text: string }>) => void) | null;
};

/** The program of that address sets the global function of that name. */
export function serve(wasm: string, name: string): void {
  const ready = run(wasm, (loaded) => scope.postMessage({ loaded })).then((): Answer => {
    const answer = scope[name] as Answer | undefined;
    if (!answer) throw new Error(`${name} did not start`);
    return answer;
  });
  scope.onmessage = ({ data }) => {
    const put = (answer: Answer): void => scope.postMessage({ id: data.id, text: answer(data.text) });
    void ready.then(put, () => {}); // the failure is reported below, once
  };
  ready.catch(fail);
}
