// The judgement of the whole game as a page follows it: how far it is, what it found, the values to draw.
import { isWhole } from '../archive/accuracy.ts';
import { prefs } from '../prefs.svelte.ts';
import { type Accuracy, type JudgedMove, LoadError, type Side } from '../rules/types.ts';
import type { AnalysisTree } from './analysisTree.svelte.ts';
import type { Chances } from './chances.svelte.ts';
import type { EngineSession } from './engineSession.svelte.ts';
import { NODES } from './searched.ts';
import type { Thinker } from './thinker.ts';
import * as T from './tree.ts';
import { evalValue, isMistake, type Mark, markOf, type Value } from './value.ts';

/** What a judgement has found about one side. */
export interface Played {
  /** How many inaccuracies, mistakes and blunders, by their glyphs' numbers. */
  readonly marks: Readonly<Record<Mark, number>>;
}
/** A move that changed much. */
export interface Swing {
  readonly id: number;
  readonly from: Value;
  readonly to: Value;
  readonly lost: number;
  readonly mark: Mark | 0;
}
/** Less than this is no swing, and no more of them are listed. */
const LEAST = 0.05;
const MOST = 5;

export class Judging {
  progress: { readonly n: number; readonly total: number } | null = $state.raw(null);
  /** How many mistakes the last judgement found, and in which game. */
  #found: { readonly n: number; readonly head: T.Head } | null = $state.raw(null);
  readonly #analysis: AnalysisTree;
  readonly #session: EngineSession;
  readonly #chances: Chances;
  #abort: AbortController | null = null;

  constructor(analysis: AnalysisTree, session: EngineSession, chances: Chances) {
    this.#analysis = analysis;
    this.#session = session;
    this.#chances = chances;
  }

  /** How many mistakes the last judgement of this game found, -1 before there was a whole one. */
  readonly found = $derived.by(() => (this.#found?.head === this.#analysis.head ? this.#found.n : -1));
  readonly line = $derived.by(() => T.main(this.#analysis.tree));
  /** The value of every position of the main line, null where none is known. */
  readonly values: readonly (Value | null)[] = $derived.by(() => {
    const { tree, info } = this.#analysis;
    return [T.ROOT, ...this.line].map((id) => {
      const place = { game: info?.id ?? '', position: T.position(tree, id) };
      return evalValue(T.node(tree, id).eval, (n) => this.#chances.at(place, n)) ?? this.#session.known(place) ?? null;
    });
  });
  /** The plies of the main line that are mistakes. */
  readonly mistakes = $derived.by(() =>
    this.line.flatMap((id, i) => (isMistake(T.node(this.#analysis.tree, id).nags) ? [i + 1] : [])),
  );
  /** The mark of each ply of the main line that has one, by ply. */
  readonly marks: ReadonlyMap<number, Mark> = $derived.by(
    () =>
      new Map(
        this.line.flatMap((id, i) => {
          const mark = markOf(T.node(this.#analysis.tree, id).nags);
          return mark ? [[i + 1, mark] as const] : [];
        }),
      ),
  );

  /** The moves of the main line as a judgement has left them; null where none has gone through the whole game. */
  readonly #turns: readonly JudgedMove[] | null = $derived.by(() => {
    const { tree, judged } = this.#analysis;
    const nodes = this.line.map((id) => T.node(tree, id));
    const turns = nodes.map((n) => ({ side: n.ply?.side ?? 0, eval: n.eval ?? '' }));
    return judged && isWhole(turns) ? turns : null;
  });
  /** What was found about each side: how often it got each mark; null before there is a whole judgement. */
  readonly summary: readonly [Played, Played] | null = $derived.by(() => {
    if (!this.#turns) return null;
    const { tree } = this.#analysis;
    const nodes = this.line.map((id) => T.node(tree, id));
    const of = (side: Side): Played => {
      const own = nodes.filter((n) => n.ply?.side === side);
      const count = (mark: Mark): number => own.filter((n) => markOf(n.nags) === mark).length;
      return { marks: { 6: count(6), 2: count(2), 4: count(4) } };
    };
    return [of(0), of(1)];
  });
  /** Asks how well each side has played the game shown. */
  async accuracy(): Promise<Accuracy> {
    return this.#turns ? this.#analysis.rules.accuracy(this.#turns) : {};
  }
  /** The moves that lost the most of their side's chance, the largest loss first. */
  readonly swings: readonly Swing[] = $derived.by(() => {
    const { tree } = this.#analysis;
    const all = this.line.flatMap((id, i): Swing[] => {
      const [from, to] = [this.values[i], this.values[i + 1]];
      const n = T.node(tree, id);
      const lost = from && to && n.ply ? (n.ply.side === 0 ? 1 : -1) * (from.chance - to.chance) : 0;
      return from && to && lost >= LEAST ? [{ id, from, to, lost, mark: markOf(n.nags) }] : [];
    });
    return all.sort((a, b) => b.lost - a.lost).slice(0, MOST);
  });

  /** Judges every move; says how many mistakes there are, null where it was broken off. Throws where the engine fails or cannot be had. */
  async run(): Promise<number | null> {
    const { head } = this.#analysis;
    const abort = new AbortController();
    this.#abort = abort;
    this.#found = null;
    this.#session.stop();
    this.progress = { n: 0, total: this.line.length };
    let helpers: readonly Thinker[] = [];
    try {
      // What judges is fetched when the first game is judged. Another game may be opened until it has come.
      const { annotate } = await import('./annotate.ts').catch((e) => Promise.reject(new LoadError(String(e))));
      if (abort.signal.aborted || head !== this.#analysis.head) return null;
      helpers = this.#session.helpers();
      const n = await annotate({
        analysis: this.#analysis,
        thinkers: [this.#session.thinker, ...helpers],
        nodes: NODES,
        signal: abort.signal,
        onprogress: (done, total) => (this.progress = { n: done, total }),
        texts: () => prefs.texts,
      });
      if (n !== null) this.#found = { n, head };
      return n;
    } finally {
      for (const h of helpers) h.close();
      this.progress = null;
      this.#abort = null;
    }
  }
  stop(): void {
    this.#abort?.abort();
  }
  /** The mistake before or behind a ply, as a place in the tree; undefined for none. */
  next(ply: number, direction: 1 | -1): number | undefined {
    const n = direction > 0 ? this.mistakes.find((m) => m > ply) : this.mistakes.filter((m) => m < ply).at(-1);
    return n === undefined ? undefined : this.line[n - 1];
  }
}
