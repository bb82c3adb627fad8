import { load } from '../rules/client.ts';
import type { Rules } from '../rules/types.ts';

/** Rules that are loaded when there is something new to keep, or a file to read: a list needs none. */
export function lazyRules(): Rules {
  let loaded: Rules | undefined;
  return new Proxy({} as Rules, {
    get(_, name: keyof Rules) {
      loaded ??= load();
      return loaded[name];
    },
  });
}
