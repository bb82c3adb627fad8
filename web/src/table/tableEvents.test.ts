import { expect, it } from 'vitest';
import steps from '../../../internal/people/api/testdata/pictures.json';
import type { Event } from '../../gen/api.ts';
import { afterEvent, type TableInfo } from './tableEvents.ts';

// The steps are those of the golden logs, with what the server shows before and after each (TestPictures in Go).
it.each(steps.map((s) => [s.event.kind, s] as const))('%s leads to what the server shows', (_, step) => {
  const { me, before, event, after } = step as unknown as Record<'before' | 'after', TableInfo> & {
    me: string;
    event: Event;
  };
  const { seq, updated } = after; // kept elsewhere
  expect({ ...afterEvent(before, event, me), seq, updated }).toEqual(after);
});
