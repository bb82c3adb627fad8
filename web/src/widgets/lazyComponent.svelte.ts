// A component that is fetched when it is first wanted, so that a page does not load what most visits never open.

/** Milliseconds. */
const PATIENCE = 20_000;

export class LazyComponent<C> {
  /** Null until it has come. */
  component: C | null = $state.raw(null);
  /** It could not be fetched when it was asked for last. */
  failed = $state(false);
  readonly #load: () => Promise<{ readonly default: C }>;

  constructor(load: () => Promise<{ readonly default: C }>) {
    this.#load = load;
  }
  /**
   * Fetches it once; says whether it is there. Without a connection and a copy in the cache it is not, and the next call
   * tries again. What has not come for long counts as not there, until it comes after all.
   */
  async fetch(): Promise<boolean> {
    if (this.component) return true;
    const come = this.#load().then((loaded) => {
      this.component ??= loaded.default;
      this.failed = false;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((_, reject) => {
      timer = setTimeout(reject, PATIENCE);
    });
    try {
      await Promise.race([come, late]);
    } catch {
      this.failed = true;
    }
    clearTimeout(timer);
    return !this.failed;
  }
}
