// Lists show a game and the analysis of it as one: the line of the game leads to both.
import { analysisIdOf, type Entry } from './entry.ts';

export interface AsOne {
  /** What has a line of its own. */
  readonly alone: readonly Entry[];
  /** The ids of the games that stand for an analysis, too. */
  readonly analyzed: ReadonlySet<string>;
}

export function asOne(entries: readonly Entry[]): AsOne {
  const games = new Map(entries.filter((e) => e.kind === 'game').map((e) => [analysisIdOf(e), e]));
  const analyzed = new Set<string>();
  const alone = entries.filter((e) => {
    const game = e.kind === 'analysis' ? games.get(e.id) : undefined;
    // Where one of the two was deleted alone, it must be found among what was deleted.
    if (!game || (game.deleted === undefined) !== (e.deleted === undefined)) return true;
    analyzed.add(game.id);
    return false;
  });
  return { alone, analyzed };
}
