// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { Home } from './home.svelte.ts';

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
  vi.stubGlobal('scrollTo', () => {});
});

it('begins where the address says, else in front', () => {
  expect(new Home().where).toBe('front');
  history.replaceState(null, '', '/#game');
  expect(new Home().where).toBe('game');
  history.replaceState(null, '', '/?id=x');
  expect(new Home().where).toBe('game');
  history.replaceState(null, '', '/#other');
  expect(new Home().where).toBe('front');
});
it('takes the address along, and what was wished for', () => {
  history.replaceState(null, '', '/?g=dvonn');
  const home = new Home();
  home.go('new', 'push', { game: 'dvonn' });
  expect([home.where, home.wish, location.search, location.hash]).toEqual(['new', { game: 'dvonn' }, '', '#new']);
  home.go('game', 'replace');
  expect([home.wish, location.hash]).toEqual([{}, '#game']);
});
it('follows the browser', () => {
  const home = new Home();
  home.go('new', 'push', { game: 'dvonn' });
  expect(home.arrive()).toBe(false);
  expect(home.wish).toEqual({ game: 'dvonn' });
  history.replaceState(null, '', '/');
  expect([home.arrive(), home.where, home.wish]).toEqual([true, 'front', {}]);
});
it('knows the game under way again', () => {
  const game = { game: 'lyngk', position: 'x', names: ['', ''], levels: [0, 3] } as const;
  new Home().remember(game);
  expect(new Home().underWay).toEqual(game);
  new Home().remember(null);
  expect(new Home().underWay).toBe(null);
});
