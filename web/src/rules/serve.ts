// Runs a Go program that answers questions inside a worker, and passes the questions of the page on to it. Questions
// that come before it is ready wait.
import { fail, run } from './program.ts';

type Answer = (question: string) => string;
type Message = { readonly id: number; readonly text: string };

const scope = self as unknown as Record<string, unknown> & {
  postMessage(message: unknown): void;
  onmessage: ((e: MessageEvent<Message | { readonly program: WebAssembly.Module }>) => void) | null;
};

/** The page sends the program, which sets the global function of that name. */
export function serve(name: string): void {
  let start: (program: WebAssembly.Module) => void = () => {};
  const ready = new Promise<WebAssembly.Module>((done) => {
    start = done;
  })
    .then(run)
    .then((): Answer => {
      const answer = scope[name] as Answer | undefined;
      if (!answer) throw new Error(`${name} did not start`);
      return answer;
    });
  scope.onmessage = ({ data }) => {
    if ('program' in data) {
      start(data.program);
      return;
    }
    const put = (answer: Answer): void => scope.postMessage({ id: data.id, text: answer(data.text) });
    void ready.then(put, () => {}); // the failure is reported below, once
  };
  ready.catch(fail);
}
