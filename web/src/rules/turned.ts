// A position as it would be if the other side were to move.
import type { Rules, View } from './types.ts';

/** Null where the rules have no such position, as while pieces are placed, and where that side has no move. */
export async function turned(rules: Rules, game: string, position: string): Promise<View | null> {
  const { setup = null } = await rules.setup(game, position);
  const side = setup?.side === 0 ? 1 : 0;
  const { view } = await rules.edit(game, setup, { do: 'side', side });
  return view && view.side === side && view.outcome === 'ongoing' && !view.pass ? view : null;
}
