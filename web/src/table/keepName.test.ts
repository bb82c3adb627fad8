// @vitest-environment jsdom
import { mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import type { Brief, Person } from '../../gen/api.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { toyRules } from '../rules/fixture.ts';
import type { Connection } from './connection.svelte.ts';
import FriendPage from './FriendPage.svelte';
import KeepName from './KeepName.svelte';
import MePage from './MePage.svelte';
import { hasPasskeys } from './passkeys.ts';
import SignIn from './SignIn.svelte';
import { Site } from './server.ts';

prefs.texts = texts('en', english as Catalog);
const marta: Person = { id: '12345678901234567842', name: 'Marta' };
const ada: Person = { id: '11111111111111111111', name: 'Ada', kind: 'account' };
const mira: Person = { id: '22222222222222222222', name: 'Mira', kind: 'account' };
type Answer = unknown | { status: number; code: string; text: string } | null;

/** A server that answers as a test says; null is no answer. What was asked is noted. */
function server(answers: Record<string, Answer>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: URL | string, init?: RequestInit) => {
    const { pathname, search } = new URL(url, 'https://host.example/me/');
    const call = `${init?.method ?? 'GET'} ${pathname.replace('/api/', '')}`;
    const sent = search === '?guest' ? `${call}?guest` : call;
    asked.push(init?.body ? `${sent} ${init.body}` : sent);
    const answer = await answers[call];
    if (answer === null) throw new TypeError('no network');
    const status = (answer as { status?: number } | undefined)?.status ?? 200;
    return new Response(JSON.stringify(answer ?? []), { status });
  });
  return asked;
}
const site = (): Site => new Site(new URL('https://host.example/'));
let shown: ReturnType<typeof mount> | undefined;
const text = (): string => (document.body.textContent ?? '').replace(/\s+/g, ' ');
const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find((b) => b.textContent?.trim() === name);
  if (!found) throw new Error(`no button ${name} in ${text()}`);
  return found;
};
async function type(selector: string, value: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>(selector) as HTMLInputElement;
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await tick();
}
const submit = (): boolean =>
  document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true })) ?? false;
/** A person of this page, whose connection begins again at most. */
const line = (me: Person | null = marta): Connection => ({ me, renew() {} }) as unknown as Connection;

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  vi.unstubAllGlobals();
});

