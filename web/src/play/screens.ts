// The screens behind the front page: most visits need one of them first, so each is fetched by itself.
import { Later } from '../parts/later.svelte.ts';

export const screens = {
  new: new Later(() => import('./NewGame.svelte')),
  game: new Later(() => import('./GameScreen.svelte')),
  notKept: new Later(() => import('./NotKept.svelte')),
};
