// One step of a lesson: what has been tried, the result, and what is said about it. It decides whether a try solves the
// step; the rules decide what is legal.
import { sayRefusal } from '../parts/say.ts';
import type { Voice } from '../parts/voice.svelte.ts';
import type { Why } from '../parts/why.ts';
import { prefs } from '../prefs.svelte.ts';
import type { GameInfo, Ply, Rules, View } from '../rules/types.ts';
import type { Answer, Step } from './lessons.ts';
import { hint, judge, judgeSpots, solution } from './state.ts';

/** Still trying, after a wrong move, watching what follows, solved, or shown the solution. */
export type Phase = 'try' | 'wrong' | 'waiting' | 'solved' | 'shown';

export interface Card {
  readonly kind: 'why' | 'wrong' | 'right';
  readonly title: string;
  readonly text: string;
  readonly more?: string;
  /** The clause of the rules, or "". */
  readonly rule?: string;
}

/** What a step needs of the page it is on. */
export interface StepPage {
  step(): Step;
  info(): GameInfo;
  /** The step ends its lesson. */
  last(): boolean;
  /** A text of the step, by the last part of its key. */
  say(part: string): string;
  /** Plays on the board. False where nothing came of it, which is told there. */
  play(text: string): Promise<boolean>;
  /** Sets the board up again; the answer is what stands there then, null where it did not come to that. */
  reset(): Promise<View | null>;
  ondone(): void;
}

/** Milliseconds before what follows by itself. */
const REPLY = 1100;

export class LessonStep {
  phase: Phase = $state('try');
  card: Card | null = $state.raw(null);
  view: View | null = $state.raw(null);
  picked: readonly string[] = $state.raw([]);
  chosen: Answer | '' = $state('');
  readonly #rules: Rules;
  readonly #voice: Voice;
  readonly #page: StepPage;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(rules: Rules, voice: Voice, page: StepPage) {
    this.#rules = rules;
    this.#voice = voice;
    this.#page = page;
  }

  get over(): boolean {
    return this.phase === 'solved' || this.phase === 'shown';
  }
  /** Everything anew. */
  clear(): void {
    this.stop();
    this.phase = 'try';
    this.card = null;
    this.picked = [];
    this.chosen = '';
  }
  stop(): void {
    clearTimeout(this.#timer);
  }
  /** Something else is being tried: the explanation of the try before goes. */
  onselect(): void {
    if (this.phase === 'try') this.card = null;
  }

  #done(how: 'solved' | 'shown'): void {
    const { t } = prefs.texts;
    this.phase = how;
    const praise = this.#page.last() ? t('ui.learn.done') : t('ui.learn.right');
    const card: Card = {
      kind: 'right',
      title: how === 'shown' ? t('lesson.ui.shown') : praise,
      text: this.#page.say('ok'),
    };
    this.card = card;
    this.#voice.speak(`${card.title} ${card.text}`);
    this.#page.ondone();
  }
  #wrong(text: string, more = ''): void {
    const title = prefs.texts.t('ui.learn.wrong');
    this.card = { kind: 'wrong', title, text, more };
    this.#voice.assert(`${title} ${text} ${more}`);
  }
  /** What follows by itself, then the end. */
  #finish(how: 'solved' | 'shown'): void {
    const replies = [...(this.#page.step().reply ?? [])];
    const next = (): void => {
      const reply = replies.shift();
      if (!reply) this.#done(how);
      else
        this.#timer = setTimeout(
          () => void this.#page.play(reply).then((played) => (played ? next() : this.#done(how))),
          REPLY,
        );
    };
    this.phase = 'waiting';
    next();
  }

  // --- what the board reports
  onply(ply: Ply, next: View, said: string): void {
    const step = this.#page.step();
    this.view = next;
    this.#voice.speak(said);
    if (this.phase === 'waiting') return; // a reply, or the solution being shown
    const verdict = judge(step, ply.move);
    if (verdict.right) this.#finish('solved');
    else {
      this.phase = 'wrong';
      this.#wrong(verdict.say ? this.#page.say(verdict.say) : prefs.texts.t('lesson.ui.other'));
    }
  }
  onwhy(why: Why, move: string): void {
    const part = why.code ? hint(this.#page.step(), move, why.code) : '';
    const more = part ? this.#page.say(part) : '';
    this.card = { kind: 'why', title: why.title, text: why.text, more, rule: why.rule };
    this.#voice.assert(`${why.title}. ${why.text} ${more}`);
  }
  onpick(spot: string): void {
    if (this.phase !== 'try') return;
    const { t } = prefs.texts;
    const had = this.picked.includes(spot);
    this.card = null;
    this.picked = had ? this.picked.filter((s) => s !== spot) : [...this.picked, spot].sort();
    const now = t('lesson.ui.marked', { n: this.picked.length, spots: this.picked.join(', ') });
    this.#voice.speak(`${spot}: ${had ? t('lesson.ui.unmarked') : t('say.marked')}. ${this.picked.length ? now : ''}`);
  }

  // --- what the buttons ask for
  async check(): Promise<void> {
    const { t } = prefs.texts;
    const step = this.#page.step();
    const { right, missing, extra } = judgeSpots(step, this.picked);
    if (right) {
      this.#done('solved');
      return;
    }
    const parts = [];
    if (extra.length) parts.push(t('lesson.ui.extra', { spots: extra.join(', ') }));
    const from = step.of?.startsWith('targets:') ? step.of.slice(8) : '';
    const game = this.#page.info().id;
    const asks = from && extra[0] ? this.#rules.why(game, step.position, `${from}-${extra[0]}`) : null;
    const r = await asks?.catch(() => null); // that it is wrong is said without the reason, too
    if (r) parts.push(sayRefusal(prefs.texts, r));
    if (missing.length) parts.push(t('lesson.ui.missing', { n: missing.length }));
    this.#wrong(parts.join(' '), this.#page.say('hint'));
  }
  answer(a: Answer): void {
    if (this.over) return;
    this.chosen = a;
    if (a === this.#page.step().answer) this.#done('solved');
    else this.#wrong(this.#page.say('hint'));
  }
  async again(): Promise<void> {
    this.stop();
    // Where nothing was moved, nothing has to be set up, and the rules may still be on their way.
    if (this.#page.step().goal === 'move' && !(await this.#page.reset())) return;
    this.clear();
    this.view = null;
  }
  /** Shows how it is done. */
  async show(): Promise<void> {
    const step = this.#page.step();
    const was = this.phase;
    this.clear();
    if (step.goal === 'spots') this.picked = step.want ?? [];
    if (step.goal === 'choice') this.chosen = step.answer ?? '';
    if (step.goal !== 'move') {
      this.#done('shown');
      return;
    }
    this.phase = 'waiting';
    const at = await this.#page.reset();
    if (step !== this.#page.step()) return; // it was left meanwhile
    if (!at) this.phase = was;
    else if (await this.#page.play(solution(step, at.moves))) this.#finish('shown');
    else this.phase = 'try';
  }
}
