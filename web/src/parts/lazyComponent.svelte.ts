// A component that is fetched when it is first wanted, so that a page does not load what most visits never open.

export class LazyComponent<C> {
  /** Null until it has come. */
  component: C | null = $state.raw(null);
  /** It could not be fetched when it was asked for last. */
  failed = $state(false);
  readonly #load: () => Promise<{ readonly default: C }>;

  constructor(load: () => Promise<{ readonly default: C }>) {
    this.#load = load;
  }
  /** Fetches it once; says whether it is there. Without a connection and a copy in the cache it is not, and the next call tries again. */
  async fetch(): Promise<boolean> {
    try {
      this.component ??= (await this.#load()).default;
      this.failed = false;
    } catch {
      this.failed = true;
    }
    return !this.failed;
  }
}
