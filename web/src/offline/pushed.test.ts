import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import polish from '../../../internal/show/i18n/catalog/pl.json';
import type { Notice } from '../../gen/api.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import { sayNotice, whereOf, wordsIn } from './notice.ts';
import { open, type Pushed, renew, show } from './pushed.ts';
import { type Around, KEPT, quiet, restore, type Signs, stateOf, subscribe, unsubscribe } from './subscription.ts';

const scope = 'https://cairn.example/games/';
const { t } = texts('en', english as Catalog);
const anna = { id: '1', name: 'Anna' };

/** A subscription with an endpoint. */
const subscription = (endpoint: string): PushSubscription =>
  ({
    endpoint,
    options: { applicationServerKey: new ArrayBuffer(65) },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => true,
  }) as unknown as PushSubscription;

function worker(pages: readonly string[] = []) {
  const shown: { title: string; options: NotificationOptions }[] = [];
  const went: string[] = [];
  const w = {
    registration: {
      scope,
      pushManager: { subscribe: async () => subscription('https://push.example/new') },
      showNotification: async (title: string, options: NotificationOptions) => void shown.push({ title, options }),
    },
    clients: {
      matchAll: async () => pages.map((url) => ({ url, focus: async () => went.push(`focus ${url}`) })),
      openWindow: async (url: string) => went.push(`open ${url}`),
    },
  } as unknown as Pushed;
  return { w, shown, went };
}
/** A cache that has the texts of a language. */
function speak(lang: string, catalog: Catalog | null): void {
  const match = async () => (catalog ? new Response(JSON.stringify({ lang, catalog })) : undefined);
  vi.stubGlobal('caches', {
    open: async (name: string) => (name === wordsIn(scope) ? { match } : { match: async () => undefined }),
  });
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('every push shows something, also one that cannot be read, and without texts', async () => {
  const { w, shown } = worker();
  speak('pl', polish as Catalog);
  await show(w, { json: () => ({ kind: 'turn', tables: 3 }) });
  expect(shown[0]?.options).toMatchObject({
    body: '3 partie czekają na twój ruch',
    lang: 'pl',
    data: `${scope}lobby/`,
  });
  await show(w, { json: () => JSON.parse('not json') });
  await show(w, null);
  await show(w, { json: () => ({ kind: 'of tomorrow' }) });
  speak('en', null);
  await show(w, { json: () => ({ kind: 'sat', table: 'abcd2345', person: anna }) });
  expect(shown.map(({ options }) => options.body)).toEqual([
    '3 partie czekają na twój ruch',
    ...Array(3).fill(polish['notice.other']),
    '',
  ]);
  expect(shown[4]?.options.data).toBe(`${scope}abcd2345`);
});

it('every kind of notice has its words and a place', () => {
  const kinds: Notice['kind'][] = ['turn', 'ending', 'sat', 'invited', 'over', 'device', 'test'];
  const said = kinds.map((kind) =>
    sayNotice({ kind, person: anna, table: 'abcd2345', tables: 1, label: 'Firefox' }, t),
  );
  for (const text of said) expect(text).not.toMatch(/notice\.|\{/);
  expect(new Set([...said, t('notice.other')]).size).toBe(kinds.length + 1);
  expect(sayNotice({ kind: 'sat', person: { id: '7', name: '' } }, t)).toContain(t('notice.guest'));
  expect(sayNotice({ kind: 'invited', person: anna, game: 'dvonn' }, t)).toBe('Anna invites you to a game of DVONN');
  for (const end of ['declined', 'lapsed', 'withdrawn'] as const)
    expect(sayNotice({ kind: 'invited', end, person: anna }, t)).toBe(t(`notice.${end}`, { player: 'Anna' }));
  for (const what of ['soon', 'board', 'lapsed', 'off'] as const)
    expect(sayNotice({ kind: 'contest', what, title: 'Club night', round: 2 }, t)).toBe(
      t(`notice.contest_${what}`, { title: 'Club night', round: 2 }),
    );
  expect(whereOf({ kind: 'contest', what: 'soon', contest: 'efgh2345' })).toBe('contest/efgh2345');
  expect(whereOf({ kind: 'contest', what: 'board', contest: 'efgh2345', table: 'abcd2345' })).toBe('abcd2345');
  expect(whereOf({ kind: 'turn', tables: 2 })).toBe('lobby/');
  expect(whereOf({ kind: 'turn', tables: 1, table: 'abcd2345' })).toBe('abcd2345');
  expect(whereOf({ kind: 'device' })).toBe('me/');
});

it('a press goes to the page that is open already, or opens one', async () => {
  const { w, went } = worker([`${scope}analysis/`, `${scope}abcd2345#x`]);
  await open(w, `${scope}abcd2345`);
  await open(w, `${scope}lobby/`);
  expect(went).toEqual([`focus ${scope}abcd2345#x`, `open ${scope}lobby/`]);
});

it('a subscription that the browser replaces is handed to the server', async () => {
  const fetched = vi.fn(async () => new Response('{}'));
  vi.stubGlobal('fetch', fetched);
  const { w } = worker();
  await renew(w, subscription('https://push.example/old'), null);
  await renew(w, null, null);
  expect(fetched).toHaveBeenCalledTimes(1);
  const [url, init] = fetched.mock.calls[0] as unknown as [string, RequestInit];
  expect(url).toBe(`${scope}api/me/push`);
  expect(JSON.parse(String(init.body))).toEqual({
    endpoint: 'https://push.example/new',
    p256dh: 'p',
    auth: 'a',
    was: 'https://push.example/old',
  });
});

/** A browser with a subscription or none, before a server that knows some devices. */
function browser(has: string | null, devices: readonly string[], permission: NotificationPermission = 'granted') {
  const calls: [string, unknown][] = [];
  let now = has ? subscription(has) : null;
  const around: Around = {
    root: scope,
    registration: {
      pushManager: {
        getSubscription: async () => now,
        subscribe: async () => {
          now = subscription('https://push.example/new');
          return now;
        },
      },
    },
    permission,
    kept: localStorage,
    call: async <T>(method: string, path: string, body?: unknown) => {
      calls.push([`${method} ${path}`, body]);
      return (method === 'GET' ? { key: 'AAAA', devices: devices.map((id) => ({ id })) } : { id: 'new' }) as T;
    },
  };
  return { around, calls };
}

it('what the browser or the server has lost is brought back at the next start', async () => {
  const off = browser('https://push.example/old', []);
  expect(await restore(off.around)).toBe('');
  expect(off.calls, 'where it was never switched on nothing is asked').toEqual([]);

  localStorage.setItem(KEPT, 'https://push.example/old');
  const dropped = browser(null, ['x']);
  expect(await restore(dropped.around)).toBe('new');
  expect(dropped.calls.at(-1)).toEqual([
    'POST api/me/push',
    expect.objectContaining({ endpoint: 'https://push.example/new', was: 'https://push.example/old' }),
  ]);
  expect(localStorage.getItem(KEPT)).toBe('https://push.example/new');

  const unknown = browser('https://push.example/new', []);
  expect(await restore(unknown.around)).toBe('new');
  expect(unknown.calls.map(([call]) => call)).toEqual(['GET api/me/notices', 'POST api/me/push']);

  const fine = browser('https://push.example/new', ['8ef48f5e7fb6a8ffe04fb3fc']);
  const id = await restore(fine.around);
  expect(id === 'new' || id === '8ef48f5e7fb6a8ffe04fb3fc').toBe(true);

  const denied = browser(null, [], 'denied');
  expect(await restore(denied.around), 'the page says that it is lost').toBe('');
});

it('switching on and off tells the server', async () => {
  const { around, calls } = browser(null, []);
  expect(await subscribe(around, 'AAAA')).toBe('new');
  await unsubscribe(around);
  expect(calls.map(([call]) => call)).toEqual(['POST api/me/push', 'DELETE api/me/push']);
  expect(localStorage.getItem(KEPT)).toBe(null);
});

it('who leaves takes the notices of this browser along, and nothing is asked where there are none', async () => {
  const { around, calls } = browser(null, []);
  await subscribe(around, 'AAAA');
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    calls.push([`${init.method} ${url.pathname}`, null]);
    return new Response('');
  });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => around.registration } });
  vi.stubGlobal('Notification', { permission: 'granted' });
  await quiet('https://cairn.example/');
  expect(calls.map(([call]) => call)).toEqual(['POST api/me/push', 'DELETE /api/me/push']);
  expect(localStorage.getItem(KEPT)).toBe(null);
  vi.stubGlobal('navigator', {});
  await quiet('https://cairn.example/');
  expect(calls).toHaveLength(2);
});

it('the page says what this device can, and nothing that it cannot', () => {
  const works: Signs = {
    secure: true,
    able: true,
    ios: false,
    key: 'AAAA',
    permission: 'granted',
    subscribed: true,
    wanted: true,
  };
  const of = (signs: Partial<Signs>): string => stateOf({ ...works, ...signs });
  expect(of({})).toBe('on');
  expect(of({ secure: false, able: false, key: '' })).toBe('plain');
  expect(of({ key: '' })).toBe('none');
  expect(of({ ios: true, able: false })).toBe('ios');
  expect(of({ able: false })).toBe('unable');
  expect(of({ permission: 'denied', subscribed: false })).toBe('blocked');
  expect(of({ permission: 'default', subscribed: false, wanted: false })).toBe('off');
  expect(of({ subscribed: false })).toBe('lost');
});
