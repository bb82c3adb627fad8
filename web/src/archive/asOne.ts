// Lists show a game and the analysis of it as one: the line of the game leads to both.
import { analysisIdOf, type Entry } from './entry.ts';

export interface AsOne {
  /** What has a line of its own. */
  readonly alone: readonly Entry[];
  /** The ids of the games that stand for an analysis, too. */
  readonly analyzed: ReadonlySet<string>;
  /**
   * By the ids of games, the ids of analyses that were opened before the game went on, and in which nothing was written: the
   * line of the game has all that is in them.
   */
  readonly earlier: ReadonlyMap<string, readonly string[]>;
}

export function asOne(entries: readonly Entry[]): AsOne {
  const all = entries.filter((e) => e.kind === 'game');
  const games = new Map(all.map((e) => [analysisIdOf(e), e]));
  const byId = new Map(all.map((e) => [e.id, e]));
  const analyzed = new Set<string>();
  const earlier = new Map<string, string[]>();
  const alone = entries.filter((e) => {
    if (e.kind === 'game') return true;
    const now = games.get(e.id);
    // Its id tells how far the game was; as long as its line does so, too, it has no moves of its own.
    const end = `.${e.line}`;
    const game = now ?? (e.bare && e.id.endsWith(end) ? byId.get(e.id.slice(0, -end.length)) : undefined);
    // Where one of the two was deleted alone, it must be found among what was deleted.
    if (!game || (game.deleted === undefined) !== (e.deleted === undefined)) return true;
    if (now) analyzed.add(game.id);
    else if (game.plies > e.plies) earlier.set(game.id, [...(earlier.get(game.id) ?? []), e.id]);
    else return true;
    return false;
  });
  return { alone, analyzed, earlier };
}
