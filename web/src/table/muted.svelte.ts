// Whose lines of chat this browser does not show.
import { keepChoice } from '../prefs.svelte.ts';

const KEY = 'cairn.muted';

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export class Muted {
  #ids: readonly string[] = $state.raw(read());

  has(id: string): boolean {
    return this.#ids.includes(id);
  }
  add(id: string): void {
    this.#set([...this.#ids.filter((i) => i !== id), id].slice(-200));
  }
  remove(id: string): void {
    this.#set(this.#ids.filter((i) => i !== id));
  }
  #set(ids: readonly string[]): void {
    this.#ids = ids;
    keepChoice(KEY, JSON.stringify(this.#ids));
  }
}
