// Which variations of a list of moves are folded up, by the moves they begin with.
import { type MoveNodes, variationsIn, wayTo } from '../speech/moveList.ts';

export class Folds {
  #folded: ReadonlySet<number> = $state.raw(new Set());

  has(id: number): boolean {
    return this.#folded.has(id);
  }
  /** Some are folded up. */
  get any(): boolean {
    return this.#folded.size > 0;
  }
  toggle(id: number): void {
    const next = new Set(this.#folded);
    if (!next.delete(id)) next.add(id);
    this.#folded = next;
  }
  /** Folds all up but those that lead to a place; where some are folded up, unfolds all. */
  toggleAll(nodes: MoveNodes, at: number): void {
    const way = wayTo(nodes, at);
    this.#folded = new Set(this.any ? [] : variationsIn(nodes).filter((id) => !way.includes(id)));
  }
  /** Unfolds what hides a place. */
  reveal(nodes: MoveNodes, at: number): void {
    if (!this.any) return;
    const way = new Set(wayTo(nodes, at));
    if ([...this.#folded].some((id) => way.has(id)))
      this.#folded = new Set([...this.#folded].filter((id) => !way.has(id)));
  }
  /** Another game is shown: its ids stand for other moves. */
  clear(): void {
    if (this.any) this.#folded = new Set();
  }
}
