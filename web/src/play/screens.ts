// The screens behind the front page: most visits need one of them first, so each is fetched by itself.
import { LazyComponent } from '../widgets/lazyComponent.svelte.ts';
import { withTexts } from '../widgets/withTexts.ts';

export const screens = {
  new: new LazyComponent(() => withTexts('start', import('./NewGame.svelte'))),
  game: new LazyComponent(() => import('./GameScreen.svelte')),
  notKept: new LazyComponent(() => withTexts('reasons', import('./NotKept.svelte'))),
};
