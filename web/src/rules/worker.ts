// The rules' worker: starts the Go program and passes questions on. Questions that come before it is ready wait.
import '../../gen/wasm_exec.js';
import wasm from '../../gen/rules.wasm?url';

interface GoProgram {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}
const scope = self as unknown as {
  Go: new () => GoProgram;
  cairnRules?: (question: string) => string;
  postMessage(message: unknown): void;
  onmessage: ((e: MessageEvent<{ id: number; text: string }>) => void) | null;
};

async function start(): Promise<(question: string) => string> {
  const go = new scope.Go();
  const file = fetch(wasm);
  let made: WebAssembly.WebAssemblyInstantiatedSource;
  try {
    made = await WebAssembly.instantiateStreaming(file, go.importObject);
  } catch {
    // A host that sends the file under another content type.
    made = await WebAssembly.instantiate(await (await fetch(wasm)).arrayBuffer(), go.importObject);
  }
  void go.run(made.instance);
  if (!scope.cairnRules) throw new Error('the rules did not start');
  return scope.cairnRules;
}

const ready = start();
scope.onmessage = async ({ data }) => {
  const ask = await ready;
  scope.postMessage({ id: data.id, text: ask(data.text) });
};
// An error in here would stay silent; thrown outside a promise it reaches the page.
ready.catch((e: unknown) =>
  setTimeout(() => {
    throw e;
  }),
);