describe('keeping a name', () => {
  const open = (me: Person | null = marta): void => {
    shown = mount(KeepName, { target: document.body, props: { open: true, site: site(), line: line(me) } });
  };
  it('says while one types that a name looks like another one, with three that are not', async () => {
    server({ 'GET people': [mira] });
    open();
    await type('input', 'M1ra');
    await vi.waitFor(() => expect(text()).toContain('Looks like Mira, who plays here.'), 5000);
    expect(document.querySelectorAll('.offers button').length).toBe(3);
    expect(button('Continue').getAttribute('aria-disabled')).toBe('true');
  });
  it('waits for the connection, and goes on by itself', async () => {
    const answers: Record<string, Answer> = { 'GET people': null };
    server(answers);
    open();
    await vi.waitFor(
      () => expect(button('Waiting for the connection').getAttribute('aria-disabled')).toBe('true'),
      5000,
    );
    answers['GET people'] = [];
    dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(text()).toContain('Marta is free.'), 5000);
    expect(button('Continue').getAttribute('aria-disabled')).toBe('false');
  });
  it('claims the name again where the answer is lost', async () => {
    const answers: Record<string, Answer> = { 'POST me/claim': null };
    const asked = server(answers);
    open();
    submit();
    await vi.waitFor(() => expect(text()).toContain('Waiting for the connection'));
    // By now it is one's own, and the search of an account finds names that begin so.
    const own = { ...marta, kind: 'account' };
    answers['GET people'] = [own, { ...mira, name: 'Martina' }];
    answers['POST me/claim'] = { person: own, code: 'K7QM2-9XRTD-4HVPA-0ZC8N' };
    dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(text()).toContain('Marta is free.'));
    submit();
    await vi.waitFor(() => expect(text()).toContain('Marta, this is your code'));
    expect(asked.filter((call) => call.startsWith('POST me/claim')).length).toBe(2);
  });
  it('says why a name cannot be one, and never that it is free', async () => {
    server({ 'GET people': { status: 409, code: 'me.name_reserved', text: '' } });
    open({ ...marta, name: 'Admin' });
    await vi.waitFor(() => expect(text()).toContain('name is reserved'), 5000);
    expect(text()).not.toContain('is free.');
    expect(button('Continue').getAttribute('aria-disabled')).toBe('true');
  });
  it('says why the server refuses: taken since, or too often', async () => {
    const answers: Record<string, Answer> = {
      'POST me/claim': { status: 429, code: 'live.rate', args: { seconds: '60' }, text: '' },
    };
    server(answers);
    open();
    submit();
    await vi.waitFor(() => expect(text()).toContain('try again in 60 s'));
    answers['POST me/claim'] = { status: 409, code: 'me.name_taken', text: '' };
    submit();
    await vi.waitFor(() => expect(text()).toContain('Marta is taken.'));
    expect(document.querySelector<HTMLInputElement>('input')?.value).toBe('Marta');
  });
  it('shows the code once, and does not go before one has kept it, or says so', async () => {
    server({ 'POST me/claim': { person: ada, code: 'K7QM2-9XRTD-4HVPA-0ZC8N' } });
    const who = line();
    shown = mount(KeepName, { target: document.body, props: { open: true, site: site(), line: who } });
    submit();
    await vi.waitFor(() => expect(text()).toContain('Ada, this is your code'));
    expect([...document.querySelectorAll('form .code span')].map((s) => s.textContent)).toEqual([
      'K7QM2',
      '9XRTD',
      '4HVPA',
      '0ZC8N',
    ]);
    expect(who.me).toEqual(ada);
    expect(document.activeElement).toBe(document.querySelector('form .code'));
    // A browser keeps what stands in one form as a name and a new password.
    const fields = [...document.querySelectorAll('form input[autocomplete]')].map((i) => [
      i.getAttribute('autocomplete'),
      (i as HTMLInputElement).value,
    ]);
    expect(fields).toEqual([
      ['username', 'Ada'],
      ['new-password', 'K7QM2-9XRTD-4HVPA-0ZC8N'],
    ]);
    expect(button('Done').getAttribute('aria-disabled')).toBe('true');
    const dialog = document.querySelector('dialog') as HTMLDialogElement;
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    await tick();
    expect([dialog.open, text().includes('Close without keeping the code?')]).toEqual([true, true]);
    await vi.waitFor(() => expect(document.activeElement).toBe(button('Back to the code')));
    // Browsers close a dialog themselves at the second Escape.
    dialog.close();
    dialog.dispatchEvent(new Event('close'));
    await tick();
    expect([dialog.open, text().includes('Close without keeping the code?')]).toEqual([true, true]);
    expect(document.activeElement).toBe(button('Back to the code'));
    button('Back to the code').click();
    await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('form .code')));
    document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click();
    await tick();
    submit();
    await vi.waitFor(() => expect(dialog.open).toBe(false));
  });
});

it('a wrong pair of name and code is one sentence, the fields are kept, and the games of the guest are named', async () => {
  const asked = server({ 'POST me/signin': { status: 404, code: 'account.signin', text: '' } });
  const tables = [
    { phase: 'playing', you: 'first' },
    { phase: 'playing', you: 'second' },
    { phase: 'over', you: 'first' },
  ] as Brief[];
  shown = mount(SignIn, { target: document.body, props: { open: true, site: site(), line: line(), tables } });
  expect(text()).toContain('Marta ·42 has 2 running games. They stay with the guest on this device');
  await type('input[autocomplete=username]', 'Ada');
  await type('input[autocomplete=current-password]', 'k7qm2 9xrtd-4hvpa 0zc8n');
  submit();
  await vi.waitFor(() => expect(text()).toContain('Name and code don’t belong together.'));
  expect(asked).toContain('POST me/signin {"name":"Ada","code":"K7QM29XRTD4HVPA0ZC8N"}');
  expect(document.querySelector<HTMLInputElement>('input[autocomplete=username]')?.value).toBe('Ada');
});

