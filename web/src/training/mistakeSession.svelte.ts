// One of one's own mistakes as it is tried again: the judge says of every move whether it is better.
import { Exercise, lineOf } from '../analysis/exercise.ts';
import type { Thinker } from '../analysis/thinker.ts';
import { share } from '../analysis/value.ts';
import type { TryResult } from '../archive/trained.ts';
import type { Pieces } from '../board/types.ts';
import { prefs } from '../prefs.svelte.ts';
import { sameMove } from '../rules/moveText.ts';
import type { Ply, Rules, View } from '../rules/types.ts';
import { inWords } from '../speech/moveList.ts';
import type { Voice } from '../speech/voice.svelte.ts';
import type { Mistake } from './mistakes.ts';

/**
 * A move is waited for, or looked at; it was that of the game, or another one that gives too much away; it was the best one,
 * or as good; the answer was shown; the engine has failed.
 */
export type Moment = 'ask' | 'checking' | 'again' | 'wrong' | 'right' | 'good' | 'shown' | 'failed';

export interface MistakePage {
  play(text: string): Promise<boolean>;
  back(to: number): Promise<View | null>;
  /** Milliseconds for which a wrong move is seen. */
  pace(): number;
  now(): number;
  /** It is decided what the try is worth; called once. */
  onresult(result: TryResult, took: number): void;
}

export interface MistakeTools {
  readonly rules: Pick<Rules, 'judge'>;
  readonly thinker: Thinker;
  /** As which the pieces of the game are drawn, and named. */
  readonly pieces: Pieces;
  readonly voice: Voice;
  readonly page: MistakePage;
}

export class MistakeSession {
  readonly mistake: Mistake;
  moment: Moment = $state('ask');
  view: View | null = $state.raw(null);
  /** The best line, once it was found or asked for. */
  answer: readonly string[] = $state.raw([]);
  #tried = $state('');
  #lost = $state(0);
  #result: TryResult | null = null;
  readonly #exercise: Exercise;
  readonly #pieces: Pieces;
  readonly #voice: Voice;
  readonly #page: MistakePage;
  readonly #since: number;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(mistake: Mistake, { rules, thinker, pieces, voice, page }: MistakeTools) {
    this.#pieces = pieces;
    this.mistake = mistake;
    const { game, position, ply } = mistake;
    this.#exercise = new Exercise(rules, thinker, game, position, ply.side);
    this.#voice = voice;
    this.#page = page;
    this.#since = page.now();
  }
  /** A move is waited for. */
  get open(): boolean {
    return ['ask', 'again', 'wrong', 'failed'].includes(this.moment) && !!this.view;
  }
  /** It has come to an end. */
  get over(): boolean {
    return ['right', 'good', 'shown'].includes(this.moment);
  }
  /** What is said about it, moves as they are written. */
  readonly text: string = $derived.by(() => {
    const { t, lang } = prefs.texts;
    const [move, best] = [this.#tried, this.answer[0] ?? ''];
    switch (this.moment) {
      case 'ask':
        return t('ui.mistakes.ask.you', { move: this.mistake.ply.move });
      case 'wrong':
        return t('ui.mistakes.wrong', { move, percent: share(this.#lost, lang) });
      case 'failed':
        return t('ui.training.no_engine');
      default:
        return t(`ui.mistakes.${this.moment}`, { move: this.moment === 'right' ? best : move, best });
    }
  });
  #become(moment: Moment): void {
    this.moment = moment;
    this.#voice.speak(inWords(this.text, this.#pieces, prefs.texts.t));
  }
  #decide(result: TryResult): void {
    if (this.#result) return;
    this.#result = result;
    this.#page.onresult(result, Math.max(0, Math.round(this.#page.now() - this.#since)));
  }
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#exercise.close();
  }

  // --- what the board reports
  onview(view: View): void {
    this.view = view;
  }
  onply(ply: Ply, after: View): void {
    if (this.open) void this.#try(ply, after);
  }
  async #try(ply: Ply, after: View): Promise<void> {
    this.#tried = ply.move;
    if (sameMove(ply.move, this.mistake.ply.move)) {
      this.#decide('missed');
      this.#takeBack('again');
      return;
    }
    this.#become('checking');
    try {
      const { best, right, lost } = await this.#exercise.judge(ply.move, after.outcome);
      if (this.#closed) return;
      this.#lost = lost;
      this.#decide(right ? 'solved' : 'missed');
      if (right) this.answer = lineOf(best);
      if (right) this.#become(best.move === ply.move ? 'right' : 'good');
      else this.#takeBack('wrong');
    } catch {
      if (!this.#closed) this.#takeBack('failed');
    }
  }
  /** The move is seen for a moment, then another one can be tried. */
  #takeBack(then: Moment): void {
    this.view = null;
    this.#become(then);
    const back = async (): Promise<void> => {
      const view = await this.#page.back(0);
      if (this.#closed) return;
      if (view) this.view = view;
      else this.#timer = setTimeout(back, 2000); // nobody else could do it, so it is tried until it is done
    };
    this.#timer = setTimeout(back, this.#page.pace());
  }
  async show(): Promise<void> {
    if (!this.open) return;
    this.#decide('missed');
    this.#become('checking');
    try {
      const best = await this.#exercise.best();
      if (this.#closed) return;
      this.answer = lineOf(best);
      this.#become('shown');
      await this.#page.play(best.move);
    } catch {
      if (!this.#closed) this.#become('failed');
    }
  }
}
