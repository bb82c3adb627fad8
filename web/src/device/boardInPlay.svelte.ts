// Whether somebody plays on a board of this page: what can wait is not shown over it, or above it, where it would move the
// board away under the finger.
import { untrack } from 'svelte';

let boards = $state(0);

export const inPlay = (): boolean => boards > 0;

/** For an effect: a board is in play until the function that it returns is called. */
export function playedOn(): () => void {
  untrack(() => boards++);
  return () => {
    boards--;
  };
}
