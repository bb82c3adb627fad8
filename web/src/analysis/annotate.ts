// The judgement of a whole game: every position of the main line is searched, and where another move is better the
// move played is searched alone as far, so that both are judged alike. The judge in Go, which the rules ask, says how much
// it lost and how it is marked.
//
// Every move is judged from an empty memory and by a number of positions: what is found depends on the position alone, so
// several engines share the moves, and cairn annotate marks the same ones (internal/study/annotate/annotate.go).
import type { Texts } from '../i18n/index.ts';
import type { GameInfo, Judged, Rules, View } from '../rules/types.ts';
import { withoutRemark, withRemark } from './remark.ts';
import { searched } from './searched.ts';
import type { Thinker } from './thinker.ts';
import * as T from './tree.ts';
import { evalText, final, marked, seenBy, type Value } from './value.ts';

/** A game as a judgement goes through it. */
export interface JudgedGame {
  readonly rules: Pick<Rules, 'judge'>;
  readonly info: Pick<GameInfo, 'id'> | null;
  readonly tree: T.Tree;
  viewAt(position: string): Promise<View>;
  annotate(id: number, annotation: T.Annotation, how: { save: boolean }): void;
  addLine(at: number, moves: readonly string[], annotation: T.Annotation, how: { save: boolean }): Promise<void>;
  save(): void;
  /** The judgement has gone through the whole game. */
  sign(): void;
}
export interface Task {
  readonly analysis: JudgedGame;
  /** Those who search, each a move at a time. */
  readonly thinkers: readonly Thinker[];
  /** How many positions each search looks at. */
  readonly nodes: number;
  readonly signal: AbortSignal;
  readonly onprogress: (n: number, total: number) => void;
  /** The language in which other programs show what is said of a move. */
  readonly texts: () => Texts;
}

const PLIES = 6; // of a better line, added as a variation
/** What was found is saved after that many moves, since saving takes as long as a search. */
const SAVE = 10;

/**
 * Says how many mistakes were found, null where it was broken off; what was found until then stays. A game that is
 * opened meanwhile breaks it off. It throws where no engine works.
 */
export async function annotate(task: Task): Promise<number | null> {
  const { analysis, thinkers, signal } = task;
  const line = T.main(analysis.tree);
  const todo = [...line];
  const marks: Judged['mark'][] = [];
  let [begun, unsaved, broken] = [0, 0, false];
  const alive = new Set(thinkers);
  let trouble: unknown;
  const work = async (thinker: Thinker): Promise<void> => {
    for (;;) {
      const id = broken || signal.aborted ? undefined : todo.shift();
      if (id === undefined) return;
      task.onprogress(++begun, line.length);
      try {
        const mark = await judgeOne(task, thinker, id);
        if (mark === null) broken = true;
        else marks.push(mark);
      } catch (e) {
        // The others do its work; where there is none left, the game is not judged.
        trouble = e;
        alive.delete(thinker);
        todo.unshift(id);
        begun--;
        return;
      }
      if (++unsaved >= SAVE && !broken) {
        analysis.save();
        unsaved = 0;
      }
    }
  };
  // A move that was given back may find the others at their end: they begin again.
  while (!broken && !signal.aborted && todo.length && alive.size) await Promise.all([...alive].map(work));
  const whole = !todo.length && !broken && !signal.aborted;
  if (whole) analysis.sign();
  else if (unsaved && !broken) analysis.save();
  if (todo.length && !broken && !signal.aborted) throw trouble;
  return broken || signal.aborted ? null : marks.filter(Boolean).length;
}

/** Judges a move, a second time where the judge wants that, and writes down what was found; null where it is gone, or another game is shown. */
async function judgeOne(task: Task, thinker: Thinker, id: number): Promise<Judged['mark'] | null> {
  const { analysis, signal, nodes } = task;
  const game = analysis.info?.id ?? '';
  const n = T.node(analysis.tree, id);
  const { ply } = n;
  if (!ply || n.id !== id) return null; // taken away meanwhile
  const before = T.position(analysis.tree, n.parent);
  // Still the same game and place: ids of places are the same in every tree.
  const stays = (): boolean =>
    !signal.aborted &&
    analysis.info?.id === game &&
    T.node(analysis.tree, id).ply?.position === ply.position &&
    T.position(analysis.tree, n.parent) === before;
  const after = await analysis.viewAt(ply.position);
  /** The best move, and the one played alone with as many nodes, so that both are judged alike. */
  const look = async (nodes: number, lost?: number) => {
    const wish = { game, position: before, nodes };
    const first = await searched(thinker, { ...wish, fresh: true }, ply.side, signal);
    let got: Value | null = first.value;
    if (stays() && first.move !== ply.move) {
      got = (await searched(thinker, { ...wish, only: [ply.move] }, ply.side, signal)).value;
    }
    if (after.outcome !== 'ongoing') got = final(after.outcome);
    let judged: Judged = { loss: 0, mark: 0, again: 0 };
    if (stays() && got && first.value && first.move !== ply.move) {
      const asked = { best: seenBy(ply.side, first.value), played: seenBy(ply.side, got), first: lost };
      judged = (await analysis.rules.judge(game, before, [asked]))[0] ?? judged;
    }
    return { ...judged, first, got, nodes };
  };
  if (!stays()) return null;
  let found = await look(nodes);
  if (found.again && stays()) found = await look(found.again * nodes, found.loss);
  if (!stays()) return null;
  const { first, got, mark: m } = found;
  if (!got) return 0;
  // Why is asked of few moves: the same search comes to the same, and is explained then.
  const wish = { game, position: before, nodes: found.nodes, fresh: true, explain: true };
  const why = m ? await searched(thinker, wish, ply.side, signal) : null;
  if (!stays()) return null;
  const now = T.node(analysis.tree, id); // a comment may have been typed meanwhile
  const remark = m && {
    mark: m,
    better: first.move,
    cost: Math.round(100 * found.loss),
    reasons: why?.reasons ?? [],
  };
  const said = remark ? withRemark(task.texts(), now, remark) : withoutRemark(now);
  // A value is replaced whole: with the depth that a match has written beside it.
  const commands = said.commands?.filter((c) => c.name !== 'depth' && c.name !== 'eval');
  analysis.annotate(id, { ...said, eval: evalText(got), nags: marked(now.nags, m), commands }, { save: false });
  if (!m || !first.value) return m;
  const better = first.final?.pv.length ? first.final.pv.slice(0, PLIES) : [first.move];
  await analysis.addLine(n.parent, better, { eval: evalText(first.value) }, { save: false });
  return m;
}
