// The judgement of a whole game: every position of the main line is searched, and where another move is better the
// move played is searched alone for as long, so that both are judged alike. The judge in Go, which the rules
// ask, says how much it lost and how it is marked.
import type { Judged, Side } from '../rules/types.ts';
import type { AnalysisTree } from './analysisTree.svelte.ts';
import type { Reason, Thinker } from './thinker.ts';
import * as T from './tree.ts';
import { evalText, final, marked, seenBy, type Value, value } from './value.ts';

export interface Judgement {
  readonly mark: Judged['mark'];
  readonly best: string;
  readonly reasons: readonly Reason[];
}

export interface Task {
  readonly analysis: AnalysisTree;
  readonly thinker: Thinker;
  /** Milliseconds for each search. */
  readonly time: number;
  readonly signal: AbortSignal;
  readonly onprogress: (n: number, total: number) => void;
  /** The words of a judgement, put behind the move as a comment. */
  readonly comment: (j: Judgement) => string;
}

const PLIES = 6; // of a better line, added as a variation

/**
 * Says how many mistakes were found, null where it was broken off; what was found until then stays. A game that is
 * opened meanwhile breaks it off.
 */
export async function annotate(task: Task): Promise<number | null> {
  const { analysis, thinker, signal, time } = task;
  const game = analysis.info?.id ?? '';
  const line = T.main(analysis.tree);
  let found = 0;
  const search = async (position: string, side: Side, only?: readonly string[]) => {
    const best = await thinker.think({ game, position, time, ...(only ? { only } : {}) }, () => {}, signal);
    return { ...best, value: best.final ? value(best.final, side) : null };
  };
  for (const [i, id] of line.entries()) {
    if (signal.aborted) return null;
    task.onprogress(i + 1, line.length);
    const n = T.node(analysis.tree, id);
    const ply = n.ply;
    if (!ply) return null; // taken away meanwhile
    const before = T.position(analysis.tree, n.parent);
    // Still the same game and place: ids of places are the same in every tree.
    const stays = (): boolean =>
      !signal.aborted &&
      analysis.info?.id === game &&
      T.node(analysis.tree, id).ply?.position === ply.position &&
      T.position(analysis.tree, n.parent) === before;
    const first = await search(before, ply.side);
    if (!stays()) return null;
    let got: Value | null = first.value;
    if (first.move !== ply.move) got = (await search(before, ply.side, [ply.move])).value;
    if (!stays()) return null;
    const after = await analysis.viewAt(ply.position);
    if (!stays()) return null;
    if (after.outcome !== 'ongoing') got = final(after.outcome);
    if (!got) continue;
    let m: Judged['mark'] = 0;
    if (first.value && first.move !== ply.move) {
      const asked = { best: seenBy(ply.side, first.value), played: seenBy(ply.side, got) };
      m = (await analysis.rules.judge([asked]))[0]?.mark ?? 0;
      if (!stays()) return null;
    }
    // When a game is judged again, a comment that is already there is not repeated.
    const words = m ? task.comment({ mark: m, best: first.move, reasons: first.reasons ?? [] }) : '';
    const now = T.node(analysis.tree, id); // a comment may have been typed meanwhile
    const had = now.comment;
    const comment = !words || had?.includes(words) ? had : [had, words].filter(Boolean).join(' ');
    analysis.annotate(id, { eval: evalText(got), nags: marked(now.nags, m), comment });
    if (!m || !first.value) continue;
    found++;
    const better = first.final?.pv.length ? first.final.pv.slice(0, PLIES) : [first.move];
    await analysis.addLine(n.parent, better, { eval: evalText(first.value) });
  }
  return found;
}
