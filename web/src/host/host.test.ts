// @vitest-environment jsdom
import { mount, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import type { HostView, Person } from '../../gen/api.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import { Site } from '../table/server.ts';
import HostPage from './HostPage.svelte';

prefs.texts = texts('en', english as Catalog);
const person = (name: string): Person => ({ id: `1${name}`, name, kind: 'account' });
const about = { person: person('Ben'), since: 1, tables: 3, reports: 1, actions: [] };
const view: HostView = {
  reports: [{ id: 7, at: Date.now(), reporter: person('Eve'), about, text: 'shouts', looks: person('Jonas') }],
  actions: Array.from({ length: 15 }, (_, i) => ({
    id: i,
    what: 'warn' as const,
    at: i + 1,
    text: `reason ${i}`,
    person: about.person,
  })),
  tables: [],
  contests: [],
  load: { connections: 2, levels: 3, mostLevels: 32, cores: 2 },
} as unknown as HostView;

let shown: ReturnType<typeof mount> | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  vi.unstubAllGlobals();
});

it('a host sees who looks at a report, says so too once, how busy the levels are, and all that was done', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: URL, init?: RequestInit) => {
    const path = new URL(url).pathname.replace('/api/', '');
    asked.push(`${init?.method ?? 'GET'} ${path}`);
    const answers: Record<string, unknown> = {
      server: { protocol: 2, addresses: [] },
      me: { person: person('Ada') },
      host: view,
    };
    return new Response(JSON.stringify(answers[path] ?? null));
  });
  shown = mount(HostPage, { target: document.body, props: { site: new Site(new URL('https://host.example/')) } });
  await vi.waitFor(() => expect(document.querySelector('.report .tag')?.textContent).toBe('Jonas is looking at it'));
  const field = document.querySelector<HTMLElement>('.report input, .report button');
  for (let i = 0; i < 2; i++) field?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  expect(asked.filter((a) => a === 'POST host/reports/7')).toHaveLength(1);
  expect(document.querySelector('progress')?.max).toBe(32);
  expect(document.body.textContent).toContain('3 of 32');
  const lines = (): number =>
    [...document.querySelectorAll('li')].filter((l) => l.textContent?.includes('reason')).length;
  expect(lines()).toBe(12);
  [...document.querySelectorAll('button')].find((b) => b.textContent === 'All')?.click();
  await vi.waitFor(() => expect(lines()).toBe(15));
});
