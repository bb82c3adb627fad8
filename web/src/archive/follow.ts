// While a page is open, what is kept goes with the account: at once when it changes here, and as soon as another device has
// changed something.
import type { Error as ApiError, Kept, KeptNow } from '../../gen/api.ts';
import { StorageKey } from '../device/storageKey.ts';
import { GAMES } from '../games.ts';
import { keepChoice, prefs } from '../prefs.svelte.ts';
import { Along, type Calls, EndedError, type Here } from './along.ts';
import { ALONG, wanted } from './alongKey.ts';
import { Archive, watch } from './archive.ts';
import { ANALYSES, Archiver, DEVICE, namesIn } from './archiver.ts';
import { shapeOf } from './entry.ts';
import { lazyRules } from './lazyRules.ts';
import { readSavedGame } from './savedGame.ts';

/** Seconds in which the server answers when nothing has changed, and milliseconds of patience beyond that. */
const WAIT = 20;
const PATIENCE = 20_000;
/** Milliseconds between a change and its sending: a move and its answer go together. */
const PAUSE = 300;
const [SOON, LATE] = [2000, 60_000];
const PREFS = 'cairn.prefs';
/** The account has a name of its own; what is loud, and how large a board is, belongs to the device. */
const OWN: ReadonlySet<string> = new Set(['name', 'sound', 'volume', 'size']);

/** How it stands, for who looks. */
export interface Standing {
  /** How much is still to be sent; null before that is known. */
  readonly left: number | null;
  readonly now: KeptNow | null;
  readonly tooLarge: number;
  /** Why it does not go on: no answer, or what the server says. */
  readonly trouble?: ApiError | 'waits';
  /** It was turned off, since all was deleted elsewhere. */
  readonly ended?: boolean;
}

