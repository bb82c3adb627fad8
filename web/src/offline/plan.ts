// The decisions of the service worker as plain functions: which caches to keep, and which file answers an address.

/** A file of the site: its address from the root ('' for the root page, 'analysis/' for a place) and a hash. */
export interface Entry {
  readonly path: string;
  readonly hash: string;
}

/** Files whose names carry a hash of their content never change. */
export const lasting = (path: string): boolean => path.startsWith('assets/');

/** The page for addresses that lead nowhere. */
export const NOT_FOUND = '404.html';

/** The names of our caches; several sites may share one host, each below its own folder. */
export const prefix = (scope: string): string => `cairn ${new URL(scope).pathname} `;

/**
 * The caches to remove once `current` is in use. The one before it stays, since pages of that version may still be
 * open and load the rest of their files from it. `names` come as the browser lists them, oldest first.
 */
export function outdated(names: readonly string[], scope: string, current: string): string[] {
  const others = names.filter((n) => n.startsWith(prefix(scope)) && n !== current);
  return others.slice(0, -1);
}

export type Answer =
  | { readonly kind: 'network' } // not ours
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string } // to the address of the page with its slash
  | { readonly kind: 'server' } // whether there are tables of people: without a connection nobody knows
  | { readonly kind: 'table'; readonly path: string } // the address of a table, a person or a contest, and the page that shows it
  | { readonly kind: 'unknown' }; // a page we do not have; another server may

/** The page of a table of people, whose address is the table's. */
const TABLE = 'table/';
/** The page of a person, whose address ends with the name, and of a contest, which ends with its id. */
const NAMED = /^(@\/|contest\/)[^/]+$/;
const ID = /^(?=.*\d)[a-hj-kmnp-z2-9]{8}$/;

/** A page whose addresses lead to the root of the site by `up`, for an address elsewhere: they lead there by the root's own. */
export const rebased = (html: string, up: string, scope: string): string =>
  html.replaceAll(`="${up}`, `="${new URL(scope).pathname}`);

/** What answers a request below scope. */
export function answer(url: string, scope: string, navigates: boolean, known: ReadonlySet<string>): Answer {
  const { origin, pathname } = new URL(url);
  const root = new URL(scope);
  if (origin !== root.origin || !pathname.startsWith(root.pathname)) return { kind: 'network' };
  const path = pathname.slice(root.pathname.length);
  if (known.has(path)) return { kind: 'file', path };
  if (path === 'api/server') return { kind: 'server' };
  if (navigates) {
    const bare = path.replace(/(^|\/)index\.html$/, '$1');
    if (bare !== path && known.has(bare)) return { kind: 'file', path: bare };
    if (known.has(`${path}/`)) return { kind: 'move', path: `${path}/` };
    if (ID.test(path) && known.has(TABLE)) return { kind: 'table', path: TABLE };
    const [, named = path] = NAMED.exec(path) ?? [];
    if (known.has(named)) return { kind: 'table', path: named };
    return { kind: 'unknown' };
  }
  // A file of the version before may be in its cache; everything else is left to the network.
  return lasting(path) ? { kind: 'file', path } : { kind: 'network' };
}
