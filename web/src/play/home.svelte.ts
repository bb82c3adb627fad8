// Where one is on the page at the root: what stands behind "#" says it.
import type { Rules } from '../rules/types.ts';
import { rememberUnderWay, type UnderWay, underWay } from './underWay.ts';

export type Where = 'front' | 'new' | 'game';

/** What is chosen before the choices for a new game are shown. */
export interface Wish {
  readonly game?: string;
  readonly full?: boolean;
  readonly against?: 'person';
}

export const whereOf = (hash: string): Where => (hash === '#new' ? 'new' : hash === '#game' ? 'game' : 'front');

export class Home {
  /** An address that names a game of the archive, or the board of the day, leads to it. */
  where: Where = $state(/[?&](id|daily)\b/.test(location.search) ? 'game' : whereOf(location.hash));
  wish: Wish = $state.raw({});
  /** The game under way, as far as it is known before the rules can read it. */
  underWay: UnderWay | null = $state.raw(underWay());
  /** The rules, once they are being fetched. */
  rules: Rules | null = $state.raw(null);

  /** Goes there: another step of the browser's history, or in place of this one. */
  go(to: Where, how: 'push' | 'replace' = 'push', wish: Wish = {}): void {
    this.where = to;
    this.wish = wish;
    const address = `${location.pathname}${to === 'front' ? '' : `#${to}`}`;
    if (how === 'push') history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    scrollTo({ top: 0 });
  }
  /** The browser has gone a step back or forward, or the address was changed by hand. True where that leads elsewhere. */
  arrive(): boolean {
    const to = whereOf(location.hash);
    if (to === this.where) return false;
    this.where = to;
    this.wish = {};
    return true;
  }
  remember(game: UnderWay | null): void {
    rememberUnderWay(game);
    this.underWay = game;
  }
}
