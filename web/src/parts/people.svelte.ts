// Whether the host of this page has tables of people: a server has, a folder of files has not. What was so at the last
// visit is taken for granted until the answer is here, so that nothing moves on the page.
const KEY = 'cairn.people';

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes';
  } catch {
    return false;
  }
}

class People {
  there = $state(remembered());
  #asked: Promise<void> | null = null;

  /** Asks once; base is the relative address of the root of the site. */
  ask(base: string): Promise<void> {
    this.#asked ??= this.#ask(base);
    return this.#asked;
  }
  async #ask(base: string): Promise<void> {
    try {
      const server = (await (await fetch(`${base}api/server`)).json()) as { protocol?: number; offline?: boolean };
      if (server.offline) return; // nobody knows
      this.there = (server.protocol ?? 0) > 0;
      localStorage.setItem(KEY, this.there ? 'yes' : 'no');
    } catch {
      // No connection, no such file, or nowhere to remember it.
    }
  }
}

export const people = new People();
