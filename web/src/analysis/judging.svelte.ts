// The judgement of the whole game as a page follows it: how far it is, what it found, the values to draw.
import { prefs } from '../prefs.svelte.ts';
import type { AnalysisTree } from './analysisTree.svelte.ts';
import { annotate, type Judgement } from './annotate.ts';
import type { Chances } from './chances.svelte.ts';
import type { EngineSession } from './engineSession.svelte.ts';
import * as T from './tree.ts';
import { evalValue, isMistake, type Value } from './value.ts';
import { sayReasons } from './words.ts';

const MARKS: Readonly<Record<number, string>> = {
  6: 'ui.analysis.inaccuracy',
  2: 'ui.analysis.mistake',
  4: 'ui.analysis.blunder',
};
const TIME = 400; // milliseconds for a search

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
    const known = (id: number): Value | undefined =>
      this.#session.known({ game: info?.id ?? '', position: T.position(tree, id) });
    const told = (id: number): Value | null => evalValue(T.node(tree, id).eval, (n) => this.#chances.at(n));
    return [T.ROOT, ...this.line].map((id) => told(id) ?? known(id) ?? null);
  });
  /** The plies of the main line that are mistakes. */
  readonly mistakes = $derived.by(() =>
    this.line.flatMap((id, i) => (isMistake(T.node(this.#analysis.tree, id).nags) ? [i + 1] : [])),
  );

  /** Judges every move; says how many mistakes there are, null where it was broken off. Throws where the engine fails. */
  async run(): Promise<number | null> {
    const { head } = this.#analysis;
    const abort = new AbortController();
    this.#abort = abort;
    this.#found = null;
    this.#session.stop();
    this.progress = { n: 0, total: this.line.length };
    try {
      const n = await annotate({
        analysis: this.#analysis,
        thinker: this.#session.thinker,
        time: TIME,
        signal: abort.signal,
        onprogress: (done, total) => (this.progress = { n: done, total }),
        comment: said,
      });
      if (n !== null) this.#found = { n, head };
      return n;
    } finally {
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

function said(j: Judgement): string {
  const { t } = prefs.texts;
  const head = `${t(MARKS[j.mark] ?? 'ui.analysis.mistake')}. ${t('ui.analysis.better', { move: j.best })}`;
  const others = j.reasons.filter((r) => r.key !== 'best');
  const reason = sayReasons(others, prefs.texts);
  return `${head}${reason ? ` (${reason})` : ''}.`;
}
