// Putting the page among a device's programs: some browsers offer it to the page, on some a person has to do it.

/** The event of browsers that can install a page; not in the standard types. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

export type Way =
  /** It is installed, or this browser cannot. */
  | 'none'
  /** The browser can be made to ask. */
  | 'offered'
  /** By hand, from the browser's own menu. */
  | 'by hand';

/** What a browser says of itself, as far as it matters here. */
export interface Browser {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  /** The page runs as a program of its own. */
  readonly alone: boolean;
}

/** iPhones and iPads install from the share menu; an iPad says that it is a Mac. */
export function byHand(b: Browser): boolean {
  const apple = /iPhone|iPad|iPod/.test(b.userAgent) || (/Macintosh/.test(b.userAgent) && b.maxTouchPoints > 1);
  return apple && !b.alone;
}

class Install {
  #offer: Offer | null = $state.raw(null);
  #hand = $state(false);

  constructor() {
    if (typeof matchMedia !== 'function') return;
    const { userAgent, maxTouchPoints } = navigator;
    this.#hand = byHand({ userAgent, maxTouchPoints, alone: matchMedia('(display-mode: standalone)').matches });
    addEventListener('beforeinstallprompt', (e) => (this.#offer = e as Offer));
    addEventListener('appinstalled', () => (this.#offer = null));
  }
  get way(): Way {
    return this.#offer ? 'offered' : this.#hand ? 'by hand' : 'none';
  }
  /** Has the browser ask; an offer holds once. */
  ask(): void {
    void this.#offer?.prompt();
    this.#offer = null;
  }
}

export const install = new Install();
