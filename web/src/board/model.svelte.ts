// What stands behind a board: it holds what a person has selected, and turns taps, drags and keys into moves. What can be
// done, and what becomes of a move, is its owner's: the controller of a game, or the editor.
import {
  type Attempt,
  type Choices,
  cancel,
  confirmDraft,
  dragOver,
  drop,
  empty,
  hover,
  lift,
  revise,
  type Selection,
  type SelectionResult,
  tap,
} from './selection.ts';
import type { Intent } from './types.ts';

export interface BoardOwner {
  /** What stands on the board and what can be done there. */
  choices(): Choices;
  /** A legal move was made. */
  onmove?(intent: Intent): void;
  /** A move that does not exist was tried. */
  onattempt?(attempt: Attempt): void;
  /** The selection, or the spot pointed at, has changed. */
  onselect?(next: Selection, was: Selection): void;
  /** A question that the board cannot answer itself, by its key. */
  onquery?(key: string): void;
  /** Something is to be read aloud. */
  onsay?(text: string): void;
}

export class BoardModel {
  selection: Selection = $state.raw(empty);
  readonly owner: BoardOwner;

  constructor(owner: BoardOwner) {
    this.owner = owner;
  }
  get choices(): Choices {
    return this.owner.choices();
  }

  select(next: Selection): void {
    const was = this.selection;
    if (next === was) return;
    this.selection = next;
    this.owner.onselect?.(next, was);
  }
  #follow(result: SelectionResult): SelectionResult {
    this.select(result.selection);
    if (result.attempt) this.owner.onattempt?.(result.attempt);
    if (result.intent) this.owner.onmove?.(result.intent);
    return result;
  }
  /** A tap, or Enter, on a spot. */
  tap(spot: string): SelectionResult {
    return this.#follow(tap(this.choices, this.selection, spot));
  }
  /** A drag begins on a spot. False where there is nothing to drag. */
  lift(spot: string): boolean {
    this.select(lift(this.choices, this.selection, spot));
    return this.selection.dragging;
  }
  dragOver(spot: string): void {
    this.select(dragOver(this.choices, this.selection, spot));
  }
  /** A drag ends on a spot, "" beside the board. */
  drop(spot: string): SelectionResult {
    return this.#follow(drop(this.choices, this.selection, spot));
  }
  /** The pointer or the focus is over a spot, "" over none. */
  hover(spot: string): void {
    this.select(hover(this.selection, spot));
  }
  /** One step back. */
  cancel(): void {
    this.select(cancel(this.selection));
  }
  /** The draft is played. */
  confirm(): void {
    this.#follow(confirmDraft(this.selection));
  }
  /** Nothing is selected any more. */
  clear(): void {
    this.select({ ...empty });
  }
  /** The choices have changed: the selection stays as far as it still can. */
  revise(): void {
    const was = this.selection;
    const next = revise(this.choices, was);
    if (next.path.join() !== was.path.join() || next.asked !== was.asked || next.draft !== was.draft) this.select(next);
  }
}
