// Pointers, fingers and keys at a board: press, drag, hold, let go. They become taps, drags and the like of the model
// (model.svelte.ts), and the stack being looked into. No DOM: the component tells where a pointer is, in pitches from the
// board's center.
import { type Plan, spotAt } from './geometry.ts';
import type { BoardModel } from './model.svelte.ts';
import { placeable } from './selection.ts';
import type { Pieces } from './types.ts';

/** A pointer at a moment: where it is on the board in pitches, and on the screen in pixels. */
export interface Touch {
  readonly id: number;
  /** When it happened, in milliseconds; a busy page hears of it later. */
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly px: number;
  readonly py: number;
  readonly mouse: boolean;
  /** The finger is down, or the main button is. */
  readonly pressed: boolean;
  /** It is the only finger, or the first of several. */
  readonly first: boolean;
}

/** What a pointer has to know of the board it is over. */
export interface PointerContext {
  plan(): Plan;
  pieces(): Pieces;
  /** A spot holds more than is seen at once. */
  deep(spot: string): boolean;
  /** The pointer is followed beyond the board from now on. */
  capture(id: number): void;
}

/** A pointer that is down: where it came down, and whether it has been held long enough to show the stack. */
interface Down {
  readonly spot: string;
  readonly px: number;
  readonly py: number;
  readonly id: number;
  readonly time: number;
  readonly mouse: boolean;
  dragging: boolean;
  long: boolean;
}

/** Milliseconds: how long a finger stays to look into a stack, and a mouse with nothing and with a stack selected. */
const LONG = 350;
const LOOK = 380;
const LATER = 700;
/** Two taps on one spot within this time are one. */
const TWICE = 350;
/** Pixels that make a drag. */
const FAR = { mouse: 6, finger: 10 };
/** A finger hides what it points at: the stack is drawn and lands this far above it, in pitches. */
const ABOVE = 0.35;

export class Pointer {
  readonly model: BoardModel;
  /** The spot the keys are at; "" before they have been anywhere. */
  spotted = $state('');
  /** The stack that is looked into, or "". */
  inspect = $state('');
  #held: { readonly x: number; readonly y: number; readonly from: string } | null = $state.raw(null);
  /** A stack was put down by hand, so that it need not travel any more. */
  dropped = $state(false);
  readonly #context: PointerContext;
  #down: Down | null = null;
  #wait: ReturnType<typeof setTimeout> | undefined;
  /** Where a tap has made a move or laid one before the person to confirm, and when; "" where the last one did neither. */
  #landed = { spot: '', time: 0 };
  // A key is held that shows stacks at once.
  #peeking = false;

  constructor(model: BoardModel, context: PointerContext) {
    this.model = model;
    this.#context = context;
  }

