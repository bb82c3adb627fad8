import { afterEach, describe, expect, it, vi } from 'vitest';
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
