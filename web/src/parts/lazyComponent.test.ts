import { expect, it } from 'vitest';
import { LazyComponent } from './lazyComponent.svelte.ts';

it('is fetched once, and again after it could not be fetched', async () => {
  const answers = [Promise.reject(new Error('no connection')), Promise.resolve({ default: 'dialog' })];
  let asked = 0;
  const lazy = new LazyComponent(() => answers[asked++] as Promise<{ default: string }>);
  expect([await lazy.fetch(), lazy.component, lazy.failed]).toEqual([false, null, true]);
  expect([await lazy.fetch(), lazy.component, lazy.failed]).toEqual([true, 'dialog', false]);
  expect([await lazy.fetch(), asked]).toEqual([true, 2]);
});
