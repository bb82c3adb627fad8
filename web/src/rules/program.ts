// Starts a program of ours, written in Go, inside a worker.
import '../../gen/wasm_exec.js';

interface GoProgram {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}
const scope = self as unknown as { Go: new () => GoProgram };

/**
 * Runs the program of that address; what it sets up is there afterwards. An end of the program is an error. How many
 * bytes of it have come is told meanwhile.
 */
export async function run(wasm: string, onload?: (bytes: number) => void): Promise<void> {
  const go = new scope.Go();
  const file = fetch(wasm).then((r) => (onload ? counted(r, onload) : r));
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

/** The same answer; how many bytes of it have come is told as they come. */
function counted(from: Response, onload: (bytes: number) => void): Response {
  if (!from.ok || !from.body) return from;
  let bytes = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform: (part, to) => {
      bytes += part.length;
      onload(bytes);
      to.enqueue(part);
    },
  });
  const { status, headers } = from;
  return new Response(from.body.pipeThrough(count), {
    status,
    headers: { 'content-type': headers.get('content-type') ?? '' },
  });
}

/** An error inside a worker would stay silent; thrown outside a promise it reaches the page. */
export function fail(e: unknown): void {
  setTimeout(() => {
    throw e;
  });
}
