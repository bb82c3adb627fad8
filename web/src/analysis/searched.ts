// One search of a judgement, as the judgement of a whole game and the exercises with one's own mistakes make it.
import type { Side } from '../rules/types.ts';
import type { Best, Thinker, Wish } from './thinker.ts';
import { type Value, value } from './value.ts';

/** How many positions a search of the judgement looks at. */
export const NODES = 50_000;
/** The memory of a search in MiB, which so few positions do not fill; that of cairn annotate. */
const HASH = 16;

/** What a search finds, with the value it comes to as side 0 sees it. */
export async function searched(
  thinker: Thinker,
  wish: Wish,
  side: Side,
  signal: AbortSignal,
): Promise<Best & { readonly value: Value | null }> {
  const best = await thinker.think({ ...wish, hash: HASH }, () => {}, signal);
  return { ...best, value: best.final ? value(best.final, side) : null };
}
