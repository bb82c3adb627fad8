import { afterEach, describe, expect, it, vi } from 'vitest';
import english from '../../../internal/show/i18n/catalog/en.json';
import type { Person } from '../../gen/api.ts';
import { type Catalog, texts } from '../i18n/index.ts';
import { Account, askedBy, codeAddress, codeOf, groupsOf, standingOf, suggestions } from './account.ts';
import { bareName, guestMark, nameOf, profileOf, ratedAt, ratingOf } from './names.ts';
import { poolName, poolOf } from './pools.ts';
import { rootOf, Site } from './server.ts';

afterEach(() => vi.unstubAllGlobals());
const en = texts('en', english as Catalog);
const CODE = 'K7QM29XRTD4HVPA0ZC8N';
const marta: Person = { id: '12345678901234567842', name: 'Marta' };

describe('a sign-in code', () => {
  it('is the same with spaces, hyphens and small letters, and with the look-alikes of 0 and 1', () => {
    for (const typed of ['K7QM2 9XRTD 4HVPA 0ZC8N', 'k7qm2-9xrtd-4hvpa-0zc8n', ' K7QM29XRTD\n4HVPAOZC8N '])
      expect(codeOf(typed)).toBe(CODE);
    expect(codeOf('il-oO')).toBe('1100');
  });
  it('is shown in four groups', () => {
    expect(groupsOf(CODE)).toEqual(['K7QM2', '9XRTD', '4HVPA', '0ZC8N']);
  });
  it('is in an address with the name, whatever is in the name', () => {
    for (const name of ['Ada', 'Zoë K.', "J.R. O'Neil", '#50%'])
      expect(askedBy(codeAddress(name, groupsOf(CODE).join('-')))).toEqual({ kind: 'code', name, code: CODE });
  });
});

it('the address of the account asks for one thing', () => {
  expect(askedBy('')).toEqual({ kind: '' });
  expect(askedBy('#keep')).toEqual({ kind: 'keep' });
  expect(askedBy('#bR3x_token-of22chars00')).toEqual({ kind: 'link', token: 'bR3x_token-of22chars00' });
  expect(askedBy('#in=%E0%A4.AAAAA')).toEqual({ kind: '' }); // no text
});

it('a name is free, taken, or looks like another one', () => {
  const mira: Person = { id: '2', name: 'Mira', kind: 'account' };
  expect(standingOf('Ada', [])).toEqual({ kind: 'free' });
  expect(standingOf('mira', [mira])).toEqual({ kind: 'taken', by: 'Mira' });
  expect(standingOf('MIra', [mira]).kind).toBe('taken');
  expect(standingOf('Mlra', [mira])).toEqual({ kind: 'like', by: 'Mira' });
  const offers = suggestions('Maximilian Oberdorfer', 20);
  expect(new Set(offers).size).toBe(3);
  for (const offer of offers) expect(offer.length).toBeLessThanOrEqual(20);
});

describe('a person', () => {
  it('who is a guest is told apart from another one of the name, and has no page', () => {
    const other = { ...marta, id: '12345678901234567817' };
    expect([nameOf(marta, en), nameOf(other, en)]).toEqual(['Marta ·42', 'Marta ·17']);
    expect([bareName(marta, en), guestMark(marta)]).toEqual(['Marta', '·42']);
    expect(nameOf({ ...marta, name: '' }, en)).toMatch(/^Guest \d{4}$/);
    expect(profileOf(marta, '/')).toBe('');
  });
  it('who has an account is called by the name alone, which leads to the page', () => {
    const zoe: Person = { id: '3', name: 'Zoë K', kind: 'account' };
    expect(nameOf(zoe, en)).toBe('Zoë K');
    expect(profileOf(zoe, '/cairn/')).toBe('/cairn/@/Zo%C3%AB%20K');
  });
  it('that is a level is called as levels are, whatever name came along', () => {
    expect(nameOf({ id: '4', name: 'level5', kind: 'level', level: 5 }, en)).toBe('Level 5: Scree');
  });
  it('has a rating with a mark while it is of few games', () => {
    expect([ratingOf({ rating: 1540.4 }), ratingOf({ rating: 1540, provisional: true })]).toEqual(['1540', '1540?']);
    const [ada, bea] = [
      { id: '1', name: 'Ada', provisional: true as const },
      { id: '2', name: 'Bea' },
    ];
    const table: Parameters<typeof ratedAt>[0] = {
      seats: [ada, bea],
      rating: [
        [1500, 1662],
        [1540, 1531],
      ],
    };
    expect([ratedAt(table, 0), ratedAt(table, 1)]).toEqual([
      ['1662?', '+162'],
      ['1531', '−9'],
    ]);
    expect(ratedAt({ seats: [ada, bea] }, 0)).toBe(null);
    expect(poolName('dvonn/days', en)).toBe('DVONN days');
    expect(poolOf({ game: 'lyngk6', control: '300+3' })).toBe('lyngk/live');
    expect(poolOf({ game: 'dvonn', control: '1/86400' })).toBe('dvonn/days');
  });
});

it('the root of the site is found from the page of a person, even of one who is called like a table', () => {
  for (const name of ['Ada', 'k7m2pq9x', 'Zo%C3%AB', ''])
    expect(rootOf(`https://host.example/cairn/@/${name}#x`).href).toBe('https://host.example/cairn/');
  for (const path of [
    'k7m2pq9x',
    'contest/k7m2pq9x',
    'contest/',
    'contest/k7m2pq9x/screen/',
    'contest/screen/index.html',
  ])
    expect(rootOf(`https://host.example/cairn/${path}`).href).toBe('https://host.example/cairn/');
});

it('calls go where the server has them, and secrets go in bodies', async () => {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    calls.push(`${init.method} ${url.pathname}${url.search} ${init.body ?? ''}`.trim());
    return new Response(url.pathname.endsWith('/signin') ? JSON.stringify({ person: marta }) : '[]');
  });
  const account = new Account(new Site(new URL('https://host.example/')));
  expect(await account.signIn('Marta', 'k7qm2 9xrtd 4hvpa 0zc8n')).toEqual(marta);
  await account.end();
  await account.end('0a1b2c3d');
  await account.find('Zoë K');
  await account.profile('Zoë K');
  await account.results('123', { game: 'lyngk', rated: 'true' });
  await account.ratings('lyngk/live');
  await account.remove('Marta');
  expect(calls).toEqual([
    `POST /api/me/signin {"name":"Marta","code":"${CODE}"}`,
    'DELETE /api/me/sessions',
    'DELETE /api/me/sessions/0a1b2c3d',
    'GET /api/people?name=Zo%C3%AB%20K',
    'GET /api/people/@Zo%C3%AB%20K',
    'GET /api/people/123/results?game=lyngk&rated=true',
    'GET /api/ratings/lyngk/live',
    'DELETE /api/me {"name":"Marta"}',
  ]);
});
