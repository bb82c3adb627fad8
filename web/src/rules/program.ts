// Starts a program of ours, written in Go, inside a worker.
import '../../gen/wasm_exec.js';

interface GoProgram {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}
/** What a program imports besides, which is called when the program is there. */
export interface Imported {
  imports: WebAssembly.Imports;
  start(program: WebAssembly.Instance): void;
}
const scope = self as unknown as { Go: new () => GoProgram };

/** Runs a compiled program; what it sets up is there afterwards. An end of the program is an error. */
export async function run(program: WebAssembly.Module, more?: Imported): Promise<void> {
  const go = new scope.Go();
  const imports: WebAssembly.Imports = { ...go.importObject, ...more?.imports };
  // What a worker does not offer is not there for the program: of the kernels it asks first whether there are any.
  for (const { module, name } of WebAssembly.Module.imports(program)) {
    if (module === 'kernel') imports[module] = { [name]: () => 0, ...imports[module] };
  }
  const instance = await WebAssembly.instantiate(program, imports);
  more?.start(instance);
  void go.run(instance).then(() => fail(new Error('the program has ended')));
}

/** An error inside a worker would stay silent; thrown outside a promise it reaches the page. */
export function fail(e: unknown): void {
  setTimeout(() => {
    throw e;
  });
}