it('says why a device that a link has added signs out no other', async () => {
  const session = { label: 'Firefox, Linux', created: 0, used: 0, madeBy: 'claim' };
  server({
    'GET server': { protocol: 2, addresses: [] },
    'GET me': { person: ada },
    'GET tables': { tables: [] },
    'GET me/sessions': [
      { ...session, id: '1', here: true, madeBy: 'link' },
      { ...session, id: '2' },
    ],
    'DELETE me/sessions': { status: 403, code: 'account.young', args: { until: '12:30 UTC' }, text: '' },
  });
  shown = mount(MePage, { target: document.body, props: { site: site(), line: line(ada), asked: { kind: '' } } });
  await vi.waitFor(() => button('Sign out all others'), 5000);
  button('Sign out all others').click();
  await vi.waitFor(() => expect(text()).toContain('sign in with your code or wait until 12:30 UTC'));
});

it('an account makes a table under its own name, whatever name the browser has kept', async () => {
  prefs.set('name', 'Altername');
  let known: (me: unknown) => void = () => {};
  const asked = server({
    'GET server': { protocol: 2 },
    'GET me': new Promise((done) => {
      known = done;
    }),
    'POST tables': { status: 409, code: 'table.too_many', args: { count: '20' }, text: '' },
  });
  shown = mount(FriendPage, { target: document.body, props: { rules: toyRules().rules, site: site() } });
  await vi.waitFor(() => expect(asked).toContain('GET me'));
  submit(); // there is nothing to send before it is known who one is
  known({ person: ada });
  await vi.waitFor(() => button('Create the table'), 5000);
  expect(document.querySelector('input[autocomplete=nickname]')).toBe(null);
  submit();
  await vi.waitFor(() => expect(asked.some((call) => call.startsWith('POST tables'))).toBe(true));
  expect(asked.filter((call) => call.startsWith('POST me'))).toEqual([]);
  prefs.set('name', '');
});

it.each([true, false])('who was named is invited, and the form says whom, here: %s', async (here) => {
  history.replaceState(null, '', `/friend/?ask=${mira.id}`);
  const asked = server({
    'GET server': { protocol: 2 },
    'GET me': { person: ada },
    [`GET people/${mira.id}`]: { person: mira, pools: [], here },
    'POST tables': { status: 409, code: 'table.invited', text: '' },
  });
  shown = mount(FriendPage, { target: document.body, props: { rules: toyRules().rules, site: site() } });
  await vi.waitFor(() => expect(document.querySelector('main h1')?.textContent).toBe('Invitation to Mira'), 5000);
  expect(document.querySelector('input[name=open]') !== null).toBe(here);
  submit();
  await vi.waitFor(() => expect(text()).toContain('already invited'));
  // Those who are here are asked from the page of the table.
  expect(asked.find((call) => call.startsWith('POST tables'))?.includes(`"for":"${mira.id}"`)).toBe(!here);
  history.replaceState(null, '', '/');
});

it('a level is an opponent, by the terms that it offers alone', async () => {
  const level = { id: '00000000000000000005', name: 'level5', kind: 'level', level: 5 };
  const stand = { person: level, offers: [{ game: 'dvonn', controls: ['600+5'] }], most: 4 };
  const asked = server({
    'GET server': { protocol: 2 },
    'GET me': { person: ada },
    'GET lobby': { open: [], playing: [], here: [], stand: [stand] },
    'POST tables': { status: 409, code: 'bot.busy', text: '' },
  });
  shown = mount(FriendPage, { target: document.body, props: { rules: toyRules().rules, site: site() } });
  await vi.waitFor(() => expect(document.querySelector('.against select')).toBeTruthy(), 5000);
  const select = document.querySelector('.against select') as HTMLSelectElement;
  select.value = level.id;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await tick();
  const choices = [...document.querySelectorAll('form option')].map((o) => (o as HTMLOptionElement).value);
  expect(choices).toEqual(['dvonn', '600+5']);
  submit();
  await vi.waitFor(() =>
    expect(asked.find((call) => call.startsWith('POST tables'))).toContain(`"with":"${level.id}"`),
  );
});

