// The rules for the boards of a page, one worker for all of them.
import { connect, type Port } from '../rules/client.ts';
import { programs, withProgram } from '../rules/programs.ts';
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
  rules ??= connect(() => withProgram(started(), programs.rules), none);
  return rules;
}
