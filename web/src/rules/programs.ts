// The programs of the workers. The page fetches them: it can ask for one before the worker's script is there, and as soon as
// its head says so (vite.config.ts); what was compiled once serves every worker.
import engine from '../../gen/engine.wasm?url';
import records from '../../gen/records.wasm?url';
import rules from '../../gen/rules.wasm?url';
import { lazily, type Program } from './compile.ts';

export const programs = { rules: lazily(rules), engine: lazily(engine), records: lazily(records) };

/** A worker that gets its program from the page. */
export function withProgram<Port>(made: Worker, program: Program): Port {
  program().then(
    (compiled) => made.postMessage({ program: compiled }),
    (e: Error) => made.dispatchEvent(new ErrorEvent('error', { message: e.message, cancelable: true })),
  );
  return made as Port;
}
