import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SavedGames } from './savedGames.ts';

beforeEach(() => localStorage.clear());
const texts = (first = '') => new SavedGames().all(first).map((k) => k.text);
function put(text: string): SavedGames {
  const s = new SavedGames();
  s.write(text);
  return s;
}

describe('the shelf', () => {
  it('keeps what every window works on, the last in front, the own one before all', () => {
    const [a, b] = [put('a'), put('b')];
    expect([texts(), texts(a.name)]).toEqual([
      ['b', 'a'],
      ['a', 'b'],
    ]);
    a.write('a2');
    expect([texts(), a.stale, b.stale]).toEqual([['a2', 'b'], false, false]);
  });
  it('leaves to another window what that has gone on with', () => {
    const a = put('old');
    const b = new SavedGames();
    for (const kept of b.all(a.name)) b.take(kept);
    b.write('of b');
    expect([a.stale, b.stale]).toEqual([true, false]);
    a.write('of a');
    expect([texts(), a.stale, b.stale]).toEqual([['of a', 'of b'], false, false]);
  });
  it('is as stale as the text that was taken up', () => {
    const a = put('old');
    const b = new SavedGames();
    const [kept] = b.all(a.name);
    a.write('new'); // while b reads the old one
    if (kept) b.take(kept);
    expect(b.stale).toBe(true);
  });
  it('keeps eight, fewer large ones, and what can still be kept', () => {
    for (let i = 0; i < 10; i++) put(String(i));
    expect([texts().length, texts()[0], localStorage.length]).toEqual([8, '9', 9]);
    put('x'.repeat(1_500_000));
    put('y'.repeat(600_000));
    put('z');
    expect(texts().map((s) => s[0])).toEqual(['z', 'y']);
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    expect(new SavedGames().write('more')).toBe(false);
    full.mockRestore();
    expect(texts().map((s) => s[0])).toEqual(['z', 'y']);
  });
  it('is empty where something else is kept there', () => {
    for (const odd of ['{"record":{}}', 'no JSON', '[1,null,"gone"]', '7']) {
      localStorage.setItem('cairn.analysis', odd);
      expect(texts()).toEqual([]);
    }
  });
});
