// The parts of the page for training that are fetched apart: the hub needs no board.
import { LazyComponent } from '../widgets/lazyComponent.svelte.ts';
import { withTexts } from '../widgets/withTexts.ts';

export const puzzles = new LazyComponent(() => import('./Puzzles.svelte'));
export const board = new LazyComponent(() => import('./DailyBoard.svelte'));
export const run = new LazyComponent(() => withTexts('drills', import('./RunPage.svelte')));
export const mistakes = new LazyComponent(() => withTexts('drills', import('./MistakesPage.svelte')));
