import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { head, theme } from '../scripts/heads.ts';
import { FAMILIES } from './games.ts';
import { COURSES } from './learn/lessons.ts';
import { address, place } from './learn/state.ts';
import { anchor, PAGES } from './places.ts';

const web = join(import.meta.dirname, '..');
const fixtures = ['dist', 'fixture', 'node_modules'];

it('every folder with a page is a place or that of hosts, to which no page leads, and every place a folder', () => {
  const folders = [...readdirSync(web), 'me/notices', 'me/bots', 'contest/screen'].filter(
    (f) => existsSync(join(web, f, 'index.html')) && !fixtures.includes(f),
  );
  expect(folders.map((f) => `${f}/`).sort()).toEqual([...Object.values(PAGES).filter(Boolean), 'host/'].sort());
});

it('every page says what it is to a search', () => {
  for (const path of Object.values(PAGES)) {
    const html = readFileSync(join(web, path, 'index.html'), 'utf8');
    expect(html, path).toMatch(/<meta name="description" content="[^"]{10,}"/);
  }
});

it('every page has the icon, both colors of the theme, and what runs before it is drawn', () => {
  const tags = head('../');
  const of = (name: string) => tags.filter(({ tag }) => tag === name).map(({ attrs }) => attrs);
  expect(tags[0]?.attrs).toEqual({ charset: 'utf-8' });
  expect(of('link')[0]).toMatchObject({ rel: 'icon', href: '../icon.svg' });
  expect(theme('../').map(({ attrs }) => attrs)).toEqual([{ src: '../theme.js' }]);
  const colors = of('meta').filter((attrs) => attrs?.name === 'theme-color');
  expect(colors.map((attrs) => attrs?.content)).toEqual(['#efeeea', '#141618']);
});

it('the lessons of a game are where the way to them leads', () => {
  const ways = FAMILIES.flatMap((f) => f.kinds.map((k) => k.lessons));
  expect(ways.length).toBeGreaterThan(3);
  for (const way of ways) {
    const found = place(COURSES, `#${way}`);
    expect(found && address(found).slice(1).startsWith(way), way).toBe(true);
  }
});

it('a fragment that cannot be read does no harm', () => {
  expect([anchor('#joker'), anchor('#a%20b'), anchor('#%'), anchor('#%E0%A4'), anchor('')]).toEqual([
    ...['joker', 'a b', '%', '%E0%A4', ''],
  ]);
});
