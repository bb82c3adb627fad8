import { expect, it, vi } from 'vitest';
import { LazyComponent } from './lazyComponent.svelte.ts';

it('is fetched once, and again after it could not be fetched', async () => {
  const answers = [Promise.reject(new Error('no connection')), Promise.resolve({ default: 'dialog' })];
  let asked = 0;
  const lazy = new LazyComponent(() => answers[asked++] as Promise<{ default: string }>);
  expect([await lazy.fetch(), lazy.component, lazy.failed]).toEqual([false, null, true]);
  expect([await lazy.fetch(), lazy.component, lazy.failed]).toEqual([true, 'dialog', false]);
  expect([await lazy.fetch(), asked]).toEqual([true, 2]);
});

it('is not waited for without end, and is there when it comes after all', async () => {
  vi.useFakeTimers();
  let come = (_: { default: string }): void => {};
  const lazy = new LazyComponent(() => new Promise<{ default: string }>((done) => (come = done)));
  const asked = lazy.fetch();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([await asked, lazy.component, lazy.failed]).toEqual([false, null, true]);
  come({ default: 'dialog' });
  await vi.advanceTimersByTimeAsync(0);
  expect([lazy.component, lazy.failed]).toEqual(['dialog', false]);
  vi.useRealTimers();
});
