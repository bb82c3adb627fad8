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
  it('lets the older ones go, and of large ones more, but only when told so', () => {
    const last = [...'0123456789'].map(put).at(-1);
    const over = (): string[] => (last?.surplus() ?? []).map((k) => k.text[0] ?? '');
    expect([texts().length, over()]).toEqual([10, ['0', '1']]);
    for (const game of last?.surplus() ?? []) last?.drop(game);
    expect([texts(), over(), localStorage.length]).toEqual([[...'98765432'], [], 9]);
    put('x'.repeat(1_500_000));
    put('y'.repeat(600_000));
    expect([texts().length, over()]).toEqual([10, ['2', '3', '4', '5', '6', '7', '8', 'x']]);
  });
  it('does not let one go that another window has changed since', () => {
    const [a, ...rest] = [...'0123456789'].map(put);
    const [oldest] = rest.at(-1)?.surplus() ?? [];
    a?.write('new');
    if (oldest) rest.at(-1)?.drop(oldest);
    expect([oldest?.text, texts()[0], texts().length]).toEqual(['0', 'new', 10]);
  });
  it('keeps what is there where no more can be saved', () => {
    for (const text of 'ab') put(text);
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    expect(new SavedGames().write('more')).toBe(false);
    full.mockRestore();
    expect(texts()).toEqual(['b', 'a']);
  });
  it('is empty where something else is kept there', () => {
    for (const odd of ['{"record":{}}', 'no JSON', '[1,null,"gone"]', '7']) {
      localStorage.setItem('cairn.analysis', odd);
      expect(texts()).toEqual([]);
    }
  });
});
