// What the service worker does with what a server sends while no page is open. It always shows something: a browser takes
// the subscription away from a site that does not.
import type { Notice } from '../../gen/api.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import { sayNotice, WORDS, whereOf, wordsIn } from './notice.ts';
import { subscriptionOf } from './subscription.ts';

interface Window {
  readonly url: string;
  focus(): Promise<unknown>;
}
/** What of a service worker is needed here. */
export interface Pushed {
  readonly registration: {
    readonly scope: string;
    readonly pushManager: PushManager;
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
}
interface Words {
  readonly lang: string;
  readonly catalog: Catalog;
}

const address = (worker: Pushed, path: string): string => new URL(path, worker.registration.scope).href;

async function words(scope: string): Promise<Words | null> {
  try {
    const kept = await (await caches.open(wordsIn(scope))).match(new URL(WORDS, scope).href);
    return kept ? ((await kept.json()) as Words) : null;
  } catch {
    return null; // what cannot be read cannot be said
  }
}

export async function show(worker: Pushed, data: { json(): unknown } | null): Promise<void> {
  let notice: Partial<Notice> = {};
  try {
    notice = (data?.json() ?? {}) as Partial<Notice>;
  } catch {
    // Of another version, or broken: something is shown all the same.
  }
  const { scope } = worker.registration;
  const said = await words(scope);
  const body = said ? sayNotice(notice, texts(said.lang, said.catalog).t) : '';
  await worker.registration.showNotification('Cairn', {
    body,
    ...(said ? { lang: said.lang } : {}),
    tag: `${notice.kind ?? 'other'} ${notice.table ?? ''}`,
    icon: address(worker, 'icons/192.png'),
    data: address(worker, whereOf(notice)),
  });
}

/** Goes to the page that shows it already, or opens one: a page where somebody plays stays where it is. */
export async function open(worker: Pushed, url: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => page.url.split('#')[0] === url);
  await (there ? there.focus() : worker.clients.openWindow(url));
}

/** The browser has replaced or dropped the subscription: the server gets a new one. */
export async function renew(
  worker: Pushed,
  old: PushSubscription | null,
  next: PushSubscription | null,
): Promise<void> {
  const key = old?.options.applicationServerKey;
  const fresh =
    next ??
    (key && (await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })));
  if (!fresh) return; // the next page that is opened sees to it
  await fetch(address(worker, 'api/me/push'), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...subscriptionOf(fresh), was: old?.endpoint }),
  });
}
