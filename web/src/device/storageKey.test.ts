import { beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageKey } from './storageKey.ts';

beforeEach(() => localStorage.clear());

describe('a storage key', () => {
  it('is stale as long as another window has written last', () => {
    const [a, b] = [new StorageKey('k'), new StorageKey('k')];
    expect([a.stale, a.read()]).toEqual([false, null]);
    expect(b.write('b')).toBe(true);
    expect([a.stale, b.stale]).toEqual([true, false]);
    expect([a.read(), a.stale]).toEqual(['b', false]);
    a.write('a');
    expect([a.stale, b.stale]).toEqual([false, true]);
    a.clear();
    expect([a.stale, b.stale, b.read()]).toEqual([false, false, null]);
  });
  it('is not stale because nothing more can be kept', () => {
    const a = new StorageKey('k');
    a.write('old');
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    expect([a.write('new'), a.stale, a.read()]).toEqual([false, false, 'old']);
    full.mockRestore();
  });
  it('holds nothing where the storage may not be reached', () => {
    const denied = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('denied');
    });
    expect([new StorageKey('k').read(), new StorageKey('k').stale]).toEqual([null, false]);
    denied.mockRestore();
  });
});
