// Whether the host of this page has tables of people: a server has, a folder of files has not. It is known before the
// page is drawn, so that nothing moves on it: a server says so in a header of its pages, and what was so at the last visit
// is taken for granted where a browser does not hand that header on (without TLS, or from the service worker).
import { keepLooking } from './keepLooking.ts';

const KEY = 'cairn.people';
const SAID_EVERY = 35_000;

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes';
  } catch {
    return false;
  }
}
/** Whether the response with this page had a Server-Timing header that names "tables". */
function namedInHeader(): boolean {
  if (typeof performance === 'undefined') return false;
  const pages = performance.getEntriesByType('navigation') as unknown as readonly PerformanceNavigationTiming[];
  return pages.some((page) => page.serverTiming?.some(({ name }) => name === 'tables'));
}

/** What of a table in a list says whether it waits for who asks. */
export interface Waits {
  readonly id: string;
  readonly phase: string;
  readonly you: string;
  readonly turn?: string;
  readonly rematch?: string;
}
/** It is the turn of who asks, or the opponent asks for a rematch. */
export const waits = (b: Waits): boolean =>
  b.phase === 'playing' ? b.turn === b.you : b.phase === 'over' && !!b.rematch && b.rematch !== b.you;

class People {
  there = $state(remembered() || namedInHeader());
  /** The id of who uses this page, "" for nobody yet and while it is not known. */
  person = $state('');
  /** Their name, "" for a guest without one; an account's is theirs alone. */
  name = $state('');
  account = $state(false);
  /** How many tables wait for who uses this page: it is their turn, or they are asked for a rematch. */
  waiting = $state(0);
  /** How much news there is that they have not seen. */
  unread = $state(0);
  /** The page was used since the server heard of it. */
  #used = true;
  #said = 0;
  #asked: Promise<void> | null = null;
  #who: Promise<void> | null = null;
  /** The number of the last question: answers to earlier ones are dropped. */
  #asks = 0;

  /** Asks once, where no header has said it; base is the relative address of the root of the site. */
  ask(base: string): Promise<void> {
    this.#asked ??= this.#ask(base);
    return this.#asked;
  }
  /** Asks who uses this page; once, but for what had no answer, or again. */
  who(base: string, anew = false): Promise<void> {
    if (anew) this.#who = null;
    this.#who ??= this.#whoAmI(base, ++this.#asks);
    return this.#who;
  }
  /**
   * Keeps the numbers of tables that wait, without the one at an address, and of news up to date, and says that somebody
   * uses the page; calls decided where a host has decided something about them; returns what ends it.
   */
  follow(base: string, here: string, decided: () => void): () => void {
    for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, () => (this.#used = true), { passive: true });
    return keepLooking(async () => {
      await this.who(base);
      if (!this.there || !this.person) return;
      const answer = await fetch(`${base}api/tables`);
      if (!answer.ok) return;
      const { tables } = (await answer.json()) as { tables: readonly Waits[] | null };
      this.waiting = (tables ?? []).filter((b) => waits(b) && !here.endsWith(`/${b.id}`)).length;
      await this.#here(base, decided);
    });
  }
  /** While the page is used nothing is sent to devices: see package notify. */
  async #here(base: string, decided: () => void): Promise<void> {
    const now = Date.now();
    if (!this.#used || now - this.#said < SAID_EVERY) return;
    [this.#used, this.#said] = [false, now];
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${base}api/me/notices/seen`, { method: 'POST', headers, body: '{}' });
    if (!answer.ok) return;
    const news = (await answer.json()) as { unread: number; decided?: number };
    if (news.decided) decided();
    this.unread = news.unread;
  }
  async #whoAmI(base: string, ask: number): Promise<void> {
    try {
      const me = (await (await fetch(`${base}api/me`)).json()) as {
        person?: { id: string; name: string; kind?: string } | null;
      };
      if (ask !== this.#asks) return void (await this.#who); // of the question that has overtaken this one
      this.person = me.person?.id ?? '';
      this.name = me.person?.name ?? '';
      this.account = !!me.person?.kind;
    } catch {
      if (ask === this.#asks) this.#who = null;
      else await this.#who;
    }
  }
  async #ask(base: string): Promise<void> {
    try {
      if (!namedInHeader()) {
        const server = (await (await fetch(`${base}api/server`)).json()) as { protocol?: number; offline?: boolean };
        if (server.offline) return; // nobody knows
        this.there = (server.protocol ?? 0) > 0;
      }
      localStorage.setItem(KEY, this.there ? 'yes' : 'no');
    } catch {
      // No connection, no such file, or nowhere to remember it.
    }
  }
}

export const people = new People();
