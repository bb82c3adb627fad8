// What hands do at the board: pointers and fingers that press, drag, hold and let go, and keys that do the same. It
// turns them into changes of the hand (state.ts) and into the stack being looked into. No DOM: the component tells
// where a pointer is, in pitches from the board's center.
import { type Plan, spotAt } from './geometry.ts';
import {
  cancel,
  confirmDraft,
  dragOver,
  drop,
  empty,
  type Given,
  type Hand,
  hover,
  lift,
  placeable,
  type Result,
  revise,
  tap,
} from './state.ts';
import type { Pieces } from './types.ts';

/** A pointer at a moment: where it is on the board in pitches, and on the screen in pixels. */
export interface Touch {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly px: number;
  readonly py: number;
  readonly mouse: boolean;
  /** It presses: the finger is down, or the button that acts. */
  readonly pressed: boolean;
  /** No other finger was there before it. */
  readonly first: boolean;
}

export interface Host {
  given(): Given;
  plan(): Plan;
  pieces(): Pieces;
  /** There is more on a spot than is seen at once. */
  deep(spot: string): boolean;
  /** The pointer is followed beyond the board from now on. */
  capture(id: number): void;
  /** What the hand holds or points at has changed. */
  onhand?(hand: Hand): void;
  onmove?(intent: NonNullable<Result['intent']>): void;
  onask?(ask: NonNullable<Result['ask']>): void;
}

/** A pointer that is down: where it came down, and whether it has been there long enough to look instead. */
interface Down {
  readonly spot: string;
  readonly px: number;
  readonly py: number;
  readonly id: number;
  readonly mouse: boolean;
  long: boolean;
}

/** Milliseconds: how long a finger stays to look into a stack, and a mouse with nothing and with a stack in hand. */
const LONG = 350;
const LOOK = 380;
const LATER = 700;
/** Two taps on one spot within this time are one. */
const TWICE = 350;
/** Pixels that make a drag. */
const FAR = { mouse: 6, finger: 10 };
/** A finger hides what it points at: the stack is drawn and lands this far above it, in pitches. */
const ABOVE = 0.35;

export class Grip {
  hand: Hand = $state.raw(empty);
  /** The spot the keys are at; "" before they have been anywhere. */
  spotted = $state('');
  /** The stack that is looked into, or "". */
  inspect = $state('');
  /** The stack in the pointer's hold: where it came from, and where it is. */
  held: { readonly x: number; readonly y: number; readonly from: string } | null = $state.raw(null);
  /** A stack was put down by hand, so that nothing has to travel any more; whoever animates takes note once. */
  dropped = false;
  readonly #host: Host;
  #down: Down | null = null;
  #wait: ReturnType<typeof setTimeout> | undefined;
  /** Where a move has just been made, or laid before the person to confirm. */
  #landed = '';
  #soon: ReturnType<typeof setTimeout> | undefined;
  // A key is held that shows stacks at once.
  #peeking = false;

  constructor(host: Host) {
    this.#host = host;
  }