class RefusedError extends Error {
  readonly refusal: ApiError;
  readonly status: number;
  constructor(refusal: ApiError, status: number) {
    super(refusal.code);
    [this.refusal, this.status] = [refusal, status];
  }
}
async function call<T>(url: URL, body?: unknown, signal?: AbortSignal, patience = PATIENCE): Promise<T> {
  const control = new AbortController();
  const stop = (): void => control.abort();
  const timer = setTimeout(stop, patience);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    const how =
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(url, { ...how, credentials: 'same-origin', signal: control.signal });
    const said = (await answer.json()) as T | ApiError;
    if (!answer.ok) throw new RefusedError(said as ApiError, answer.status);
    return said as T;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
export function callsOf(base: string, person: string): Calls {
  const root = new URL(`${base}api/me/kept`, location.href);
  return {
    read(after, wait, signal) {
      const url = new URL(root);
      url.search = `${new URLSearchParams({ person, after: `${after}`, wait: `${wait}` })}`;
      return call<Kept>(url, undefined, signal, wait * 1000 + PATIENCE);
    },
    send: (body) => call<KeptNow>(root, { ...body, person }),
  };
}

const keyOf = (id: string): string => {
  const device = new StorageKey(DEVICE).read();
  return device?.includes(id) && readSavedGame(device)?.id === id ? DEVICE : `${ANALYSES}.${id}`;
};
function hereOf(archiver: Archiver): Here {
  const { rules } = archiver;
  return {
    games: GAMES.map((id) => ({ id })),
    settings: () =>
      Object.fromEntries(
        Object.entries(prefs.settings)
          .filter(([name]) => !OWN.has(name))
          .map(([name, value]) => [name, JSON.stringify(value)]),
      ),
    set(name, value) {
      if (OWN.has(name)) return;
      keepChoice(PREFS, JSON.stringify({ ...prefs.settings, [name]: JSON.parse(value) }));
      dispatchEvent(new StorageEvent('storage', { key: PREFS }));
    },
    saved: (id) => new StorageKey(keyOf(id)).read(),
    replace(id, was, by) {
      const key = keyOf(id);
      const storage = new StorageKey(key);
      if (storage.read() !== was) return false;
      // It leaves with the others that were saved last.
      const list = new StorageKey(ANALYSES);
      const names = namesIn(list.read());
      if (was === null && !names.includes(id)) list.write(JSON.stringify([...names, id]));
      if (storage.write(by)) dispatchEvent(new StorageEvent('storage', { key }));
      return true;
    },
    gather: async () => void (await archiver.gather()),
    async shape(game) {
      const info = (await rules.games()).find((g) => g.id === game);
      return info && shapeOf(info, await rules.layout(game));
    },
    now: Date.now,
  };
}

/** Asks for what wakes a page: time, the connection, or that it is looked at. */
const until = (milliseconds: number, ...signs: readonly string[]): Promise<void> =>
  new Promise((done) => {
    const all = [...signs.map((s) => [s === 'visibilitychange' ? document : window, s] as const)];
    const wake = (): void => {
      clearTimeout(timer);
      for (const [on, sign] of all) on.removeEventListener(sign, wake);
      done();
    };
    const timer = milliseconds ? setTimeout(wake, milliseconds) : undefined;
    for (const [on, sign] of all) on.addEventListener(sign, wake);
  });

/** Has what is kept go with the account of who has said so, as long as that holds. Returns what ends it in this page. */
export function follow(base: string, tell: (s: Standing) => void = () => {}): () => void {
  const person = wanted();
  const archive = new Archive();
  const along = new Along(
    archive,
    person,
    callsOf(base, person),
    hereOf(new Archiver(lazyRules(), undefined, async () => archive)),
  );
  let over = false;
  /** Something was changed here since the last round began. */
  let changed = true;
  let poll = new AbortController();
  const wake = (): void => {
    changed = true;
    poll.abort();
  };
  const hide = (): void => {
    if (document.hidden) poll.abort();
  };
  const off = watch(wake);
  addEventListener('storage', wake);
  document.addEventListener('visibilitychange', hide);
  const say = (more: Partial<Standing> = {}): void =>
    tell({ left: 0, now: along.now, tooLarge: along.tooLarge.size, ...more });
  const holds = (): boolean => !over && wanted() === person;

  void (async () => {
    let rest = SOON;
    await along.begin().catch(() => (over = true));
    while (holds()) {
      try {
        if (changed) {
          changed = false;
          await along.round((left) => say({ left }));
          say();
        }
        rest = SOON;
        if (changed) continue;
        if (document.hidden) {
          await until(0, 'visibilitychange');
          continue;
        }
        poll = new AbortController();
        await along.wait(WAIT, poll.signal).catch((e) => (poll.signal.aborted ? null : Promise.reject(e)));
        if (changed) await until(PAUSE);
        changed = true; // settings, too: nothing says that they were changed
      } catch (e) {
        if (e instanceof EndedError) {
          if (holds()) localStorage.removeItem(ALONG);
          await along.end().catch(() => {});
          say({ ended: true });
          break;
        }
        // Nobody, or somebody else, is signed in here: it goes on with the next page that the person opens.
        if (e instanceof RefusedError && [401, 403, 404].includes(e.status)) break;
        const refusal = e instanceof RefusedError && e.status < 500 ? e.refusal : null;
        changed = true;
        say({ left: null, trouble: refusal ?? 'waits' });
        await until(refusal ? LATE : rest, 'online');
        rest = Math.min(LATE, rest * 2);
      }
    }
    end();
  })();
  function end(): void {
    over = true;
    poll.abort();
    off();
    removeEventListener('storage', wake);
    document.removeEventListener('visibilitychange', hide);
  }
  return end;
}

/** What is known of the account is forgotten on this device, so that a later yes compares all again. */
export async function stop(): Promise<void> {
  const person = wanted();
  localStorage.removeItem(ALONG);
  const archive = new Archive();
  await new Along(archive, person, callsOf('', person), hereOf(new Archiver(lazyRules()))).end();
  await archive.close();
}
