// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { format, nowhere, parse, show } from './address.ts';

const text = 'K/I,K,.,B/.,JRK,./G 1 RK:- 0:0';

describe('addresses', () => {
  it('hold a position in one word', () => {
    expect(format({ game: 'lyngk', position: text })).toBe('?g=lyngk&p=K/I,K,.,B/.,JRK,./G_1_RK:-_0:0');
    expect(format({ game: 'lyngk', position: text, ply: 24 }).endsWith('#24')).toBe(true);
  });
  it('come back as they were', () => {
    const a = { game: 'lyngk', position: text, moves: ['R,b1-b2', 'pass', 'b4-e2'], ply: 3 };
    const url = new URL(`http://x/analysis/${format(a)}`);
    expect(parse(url.search, url.hash)).toEqual(a);
  });
  it('come back out of a messenger that escapes everything', () => {
    const a = { game: 'lyngk', position: text, moves: ['R,b1-b2'], ply: -1 };
    expect(parse(`?g=lyngk&p=${encodeURIComponent(text)}&m=${encodeURIComponent('R,b1-b2')}`)).toEqual(a);
    expect(parse(`?g=lyngk&p=${text.replaceAll(' ', '+')}&m=R,b1-b2`)).toEqual(a);
  });
  it('hold a packed game behind all that a server sees', () => {
    const a = { game: 'lyngk', position: '', moves: [], ply: 12, packed: 'Ab-9_' };
    expect(format(a)).toBe('?g=lyngk#12&z=Ab-9_');
    expect(parse('?g=lyngk', '#12&z=Ab-9_')).toEqual(a);
    expect(parse('?g=lyngk', '#z=Ab-9_')).toEqual({ ...a, ply: -1 });
    expect(parse('?g=lyngk', '#12&z=no word')).toEqual({ ...nowhere, game: 'lyngk' });
  });
  it('hold the board at the ply of a game, where there is one', () => {
    const a = { game: 'lyngk', position: '', moves: ['R,b1-b2'], ply: 1, board: text };
    const [board] = text.split(' ');
    expect(format(a)).toBe(`?g=lyngk&b=${board}&m=R,b1-b2#1`);
    expect(parse(`?g=lyngk&b=${board}&m=R,b1-b2`, '#1')).toEqual({ ...a, board });
    expect(format({ ...a, ply: 0 })).toBe('?g=lyngk&m=R,b1-b2');
    expect(format({ ...a, moves: [], ply: 0, packed: 'Ab-9_' })).toBe(`?g=lyngk&b=${board}#z=Ab-9_`);
  });
  it('hold the chapter of a study', () => {
    const a = { game: 'lyngk', position: text, moves: [], ply: 3, study: 's1', chapter: 'c~2' };
    expect(format(a)).toBe('?study=s1&chapter=c~2&g=lyngk&p=K/I,K,.,B/.,JRK,./G_1_RK:-_0:0#3');
    const url = new URL(`http://x/analysis/${format(a)}`);
    expect(parse(url.search, url.hash)).toEqual(a);
    expect(parse('?study=s1')).toEqual({ ...nowhere, study: 's1', chapter: '' });
  });
  it('may say nothing, or nonsense', () => {
    expect(parse('')).toEqual(nowhere);
    expect(parse('?x=1', '#hello')).toEqual(nowhere);
    expect(format({})).toBe('');
    expect(format({ ply: 0 })).toBe('');
  });
});

describe('the address shown', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  it('is the last one as soon as the browser allows it', () => {
    vi.useFakeTimers();
    const busy = vi.spyOn(history, 'replaceState').mockImplementation(() => {
      throw new DOMException('too often', 'SecurityError');
    });
    show('?g=one');
    show('?g=two');
    vi.advanceTimersByTime(1500);
    expect(location.search).toBe('');
    busy.mockRestore();
    vi.advanceTimersByTime(1000);
    expect(location.search).toBe('?g=two');
  });
});
