// Fetches a program of a worker and compiles it while it comes.

/** It hears meanwhile how many bytes have come. */
export async function compile(wasm: string, onload?: (bytes: number) => void): Promise<WebAssembly.Module> {
  const answer = await fetch(wasm);
  if (!answer.ok) throw new Error(`the program is not there: ${answer.status}`);
  return WebAssembly.compileStreaming(retyped(answer, onload));
}

/** The same answer, with the type that compiling demands: not every host knows it. */
function retyped(from: Response, onload?: (bytes: number) => void): Response {
  if (!from.body) return from;
  let bytes = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform: (part, to) => {
      bytes += part.length;
      onload?.(bytes);
      to.enqueue(part);
    },
  });
  return new Response(from.body.pipeThrough(count), { headers: { 'content-type': 'application/wasm' } });
}

/** A program that is compiled when it is first asked for, and serves all workers; what failed is tried again. */
export type Program = (onload?: (bytes: number) => void) => Promise<WebAssembly.Module>;

export function lazily(wasm: string): Program {
  let had: Promise<WebAssembly.Module> | undefined;
  return (onload) => {
    had ??= compile(wasm, onload).catch((e) => {
      had = undefined;
      throw e;
    });
    return had;
  };
}