it('a name that one types for a game names no account, which one may be by now', async () => {
  const asked = server({ 'GET me': {}, 'POST me': { person: ada } });
  await site().guest('Altername');
  expect(asked).toEqual(['GET me', 'POST me?guest {"name":"Altername"}']);
});

describe('an address that makes one somebody else', () => {
  const world = {
    'GET server': { protocol: 2, addresses: [] },
    'GET me': { person: ada },
    'GET tables': { tables: [] },
    'POST me/look': { person: mira },
  };
  const token = 'bR3x_token-of22chars00';
  it('asks, with both names, and changes nothing by itself', async () => {
    const asked = server(world);
    shown = mount(MePage, {
      target: document.body,
      props: { site: site(), line: line(ada), asked: { kind: 'link', token } },
    });
    await vi.waitFor(
      () => expect(text()).toContain('You’re Ada in this browser. If you go on, you’ll be Mira here.'),
      5000,
    );
    button('Stay Ada').click();
    await tick();
    expect(text()).not.toContain('Mira');
    expect(asked.some((call) => call.startsWith('POST me/use') || call.startsWith('POST me/signin'))).toBe(false);
  });
  it('keeps the name one is called by from then on', async () => {
    prefs.set('name', 'Altername');
    const world2: Record<string, Answer> = { ...world, 'GET me': {}, 'POST me/use': { person: mira } };
    server(world2);
    shown = mount(MePage, {
      target: document.body,
      props: { site: site(), line: line(null), asked: { kind: 'link', token } },
    });
    await vi.waitFor(() => button('Use the link'), 5000);
    world2['GET me'] = { person: mira };
    button('Use the link').click();
    await vi.waitFor(() => expect(prefs.settings.name).toBe('Mira'));
  });
  it('is not even looked at within another page', async () => {
    const asked = server(world);
    vi.stubGlobal('self', {});
    shown = mount(MePage, {
      target: document.body,
      props: { site: site(), line: line(ada), asked: { kind: 'link', token } },
    });
    await vi.waitFor(() => expect(text()).toContain('Open this address in a window of its own.'), 5000);
    expect(asked.some((call) => call.includes(token))).toBe(false);
  });
});

describe('Passkeys', () => {
  const parse = (o: unknown): unknown => o;
  const lock = (get: () => Promise<unknown>): void => {
    vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: parse, parseRequestOptionsFromJSON: parse });
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { credentials: { get } }));
  };
  const open = async (passkeys: boolean): Promise<string[]> => {
    const asked = server({
      'GET server': { protocol: 2, addresses: [], passkeys },
      'POST passkeys/begin': { publicKey: { challenge: 'abc' } },
      'POST passkeys/finish': { person: ada },
    });
    shown = mount(SignIn, { target: document.body, props: { open: true, site: site(), line: line() } });
    await vi.waitFor(() => expect(asked).toEqual(passkeys ? ['GET server'] : asked));
    return asked;
  };
  it('sign in by what the device gives, and a question that was closed is no mistake', async () => {
    let closed = true;
    lock(async () => {
      if (closed) throw new DOMException('closed', 'NotAllowedError');
      return { toJSON: () => ({ id: 'x' }) };
    });
    const asked = await open(true);
    await vi.waitFor(() => button('Use a passkey'));
    button('Use a passkey').click();
    await vi.waitFor(() => expect(asked).toContain('POST passkeys/begin'));
    await vi.waitFor(() => expect(button('Use a passkey').getAttribute('aria-disabled')).toBe('false'));
    expect(document.querySelector('[role=alert]')).toBeNull();
    closed = false;
    button('Use a passkey').click();
    await vi.waitFor(() => expect(asked).toContain('POST passkeys/finish {"credential":{"id":"x"}}'));
    await vi.waitFor(() => expect(prefs.settings.name).toBe('Ada'));
  });
  it('are not offered where the server has none, nor by a browser that does not know them', async () => {
    lock(async () => null);
    await open(false);
    await new Promise((done) => setTimeout(done, 0));
    expect(text()).not.toContain('passkey');
    vi.stubGlobal('PublicKeyCredential', undefined);
    const asked = server({ 'GET server': { protocol: 2, passkeys: true } });
    expect(await hasPasskeys(site())).toBe(false);
    expect(asked).toEqual([]);
  });
});