  become(next: Hand): void {
    if (next === this.hand) return;
    // What is put back in the middle of a drag is not taken up again by the pointer that is still down.
    if (this.#down && this.hand.dragging && !next.dragging) this.#loosen();
    this.hand = next;
    this.#host.onhand?.(next);
  }
  #follow(result: Result): void {
    this.become(result.hand);
    if (result.ask) this.#host.onask?.(result.ask);
    if (result.intent) this.#host.onmove?.(result.intent);
  }
  /** The host's facts have changed: what is in hand stays as far as it still can. */
  revise(): void {
    const was = this.hand;
    const next = revise(this.#host.given(), was);
    if (next.path.join() !== was.path.join() || next.asked !== was.asked || next.draft !== was.draft) this.become(next);
  }
  clear(): void {
    this.become({ ...empty });
  }
  confirm(): void {
    this.#follow(confirmDraft(this.hand));
  }
  /** What was held has reached its place, or never will. */
  settle(): void {
    this.dropped = false;
    this.held = null;
  }
  stop(): void {
    clearTimeout(this.#wait);
    clearTimeout(this.#soon);
  }

  // --- pointers
  #spot(x: number, y: number): string {
    return spotAt(this.#host.plan(), { x, y }, this.#host.pieces() === 'discs' ? 0.1 : 0.02) ?? '';
  }
  #look(spot: string, delay: number): void {
    clearTimeout(this.#wait);
    if (this.#peeking) {
      this.inspect = spot && this.#host.deep(spot) ? spot : '';
      return;
    }
    if (this.inspect && this.inspect !== spot) this.inspect = '';
    if (!spot || !this.#host.deep(spot)) return;
    this.#wait = setTimeout(() => {
      this.inspect = spot;
      if (this.#down) this.#down.long = true;
    }, delay);
  }

  press(at: Touch): void {
    if (!at.first) {
      // A second finger is no hand: two of them spread the page. What one of them drags goes on.
      if (!this.hand.dragging) this.#loosen();
      return;
    }
    if (this.#down) this.abandon(this.#down.id); // let go where nobody saw it
    const spot = this.#spot(at.x, at.y);
    this.#down = { spot, px: at.px, py: at.py, id: at.id, mouse: at.mouse, long: false };
    if (at.mouse) this.inspect = '';
    else {
      this.become(hover(this.hand, spot));
      this.#look(spot, LONG);
    }
  }

  move(at: Touch): void {
    if (!at.pressed && this.#down?.id === at.id) this.abandon(at.id); // let go where nobody saw it
    const d = this.#down;
    if (d && d.id === at.id) {
      this.#drag(at, d);
      return;
    }
    const spot = this.#spot(at.x, at.y);
    if (!at.mouse || spot === this.hand.over) return;
    this.become(hover(this.hand, spot));
    this.#look(spot, this.hand.path.length ? LATER : LOOK);
  }
  #drag(at: Touch, d: Down): void {
    const far = Math.hypot(at.px - d.px, at.py - d.py);
    if (!this.hand.dragging && far > (d.mouse ? FAR.mouse : FAR.finger)) {
      clearTimeout(this.#wait);
      this.inspect = '';
      const next = lift(this.#host.given(), this.hand, d.spot);
      if (next.dragging) {
        this.become(next);
        this.#host.capture(at.id);
      }
    }
    if (!this.hand.dragging) return;
    this.held = { x: at.x, y: at.y - (d.mouse ? 0 : 0.45), from: this.hand.path[0] ?? '' };
    this.become(dragOver(this.#host.given(), this.hand, this.#spot(at.x, at.y - (d.mouse ? 0 : ABOVE))));
  }

  release(at: Touch): void {
    const d = this.#down;
    if (d && d.id !== at.id) return;
    this.#down = null;
    clearTimeout(this.#wait);
    if (!d) {
      if (!at.mouse) this.#off();
      return;
    }
    if (this.hand.dragging) {
      this.#drop(at);
      return;
    }
    if (d.long) {
      if (!d.mouse) this.#off();
      return;
    }
    this.inspect = '';
    if (!d.mouse) this.become(hover(this.hand, ''));
    const spot = this.#spot(at.x, at.y);
    if (!spot) this.become(cancel(this.hand));
    else if (spot === d.spot && !this.#again(spot)) {
      this.spotted = spot;
      const result = tap(this.#host.given(), this.hand, spot);
      this.#lands(result.intent || result.hand.draft ? spot : '');
      this.#follow(result);
    }
  }
  /** The second tap of a double one neither confirms a move nor begins the next; where pieces pile up, it puts one more. */
  #again(spot: string): boolean {
    return spot === this.#landed && (!!this.hand.draft || !placeable(this.#host.given()).has(spot));
  }
  #lands(spot: string): void {
    this.#landed = spot;
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => (this.#landed = ''), TWICE);
  }
  #drop(at: Touch): void {
    const spot = this.#spot(at.x, at.y - (at.mouse ? 0 : ABOVE));
    const result = drop(this.#host.given(), this.hand, spot);
    const end = result.intent && this.#host.plan().at.get(result.intent.to);
    if (end && this.held) {
      this.held = { ...this.held, ...end }; // it stays where it was put until the host answers
      this.dropped = true;
      setTimeout(() => (this.held = null), 400);
    } else this.held = null;
    this.#follow(result);
    if (!at.mouse) this.become(hover(this.hand, ''));
  }
  #off(): void {
    this.inspect = '';
    this.become(hover(this.hand, ''));
  }
  /** Whatever the pointer that is down does from now on, until it comes down anew, is nothing. */
  #loosen(): void {
    this.#down = null;
    this.held = null;
    clearTimeout(this.#wait);
    this.inspect = '';
  }
  /** The browser has taken a pointer away. */
  abandon(id: number): void {
    if (this.#down?.id !== id) return;
    this.#loosen();
    if (this.hand.dragging) this.clear();
    else this.#off();
  }
  leave(mouse: boolean): void {
    if (!mouse || this.hand.dragging) return;
    clearTimeout(this.#wait);
    this.#off();
  }

  // --- keys
  /** Enter, or a click that no pointer made. */
  act(spot: string): void {
    this.spotted = spot;
    this.#follow(tap(this.#host.given(), hover(this.hand, spot), spot));
  }
  /** The keys go to a spot. */
  go(spot: string): void {
    this.spotted = spot;
    this.inspect = '';
    this.become(hover(this.hand, spot));
    if (this.#peeking) this.#look(spot, 0);
  }
  /** A key is held down over a spot: its stack is shown, and then any other that is pointed at, until the key is up. */
  peek(spot: string): void {
    this.#peeking = true;
    this.#look(spot, 0);
  }
  /** The key is up again. */
  fold(): void {
    if (!this.#peeking) return;
    this.#peeking = false;
    clearTimeout(this.#wait);
    this.inspect = '';
  }
  /** Esc: one step back. False when there was nothing to leave. */
  escape(): boolean {
    if (this.inspect) this.inspect = '';
    else if (this.hand.path.length || this.hand.draft) this.become(cancel(this.hand));
    else return false;
    return true;
  }
}
