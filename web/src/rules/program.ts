// Starts a program of ours, written in Go, inside a worker.
import '../../gen/wasm_exec.js';

interface GoProgram {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}
const scope = self as unknown as { Go: new () => GoProgram };

/** Runs the program of that address; what it sets up is there afterwards. An end of the program is an error. */
export async function run(wasm: string): Promise<void> {
  const go = new scope.Go();
  const file = fetch(wasm);
  let made: WebAssembly.WebAssemblyInstantiatedSource;
  try {
    made = await WebAssembly.instantiateStreaming(file, go.importObject);
  } catch {
    // A host that sends the file under another content type.
    const again = await fetch(wasm);
    if (!again.ok) throw new Error(`the program is not there: ${again.status}`);
    made = await WebAssembly.instantiate(await again.arrayBuffer(), go.importObject);
  }
  void go.run(made.instance).then(() => fail(new Error('the program has ended')));
}

/** An error inside a worker would stay silent; thrown outside a promise it reaches the page. */
export function fail(e: unknown): void {
  setTimeout(() => {
    throw e;
  });
}
