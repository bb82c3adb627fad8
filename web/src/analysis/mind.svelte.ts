// The engine beside the board: it looks at one position at a time, first briefly for the reasons, then for as long as
// one stays there.
import type { GameInfo, View } from '../rules/types.ts';
import { final, type Value, value } from './judge.ts';
import { type Line, type Reason, type Thinker, thinker } from './thinker.ts';

export type Mood = 'off' | 'loading' | 'thinking' | 'done' | 'failed';

const FIRST = 600;
const LONG = 120_000; // a page that is left open does not heat the room for ever

export class Mind {
  mood: Mood = $state('off');
  /** The lines of the position looked at, best first. */
  lines: readonly Line[] = $state.raw([]);
  best = $state('');
  /** What speaks for a move, told at the end of a search; the best move may be another one by now. */
  told: { readonly move: string; readonly reasons: readonly Reason[] } = $state.raw({ move: '', reasons: [] });
  /** What is known of the positions looked at so far, seen by side 0. */
  known: ReadonlyMap<string, Value> = $state.raw(new Map());
  readonly thinker: Thinker;
  #abort: AbortController | null = null;

  constructor(made?: Thinker) {
    this.thinker = made ?? thinker((s) => s === 'loading' && this.mood === 'thinking' && (this.mood = 'loading'));
  }

  learn(position: string, v: Value): void {
    const next = new Map(this.known);
    next.set(position, v);
    this.known = next;
  }

  /** Looks at a position; what it looked at before is dropped. */
  async look(info: GameInfo, view: View, lines: number): Promise<void> {
    this.stop();
    this.lines = [];
    this.best = '';
    this.told = { move: '', reasons: [] };
    if (view.outcome !== 'ongoing') {
      this.mood = 'done';
      this.learn(view.position, final(view.outcome));
      return;
    }
    const abort = new AbortController();
    this.#abort = abort;
    this.mood = 'thinking';
    const online = (l: Line): void => {
      if (!l.pv.length || abort.signal.aborted) return;
      this.mood = 'thinking';
      const others = this.lines.filter((o) => o.multipv !== l.multipv);
      this.lines = [...others, l].sort((a, b) => a.multipv - b.multipv);
      if (l.multipv === 1 && l.bound !== 'lower' && l.bound !== 'upper') {
        this.best = l.pv[0] ?? '';
        this.learn(view.position, value(l, view.side));
      }
    };
    try {
      for (const time of [FIRST, LONG]) {
        const wish = { game: info.id, position: view.position, lines: Math.min(lines, view.moves.length), time };
        const best = await this.thinker.think(wish, online, abort.signal);
        if (abort.signal.aborted) return;
        this.best = best.move;
        this.told = { move: best.move, reasons: best.reasons ?? [] };
        if (this.lines[0]?.proved || view.moves.length < 2) break;
      }
      this.mood = 'done';
    } catch {
      if (!abort.signal.aborted) this.mood = 'failed';
    }
  }
  stop(): void {
    this.#abort?.abort();
    this.#abort = null;
  }
  off(): void {
    this.stop();
    this.lines = [];
    this.best = '';
    this.told = { move: '', reasons: [] };
    this.mood = 'off';
  }
}
