import { expect, it } from 'vitest';
import { Later } from './later.svelte.ts';

it('is fetched once, and again after it could not be fetched', async () => {
  const answers = [Promise.reject(new Error('no connection')), Promise.resolve({ default: 'dialog' })];
  let asked = 0;
  const later = new Later(() => answers[asked++] as Promise<{ default: string }>);
  expect([await later.fetch(), later.component, later.failed]).toEqual([false, null, true]);
  expect([await later.fetch(), later.component, later.failed]).toEqual([true, 'dialog', false]);
  expect([await later.fetch(), asked]).toEqual([true, 2]);
});
