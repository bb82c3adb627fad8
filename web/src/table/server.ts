// The calls to a server of tables: what it is, who one is there, and what is made or asked once. The game itself goes over
// the live connection.
import type {
  Error as ApiError,
  Brief,
  Link,
  Me,
  NewReport,
  NewTable,
  Options,
  Person,
  Server,
  Table,
  Verified,
} from '../../gen/api.ts';
import { Protocol } from '../../gen/api.ts';
import type { Texts } from '../i18n/index.ts';
import { sayRefusal } from '../speech/say.ts';
import { refusalOf } from './refusal.ts';
import { nonce, noteShare } from './shares.ts';

/** A call that was refused, or that nobody answered. */
export class CallError extends Error {
  /** Null where there was no answer. */
  readonly refusal: ApiError | null;
  /** Of the answer, 0 where there was none. */
  readonly status: number;
  constructor(refusal: ApiError | null, text: string, status = 0) {
    super(text);
    this.status = status;
    this.name = 'CallError';
    this.refusal = refusal;
  }
}

/** After that many milliseconds without an answer a call has failed. */
const PATIENCE = 20_000;

/** Why the server refuses, in the reader's language; "" where it has not answered. */
export const refusalIn = (texts: Texts, e: unknown): string =>
  e instanceof CallError && e.refusal ? sayRefusal(texts, refusalOf(e.refusal)) : '';
/** What went wrong, in the reader's language. */
export const sayError = (texts: Texts, e: unknown): string => refusalIn(texts, e) || texts.t('ui.table.no_answer');

const ID = /^(?=.*\d)[a-hj-kmnp-z2-9]{8}$/;
const isTable = (id: string): boolean => ID.test(id);

/** The root of the site, from the address of one of its pages: /abcd2345, /lobby/, /table/index.html, /contest/abcd2345/screen/. */
export function rootOf(address: string): URL {
  const url = new URL(address);
  url.search = url.hash = '';
  const parts = url.pathname.split('/');
  if (parts[parts.length - 1] === 'index.html') parts[parts.length - 1] = '';
  const last = parts.pop() ?? '';
  if (parts.at(-1) === 'screen') parts.splice(parts.lastIndexOf('contest') + 1); // and the id between them
  const named = ['@', 'contest'].includes(parts.at(-1) ?? ''); // below it a name may look like the id of a table
  if (named || !isTable(last)) parts.pop(); // the folder of a place
  url.pathname = `${parts.join('/')}/`.replace('//', '/');
  return url;
}
/** The table that an address names, "" for none. */
export function tableOf(address: string): string {
  const url = new URL(address);
  const last = url.pathname.split('/').pop() ?? '';
  if (isTable(last)) return last;
  const asked = url.hash.slice(1); // on a host that has no addresses of tables
  return isTable(asked) ? asked : '';
}

export class Site {
  readonly root: URL;
  /** How many calls were answered that may have changed who one is. */
  #changes = 0;
  constructor(root: URL) {
    this.root = root;
  }
  async #text(method: string, path: string, body?: string): Promise<string> {
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(new URL(path, this.root), {
        method,
        credentials: 'same-origin',
        signal: AbortSignal.timeout(PATIENCE),
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body }),
      });
      text = await answer.text();
    } catch (e) {
      throw new CallError(null, String((e as Error).message));
    }
    if (method !== 'GET') this.#changes++;
    if (answer.ok) return text;
    let error: Partial<ApiError> = {};
    try {
      error = JSON.parse(text) ?? {};
    } catch {
      // Another program than the server may refuse in its own words.
    }
    throw new CallError(error.code ? (error as ApiError) : null, error.text ?? answer.statusText, answer.status);
  }
  /** A call with an answer in JSON. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const text = await this.#text(method, path, body === undefined ? undefined : JSON.stringify(body));
    try {
      return (text ? JSON.parse(text) : null) as T;
    } catch (e) {
      throw new CallError(null, String((e as Error).message));
    }
  }
  /**
   * The server and its addresses; null where there are no tables. A host of files alone has a file that says so, or no such
   * file. Without an answer nobody knows: then this throws.
   */
  async server(): Promise<Server | null> {
    try {
      const server = await this.call<Server & { offline?: boolean }>('GET', 'api/server');
      if (server?.protocol) return server;
      if (server && !server.offline) return null;
    } catch (e) {
      if (e instanceof CallError && e.status === 404) return null;
      throw e;
    }
    throw new CallError(null, 'offline');
  }
  /** Who one is; asked again where the answer was overtaken, since it may say who one was. */
  async me(): Promise<Person | null> {
    const before = this.#changes;
    const { person } = await this.call<Me>('GET', 'api/me');
    return before === this.#changes ? (person ?? null) : this.me();
  }
  /** Gives the person of this browser a name; makes a guest where there is none. */
  async rename(name: string): Promise<Person> {
    return (await this.call<Me>('POST', 'api/me', { name })).person as Person;
  }
  /** Gives a guest a name, a new one where there is none; an account, which one may be by now, keeps its own. */
  async nameGuest(name: string): Promise<Person> {
    return (await this.call<Me>('POST', 'api/me?guest', { name })).person as Person;
  }
  /** The person of this browser, a new guest of this name where there is none. */
  async guest(name: string): Promise<Person> {
    const me = await this.me();
    if (me || !name) return me ?? (await this.nameGuest(''));
    // A name that does for games on one's own device may be one that the server does not take.
    return this.nameGuest(name).catch((e) =>
      e instanceof CallError && e.refusal ? this.nameGuest('') : Promise.reject(e),
    );
  }
  link(): Promise<Link> {
    return this.call('POST', 'api/me/links', {});
  }
  async use(token: string): Promise<Person> {
    return (await this.call<Me>('POST', 'api/me/use', { token })).person as Person;
  }
  async signOut(): Promise<void> {
    await this.call('DELETE', 'api/me/session');
  }
  /** A new table; its seat is kept for somebody, where one is invited. */
  async create(options: Options, more: Pick<NewTable, 'for' | 'join'> = {}): Promise<Table> {
    const share = nonce();
    const table = await this.call<Table>('POST', 'api/tables', { options, nonce: share, ...more });
    if (table.you !== 'watcher') noteShare({ nonce: share, commit: table.commit }); // else it is somebody's who waits there
    return table;
  }
  table(id: string): Promise<Table> {
    return this.call('GET', `api/tables/${id}`);
  }
  record(table: string): Promise<string> {
    return this.#text('GET', `api/tables/${table}/record`);
  }
  async verify(record: string): Promise<Verified> {
    return JSON.parse(await this.#text('POST', 'api/verify', record)) as Verified;
  }
  async mine(): Promise<readonly Brief[]> {
    return (await this.call<{ tables: Brief[] | null }>('GET', 'api/tables')).tables ?? [];
  }
  report(table: string, report: NewReport): Promise<void> {
    return this.call('POST', `api/tables/${table}/reports`, report);
  }
  qr(table: string): string {
    return new URL(`api/tables/${table}/qr.svg`, this.root).href;
  }
}
export { Protocol };
