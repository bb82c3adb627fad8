// The rules for the boards of a page, one worker for all of them.
import rulesProgram from '../../gen/rules.wasm?url';
import { connect, type Port, withProgram } from '../rules/client.ts';
import { lazily } from '../rules/compile.ts';
import type { Rules } from '../rules/types.ts';
import script from '../rules/worker.ts?worker&url';

let rules: Rules | undefined;

/** A worker's script must come from the page's own host; a script of that host may load ours. */
function started(): Worker {
  const address = new URL(script, import.meta.url).href;
  const own = new URL(address).origin === location.origin;
  const loader = `import ${JSON.stringify(address)};`;
  const url = own ? address : URL.createObjectURL(new Blob([loader], { type: 'text/javascript' }));
  return new Worker(url, { type: 'module', name: 'cairn' });
}
const none = (): Port => {
  throw new Error('a board on a page reads no files');
};

export function sharedRules(): Rules {
  const program = lazily(rulesProgram);
  rules ??= connect(() => withProgram(started(), program), none);
  return rules;
}
