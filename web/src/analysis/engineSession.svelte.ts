// The engine beside the board: it analyzes one position at a time, first briefly for the reasons, then for as long as
// the position is shown. Its results belong to that position and are shown with no other.
import type { GameInfo, View } from '../rules/types.ts';
import { type Line, type Reason, type Thinker, thinker } from './thinker.ts';
import { final, type Value, value } from './value.ts';

export type Mood = 'off' | 'loading' | 'thinking' | 'done' | 'failed';

/** What identifies a position for the engine. */
interface Place {
  readonly game: string;
  readonly position: string;
}

/** The results for a position. */
export interface Thought {
  /** Best first. */
  readonly lines: readonly Line[];
  readonly best: string;
  /** What speaks for a move, known at the end of a search; the best move may have changed since. */
  readonly advice: { readonly move: string; readonly reasons: readonly Reason[] };
}

const FIRST = 600;
const LONG = 120_000; // a page that is left open stops computing
const MOST = 4; // engines at once: each has its own memory
const NOTHING: Thought = { lines: [], best: '', advice: { move: '', reasons: [] } };
const keyOf = ({ game, position }: Place): string => `${game} ${position}`;

/**
 * The lines with one that was found: it takes its rank, those behind it move down. A search may end before it has
 * updated the others, and no move may then be listed twice or be missing.
 */
function ranked(lines: readonly Line[], found: Line, most: number): readonly Line[] {
  const all = lines.filter((l) => l.pv[0] !== found.pv[0]);
  all.splice(found.multipv - 1, 0, found);
  return all.slice(0, most).map((l, i) => (l.multipv === i + 1 ? l : { ...l, multipv: i + 1 }));
}

export class EngineSession {
  mood: Mood = $state('off');
  #at = $state('');
  #thought: Thought = $state.raw(NOTHING);
  #known: ReadonlyMap<string, Value> = $state.raw(new Map());
  readonly thinker: Thinker;
  readonly #more: () => Thinker;
  #abort: AbortController | null = null;

  constructor(made?: Thinker, more: () => Thinker = () => thinker(() => {})) {
    this.#more = more;
    this.thinker =
      made ??
      thinker((s) => {
        if (s === 'loading' && this.mood === 'thinking') this.mood = 'loading';
      });
  }

  /** Further engines for work that several can share, as many as the machine has processors for; who asks closes them. */
  helpers(): readonly Thinker[] {
    const n = Math.min(MOST, navigator.hardwareConcurrency || 1) - 1;
    return Array.from({ length: n }, () => this.#more());
  }
  /** The results for a position; none unless it is the one being analyzed. */
  of(place: Place): Thought {
    return this.#at === keyOf(place) ? this.#thought : NOTHING;
  }
  /** The value found for a position at any time, seen by side 0. */
  known(place: Place): Value | undefined {
    return this.#known.get(keyOf(place));
  }
  #learn(place: Place, v: Value): void {
    this.#known = new Map(this.#known).set(keyOf(place), v);
  }

  /** Analyzes a position; the analysis of the one before is stopped. */
  async analyze(info: GameInfo, view: View, lines: number): Promise<void> {
    this.stop();
    const place = { game: info.id, position: view.position };
    this.#at = keyOf(place);
    this.#thought = NOTHING;
    if (view.outcome !== 'ongoing') {
      this.mood = 'done';
      this.#learn(place, final(view.outcome));
      return;
    }
    const abort = new AbortController();
    this.#abort = abort;
    this.mood = 'thinking';
    const online = (l: Line): void => {
      if (!l.pv.length || abort.signal.aborted) return;
      this.mood = 'thinking';
      this.#thought = { ...this.#thought, lines: ranked(this.#thought.lines, l, lines) };
      if (l.multipv === 1 && (l.proved || (l.bound !== 'lower' && l.bound !== 'upper'))) {
        this.#thought = { ...this.#thought, best: l.pv[0] ?? '' };
        this.#learn(place, value(l, view.side));
      }
    };
    try {
      for (const time of [FIRST, LONG]) {
        const wish = { ...place, lines: Math.min(lines, view.moves.length), time, explain: true };
        const best = await this.thinker.think(wish, online, abort.signal);
        if (abort.signal.aborted) return;
        const advice = { move: best.move, reasons: best.reasons ?? [] };
        this.#thought = { ...this.#thought, best: best.move, advice };
        if (best.final) this.#learn(place, value(best.final, view.side));
        if (this.#thought.lines[0]?.proved || view.moves.length < 2) break;
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
    this.#at = '';
    this.#thought = NOTHING;
    this.mood = 'off';
  }
}
