// Runs a Go program inside a worker, and passes what the page asks on to it. What comes before it is ready waits.
import { fail, type Imported, run } from './program.ts';

const scope = self as unknown as Record<string, unknown> & {
  postMessage(message: unknown): void;
  onmessage: ((e: MessageEvent) => void) | null;
};

/** The page sends the program first, which sets the global function of that name; `put` asks it what comes then. */
export function start<Ask, Message>(name: string, put: (ask: Ask, message: Message) => void, more?: Imported): void {
  let begin: (program: WebAssembly.Module) => void = () => {};
  const ready = new Promise<WebAssembly.Module>((done) => {
    begin = done;
  })
    .then((program) => run(program, more))
    .then((): Ask => {
      const ask = scope[name] as Ask | undefined;
      if (!ask) throw new Error(`${name} did not start`);
      return ask;
    });
  scope.onmessage = ({ data }) => {
    if (data.program) begin(data.program);
    else
      void ready.then(
        (ask) => put(ask, data),
        () => {},
      ); // the failure is reported below, once
  };
  ready.catch(fail);
}

/** The same for a program that answers every question with one text. */
export const serve = (name: string): void =>
  start(name, (answer: (question: string) => string, { id, text }: { readonly id: number; readonly text: string }) =>
    scope.postMessage({ id, text: answer(text) }),
  );
