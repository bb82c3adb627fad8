// The day whose puzzle and board are shown. A page may stay open over midnight (UTC), so the day is looked at again now
// and then, and when the page is seen again.
import { on } from 'svelte/events';
import { createSubscriber } from 'svelte/reactivity';
import { dayOf } from './daily.ts';

const EVERY = 30_000;

const watched = createSubscriber((update) => {
  const timer = setInterval(update, EVERY);
  const stop = on(document, 'visibilitychange', update);
  return () => {
    clearInterval(timer);
    stop();
  };
});

/** The number of today; where it is read by what is drawn, that follows it. */
export function today(): number {
  watched();
  return dayOf(Date.now());
}