  /** The stack that the pointer drags: where it came from, and where it is. */
  get held(): { readonly x: number; readonly y: number; readonly from: string } | null {
    return this.model.selection.dragging || this.dropped ? this.#held : null;
  }
  /** Other stacks are shown: the one that was dropped is drawn by the board again. */
  settle(): void {
    this.dropped = false;
    this.#held = null;
  }
  stop(): void {
    clearTimeout(this.#wait);
  }

  // --- pointers
  #spot(x: number, y: number): string {
    return spotAt(this.#context.plan(), { x, y }, this.#context.pieces() === 'discs' ? 0.1 : 0.02) ?? '';
  }
  #inspectAfter(spot: string, delay: number): void {
    clearTimeout(this.#wait);
    if (this.#peeking) {
      this.inspect = spot && this.#context.deep(spot) ? spot : '';
      return;
    }
    if (this.inspect && this.inspect !== spot) this.inspect = '';
    if (!spot || !this.#context.deep(spot)) return;
    this.#wait = setTimeout(() => {
      this.inspect = spot;
      if (this.#down) this.#down.long = true;
    }, delay);
  }
  /** A stack that was put back in the middle of a drag is not taken up again by the pointer that is still down. */
  #checkDrag(): void {
    if (this.#down?.dragging && !this.model.selection.dragging) this.#cancelTouch();
  }

  press(at: Touch): void {
    this.#checkDrag();
    if (!at.first) {
      // Two fingers spread the page. What one of them drags goes on.
      if (!this.model.selection.dragging) this.#cancelTouch();
      return;
    }
    if (this.#down) this.abandon(this.#down.id); // its release was never reported
    clearTimeout(this.#wait); // a mouse that comes down after a while wants to take, not to look
    const spot = this.#spot(at.x, at.y);
    const { id, time, px, py, mouse } = at;
    this.#down = { ...{ spot, id, time, px, py, mouse }, dragging: false, long: false };
    if (at.mouse) this.inspect = '';
    else {
      this.model.hover(spot);
      this.#inspectAfter(spot, LONG);
    }
  }

  move(at: Touch): void {
    this.#checkDrag();
    if (!at.pressed && this.#down?.id === at.id) this.abandon(at.id); // its release was never reported
    const d = this.#down;
    if (d && d.id === at.id) {
      this.#drag(at, d);
      return;
    }
    const spot = this.#spot(at.x, at.y);
    if (!at.mouse || spot === this.model.selection.over) return;
    this.model.hover(spot);
    this.#inspectAfter(spot, this.model.selection.path.length ? LATER : LOOK);
  }
  #drag(at: Touch, d: Down): void {
    const far = Math.hypot(at.px - d.px, at.py - d.py);
    if (!d.dragging && far > (d.mouse ? FAR.mouse : FAR.finger)) {
      clearTimeout(this.#wait);
      this.inspect = '';
      d.dragging = this.model.lift(d.spot);
      if (d.dragging) this.#context.capture(at.id);
    }
    if (!d.dragging) return;
    this.#held = { x: at.x, y: at.y - (d.mouse ? 0 : 0.45), from: this.model.selection.path[0] ?? '' };
    this.model.dragOver(this.#spot(at.x, at.y - (d.mouse ? 0 : ABOVE)));
  }

  release(at: Touch): void {
    this.#checkDrag();
    const d = this.#down;
    if (d && d.id !== at.id) return;
    this.#down = null;
    clearTimeout(this.#wait);
    if (!d) {
      if (!at.mouse) this.#unhover();
      return;
    }
    if (d.dragging) {
      this.#drop(at);
      return;
    }
    // A busy page may have shown the stack although the finger had left before.
    if (d.long && at.time - d.time >= LONG) {
      if (!d.mouse) this.#unhover();
      return;
    }
    this.inspect = '';
    if (!d.mouse) this.model.hover('');
    const spot = this.#spot(at.x, at.y);
    if (!spot) this.model.cancel();
    else if (spot === d.spot && !this.#again(spot, d.time)) {
      this.spotted = spot;
      const { intent, selection } = this.model.tap(spot);
      this.#landed = { spot: intent || selection.draft ? spot : '', time: at.time };
    }
  }
  /** The second tap of a double one neither confirms a move nor begins the next; where pieces pile up, it puts one more. */
  #again(spot: string, time: number): boolean {
    if (spot !== this.#landed.spot || time - this.#landed.time >= TWICE) return false;
    return !!this.model.selection.draft || !placeable(this.model.choices).has(spot);
  }
  #drop(at: Touch): void {
    const held = this.#held;
    this.#held = null;
    const spot = this.#spot(at.x, at.y - (at.mouse ? 0 : ABOVE));
    const { intent } = this.model.drop(spot);
    const end = intent && this.#context.plan().at.get(intent.to);
    if (end && held) {
      this.#held = { ...held, ...end }; // it stays where it was put until the answer is shown
      this.dropped = true;
      setTimeout(() => (this.#held = null), 400);
    }
    if (!at.mouse) this.model.hover('');
  }
  #unhover(): void {
    this.inspect = '';
    this.model.hover('');
  }
  /** Nothing that the pointer does counts until it comes down again. */
  #cancelTouch(): void {
    this.#down = null;
    this.#held = null;
    clearTimeout(this.#wait);
    this.inspect = '';
  }
  /** The browser has taken a pointer away. */
  abandon(id: number): void {
    if (this.#down?.id !== id) return;
    this.#cancelTouch();
    if (this.model.selection.dragging) this.model.clear();
    else this.#unhover();
  }
  leave(mouse: boolean): void {
    if (!mouse || this.model.selection.dragging) return;
    clearTimeout(this.#wait);
    this.#unhover();
  }

  // --- keys
  /** Enter, or a click that no pointer made. */
  act(spot: string): void {
    this.spotted = spot;
    this.model.hover(spot);
    this.model.tap(spot);
  }
  go(spot: string): void {
    this.spotted = spot;
    this.inspect = '';
    this.model.hover(spot);
    if (this.#peeking) this.#inspectAfter(spot, 0);
  }
  /** A key is held down over a spot: its stack is shown, and then any other that is pointed at, until the key is up. */
  peek(spot: string): void {
    this.#peeking = true;
    this.#inspectAfter(spot, 0);
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
    const { path, draft } = this.model.selection;
    if (this.inspect) this.inspect = '';
    else if (path.length || draft) this.model.cancel();
    else return false;
    return true;
  }
}
