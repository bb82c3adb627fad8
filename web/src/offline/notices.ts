// Which of several messages the notice at the top of a page shows. A warning that something is not kept stands until that is
// no longer true, above everything else; what waits for an answer stands until there is one; what only tells something gives
// way to both. What can wait is not shown while somebody plays on a board of the page.
import type { Message } from './message.ts';

/** What is not kept, the gravest first. */
const RANKS = ['game', 'archive', 'settings'] as const;
export type Warning = (typeof RANKS)[number];

export class Notices {
  readonly #warnings = new Map<Warning, Message>();
  #questions: readonly Message[] = [];
  #told: Message | null = null;
  /** Somebody plays on a board of the page. */
  playing = false;

  /** Warns of something, or, by null, warns of it no more. */
  warn(what: Warning, message: Message | null): void {
    if (message) this.#warnings.set(what, message);
    else this.#warnings.delete(what);
  }
  /** Shows a message. One that asks the same again takes the place of the earlier one; one that only tells is not kept for later. */
  show(message: Message): void {
    if (message.buttons.length)
      this.#questions = [message, ...this.#questions.filter(({ key }) => key !== message.key)];
    else if (!this.shown || this.shown === this.#told) this.#told = message;
  }
  get shown(): Message | null {
    for (const what of RANKS) {
      const warning = this.#warnings.get(what);
      if (warning) return warning;
    }
    const now = [...this.#questions, ...(this.#told ? [this.#told] : [])];
    return now.find((m) => !m.waits || !this.playing) ?? null;
  }
  /** The message was answered, or was shown long enough. A warning comes again when it is given again. */
  close(message: Message): void {
    for (const [what, warning] of this.#warnings) if (warning === message) this.#warnings.delete(what);
    this.#questions = this.#questions.filter((m) => m !== message);
    if (this.#told === message || message.buttons.length) this.#told = null;
  }
}
