// What is between the board at rest and the part that plays.
import type { Layout } from '../board/types.ts';
import type { GameInfo } from '../rules/types.ts';
import type { Wish } from './wish.ts';

/** What the part that plays is given. */
export interface Stage {
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  readonly box: HTMLElement;
  /** As high as the page wants the element; 0 where it is as high as its content. */
  readonly high: HTMLElement;
  readonly wish: Wish;
  readonly info: GameInfo;
  readonly layout: Layout;
  readonly lang: string;
}
/** Fills the box; returns what ends it. */
export type Begin = (stage: Stage) => Promise<() => void>;
