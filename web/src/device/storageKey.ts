// One key of the browser's storage, as this window knows it: what it read or wrote there last, and whether another window
// has written there since. A value is written as a whole or not at all.

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // the browser has no storage
  }
}

export class StorageKey {
  readonly #key: string;
  #known: string | null = null;

  constructor(key: string) {
    this.#key = key;
  }
  /** The stored text; this window then counts as up to date. */
  read(): string | null {
    this.#known = stored(this.#key);
    return this.#known;
  }
  /** Whether another window of this browser has written since this one read or wrote. */
  get stale(): boolean {
    const now = stored(this.#key);
    return now !== null && now !== this.#known;
  }
  /** False where storing failed; the text stored before is then still there. */
  write(text: string): boolean {
    try {
      localStorage.setItem(this.#key, text);
    } catch {
      this.read();
      return false;
    }
    this.#known = text;
    return true;
  }
  clear(): void {
    try {
      localStorage.removeItem(this.#key);
    } catch {
      // There is no storage to clear.
    }
  }
}
