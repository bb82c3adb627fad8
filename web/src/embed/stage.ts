// What is between the board at rest and the part that plays.
import type { Layout } from '../board/types.ts';
import type { GameInfo } from '../rules/types.ts';
import type { Wish } from './wish.ts';

/** What the part that plays is given. */
export interface Stage {
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  readonly box: HTMLElement;
  /** The element whose height all of it has at most, where the page gives one. */
  readonly high: HTMLElement;
  readonly wish: Wish;
  readonly info: GameInfo;
  readonly layout: Layout;
  readonly lang: string;
}
/** Fills the box; returns what ends it. */
export type Begin = (stage: Stage) => Promise<() => void>;
