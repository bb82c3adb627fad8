import { afterEach, describe, expect, it, vi } from 'vitest';
import { people } from '../device/people.svelte.ts';
import { Account } from './account.ts';
import { CallError, Site } from './server.ts';

afterEach(() => vi.unstubAllGlobals());
/** What a page learns from such an answer to GET api/server; null is no answer. */
async function asked(text: string | null, status = 200): Promise<unknown> {
  vi.stubGlobal('fetch', async () => {
    if (text === null) throw new TypeError('no network');
    return new Response(text, { status });
  });
  return new Site(new URL('https://host.example/')).server().catch((e) => (e instanceof CallError ? 'not known' : e));
}

describe('whether there are tables here', () => {
  it('says the server, or the file of a host of files', async () => {
    expect(await asked('{"protocol":1}')).toEqual({ protocol: 1 });
    expect(await asked('{"protocol":0}')).toBe(null);
    expect(await asked('<h1>not found</h1>', 404)).toBe(null);
  });
  it('is not known without an answer', async () => {
    expect(await asked(null)).toBe('not known');
    expect(await asked('{"protocol":0,"offline":true}')).toBe('not known');
    expect(await asked('{"code":"live.rate","text":"too many at once"}', 429)).toBe('not known');
    expect(await asked('<h1>bad gateway</h1>', 502)).toBe('not known');
    expect(await asked('<h1>hello</h1>')).toBe('not known');
    expect(await asked('')).toBe('not known');
  });
});

describe('who one is', () => {
  const [guest, account] = [
    { id: 'p1', name: 'Otter' },
    { id: 'p1', name: 'Marta', kind: 'account' },
  ];
  /** The answers to GET api/me, each let go by hand. */
  function held(): ((person: unknown) => void)[] {
    const open: ((person: unknown) => void)[] = [];
    vi.stubGlobal('fetch', (_: unknown, init?: RequestInit) =>
      init?.method === 'POST'
        ? Promise.resolve(Response.json({ person: account }))
        : new Promise((answer) => open.push((person) => answer(Response.json({ person })))),
    );
    return open;
  }
  it('is asked again where the answer is older than a claim', async () => {
    const open = held();
    const site = new Site(new URL('https://host.example/'));
    const asked = site.me();
    await new Account(site).claim('Marta');
    open[0]?.(guest);
    await vi.waitFor(() => expect(open).toHaveLength(2));
    open[1]?.(account);
    expect(await asked).toEqual(account);
  });
  it('is what the last question was answered with, in the bar too', async () => {
    const open = held();
    const asked = [people.who('./', true), people.who('./', true)];
    open[1]?.(account);
    await asked[1];
    open[0]?.(guest);
    await asked[0];
    expect([people.name, people.account]).toEqual(['Marta', true]);
  });
});
