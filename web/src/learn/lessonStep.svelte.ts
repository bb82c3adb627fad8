// One step of a lesson: what is marked or chosen, and what is said about every try. Moves are a task on its board; the
// rules decide what is legal.
import { type Phase, TaskController } from '../game/taskController.svelte.ts';
import { listed } from '../i18n/index.ts';
import { prefs } from '../prefs.svelte.ts';
import type { GameInfo, Ply, Rules, View } from '../rules/types.ts';
import { sayRefusal } from '../speech/say.ts';
import type { Voice } from '../speech/voice.svelte.ts';
import type { Why } from '../speech/why.ts';
import type { Answer, Step } from './lessons.ts';
import { hint, judge, judgeSpots, solution } from './state.ts';

export interface Card {
  readonly kind: 'why' | 'wrong' | 'right';
  readonly title: string;
  readonly text: string;
  readonly more?: string;
  /** The clause of the rules, or "". */
  readonly rule?: string;
}

export interface StepPage {
  step(): Step;
  info(): GameInfo;
  /** The step ends its lesson. */
  last(): boolean;
  /** A text of the step, by the last part of its key. */
  say(part: string): string;
  /** Plays on the board. False where nothing came of it; the reason stands there. */
  play(text: string): Promise<boolean>;
  /** Sets the board up again; the answer is what stands there then, null where it did not come to that. */
  reset(): Promise<View | null>;
  ondone(): void;
}

/** Milliseconds before what follows by itself. */
const REPLY = 1100;

export class LessonStep {
  card: Card | null = $state.raw(null);
  view: View | null = $state.raw(null);
  picked: readonly string[] = $state.raw([]);
  chosen: Answer | '' = $state('');
  readonly #rules: Rules;
  readonly #voice: Voice;
  readonly #page: StepPage;
  readonly #task: TaskController;

  constructor(rules: Rules, voice: Voice, page: StepPage) {
    this.#rules = rules;
    this.#voice = voice;
    this.#page = page;
    const { step } = page;
    // One move is asked for; all that follows it comes by itself.
    const reply = (n: number): string | null => step().reply?.[n - 1] ?? null;
    this.#task = new TaskController(
      {
        isRight: (move) => judge(step(), move).right,
        reply,
        solution: (n, { moves }) => (n ? reply(n) : solution(step(), moves) || null),
        pace: (n) => (n ? REPLY : 0),
      },
      {
        play: (text) => page.play(text),
        back: () => page.reset(),
        onwrong: ({ move }) => {
          const { say } = judge(step(), move);
          this.#wrong(say ? page.say(say) : prefs.texts.t('lesson.ui.other'));
        },
        onend: (how) => this.#ended(how),
      },
    );
  }

  get phase(): Phase {
    return this.#task.phase;
  }
  get over(): boolean {
    return this.#task.over;
  }
  /** Another step. */
  clear(): void {
    this.#task.clear();
    this.#forget();
  }
  #forget(): void {
    this.card = null;
    this.picked = [];
    this.chosen = '';
  }
  close(): void {
    this.#task.close();
  }
  /** Something else is being tried: the explanation of the try before goes. */
  onselect(): void {
    if (this.phase === 'try') this.card = null;
  }

  #ended(how: 'solved' | 'shown'): void {
    const { t } = prefs.texts;
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

  // --- what the board reports
  onview(view: View): void {
    this.view = view;
    this.#task.onview(view);
  }
  onply(ply: Ply, next: View, announcement: string): void {
    this.view = next;
    this.#voice.speak(announcement);
    this.#task.onply(ply, next);
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
    const now = t('lesson.ui.marked', { n: this.picked.length, spots: listed(t, this.picked) });
    const marked = t('place.text', { place: spot, text: t(had ? 'lesson.ui.unmarked' : 'say.marked') });
    this.#voice.speak(`${marked}. ${this.picked.length ? now : ''}`);
  }

  // --- what the buttons ask for
  async check(): Promise<void> {
    const { t } = prefs.texts;
    const step = this.#page.step();
    const { right, missing, extra } = judgeSpots(step, this.picked);
    if (right) {
      this.#task.end('solved');
      return;
    }
    const parts = [];
    if (extra.length) parts.push(t('lesson.ui.extra', { spots: listed(t, extra) }));
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
    if (a === this.#page.step().answer) this.#task.end('solved');
    else this.#wrong(this.#page.say('hint'));
  }
  async again(): Promise<void> {
    // Where nothing was moved, nothing has to be set up, and the rules may still be on their way.
    if (this.#page.step().goal !== 'move') this.#task.clear();
    else if (!(await this.#task.restart())) return;
    this.#forget();
    this.view = null;
  }
  /** Shows how it is done. */
  async show(): Promise<void> {
    const { goal, want, answer } = this.#page.step();
    if (goal === 'move') {
      if (await this.#task.show()) this.#forget();
      return;
    }
    this.#forget();
    if (goal === 'spots') this.picked = want ?? [];
    if (goal === 'choice') this.chosen = answer ?? '';
    this.#task.end('shown');
  }
}
