// Whether this device gets notices: what the browser knows of its subscription, what this site has noted, and what the server
// knows are compared at every start, since a browser drops subscriptions without a word.
import type { Notices, PushID } from '../../gen/api.ts';

/** Base64url as bytes, as a browser wants the key of a server. */
function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(raw, (c) => c.charCodeAt(0));
}

/** What a server has to know of a subscription. */
export function subscriptionOf(s: PushSubscription): { endpoint: string; p256dh: string; auth: string } {
  const { endpoint = '', keys = {} } = s.toJSON();
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' };
}

/** The endpoint of the subscription that this device is to have. */
export const KEPT = 'cairn.push';

export type PushState = 'plain' | 'ios' | 'unable' | 'none' | 'off' | 'on' | 'blocked' | 'lost';

/** What a browser, its site and its server say. */
export interface Signs {
  readonly secure: boolean;
  /** Service workers and push are there. */
  readonly able: boolean;
  /** An iPhone or iPad whose site is not on the home screen yet. */
  readonly ios: boolean;
  /** The server's key, "" where it sends nothing. */
  readonly key: string;
  readonly permission: NotificationPermission;
  readonly subscribed: boolean;
  /** It was switched on here. */
  readonly wanted: boolean;
}
export function stateOf(s: Signs): PushState {
  if (!s.secure) return 'plain';
  if (!s.key) return 'none';
  if (s.ios) return 'ios';
  if (!s.able) return 'unable';
  if (s.permission === 'denied') return 'blocked';
  if (s.subscribed && s.wanted) return 'on';
  return s.wanted ? 'lost' : 'off';
}

/** What surrounds a subscription. */
export interface Around {
  readonly root: string;
  readonly registration: { readonly pushManager: Pick<PushManager, 'getSubscription' | 'subscribe'> };
  readonly permission: NotificationPermission;
  readonly kept: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
}

async function idOf(endpoint: string): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
  return [...sum.slice(0, 12)].map((b) => b.toString(16).padStart(2, '0')).join('');
}

/** Subscribes and tells the server; the browser asks its person, if it has not yet. */
export async function subscribe(a: Around, key: string): Promise<string> {
  const s = await a.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(key) });
  return hand(a, s);
}
async function hand(a: Around, s: PushSubscription): Promise<string> {
  const was = a.kept.getItem(KEPT);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { id } = await a.call<PushID>('POST', 'api/me/push', {
    ...subscriptionOf(s),
    zone,
    ...(was && was !== s.endpoint ? { was } : {}),
  });
  a.kept.setItem(KEPT, s.endpoint);
  return id;
}

/** Brings back what browser or server have lost; returns the id of this device, "" for none. */
export async function restore(a: Around, known?: Notices): Promise<string> {
  if (!a.kept.getItem(KEPT)) return '';
  const s = await a.registration.pushManager.getSubscription();
  const all = known ?? (await a.call<Notices>('GET', 'api/me/notices'));
  if (!s) {
    if (a.permission !== 'granted' || !all.key) return '';
    return subscribe(a, all.key);
  }
  const id = await idOf(s.endpoint);
  if (all.devices?.some((d) => d.id === id)) {
    a.kept.setItem(KEPT, s.endpoint);
    return id;
  }
  return all.key ? hand(a, s) : '';
}

/** Turns notices off on this device. */
export async function unsubscribe(a: Around): Promise<void> {
  const s = await a.registration.pushManager.getSubscription();
  a.kept.removeItem(KEPT);
  if (!s) return;
  await a.call('DELETE', 'api/me/push', { id: await idOf(s.endpoint) });
  await s.unsubscribe();
}

/** Turns notices off in this browser when its person leaves: who uses it next has not asked for them. */
export async function quiet(root: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.pushManager) await unsubscribe(around(root, registration));
}

/** The surroundings in this browser. */
export function around(root: string, registration: ServiceWorkerRegistration): Around {
  return {
    root,
    registration,
    permission: Notification.permission,
    kept: localStorage,
    call: async (method, path, body) => {
      const answer = await fetch(new URL(path, root), {
        method,
        credentials: 'same-origin',
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(String(answer.status));
      const text = await answer.text();
      return text ? JSON.parse(text) : null;
    },
  };
}
