// On every page: registers the service worker once the page is loaded, and shows messages about updates and the connection.
import { UNSAVED, UNSPOKEN } from '../i18n/events.ts';
import type { News } from './news.ts';

const news = async (): Promise<News> => (await import('./news.ts')).news();
const LATER = 'cairn.later';
/** All is kept on this device, and nothing has said so yet: while a game was played it had to wait. */
const READY = 'cairn.ready';

/** The root of the site, where the worker lies: this script's folder is below it. */
function root(): URL {
  const here = import.meta.url;
  return new URL('../', here);
}

const ready = async (): Promise<void> => (await news()).ready(() => sessionStorage.removeItem(READY));

async function start(workers: ServiceWorkerContainer): Promise<void> {
  const first = !workers.controller;
  const registration = await workers.register(new URL('sw.js', root()), {
    scope: root().pathname,
    updateViaCache: 'none',
  });
  const waits = async (): Promise<void> => {
    // The first version waits too, for the moment until it becomes active by itself.
    if (!registration.waiting || !registration.active || sessionStorage.getItem(LATER)) return;
    (await news()).update(
      () => {
        workers.addEventListener('controllerchange', () => location.reload(), { once: true });
        registration.waiting?.postMessage('use');
      },
      () => sessionStorage.setItem(LATER, '1'),
    );
  };
  const follow = (worker: ServiceWorker | null): void => {
    const changed = async (state: ServiceWorkerState): Promise<void> => {
      if (state === 'installed' && workers.controller) await waits();
      if (state === 'activated' && first) {
        sessionStorage.setItem(READY, '1');
        await ready();
      }
    };
    // What says it may not come, as where the page is closed meanwhile.
    worker?.addEventListener('statechange', () => void changed(worker.state).catch(() => {}));
  };
  // Where notices were switched on, it is seen to that they come.
  if (localStorage.getItem('cairn.push')) {
    void import('./words.ts').then((s) => s.start(root().href, registration)).catch(() => {});
  }
  registration.addEventListener('updatefound', () => {
    sessionStorage.removeItem(LATER);
    follow(registration.installing);
  });
  follow(registration.installing);
  if (sessionStorage.getItem(READY)) await ready();
  await waits();
  // An installed page may stay open for days, so look for updates whenever it is shown again.
  addEventListener('visibilitychange', () => {
    if (!document.hidden && navigator.onLine) registration.update().catch(() => {});
  });
}

/** Runs after the page is loaded, since only the next visit needs the service worker. */
function whenIdle(run: () => void): void {
  const idle = (): void => {
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 4000 });
    else setTimeout(run, 1000);
  };
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Some browsers refuse it in private windows; the page works without it.
  whenIdle(() => start(navigator.serviceWorker).catch(() => {}));
}
/** Says it, unless what says it has not come either: it may be the connection that it is about. */
const tell = (say: (news: News) => void): void => void news().then(say, () => {});
addEventListener('offline', () => tell((n) => n.offline()));
addEventListener(UNSPOKEN, () => tell((n) => n.unspoken()));
addEventListener(UNSAVED, (e) => tell((n) => n.unsaved(!(e as CustomEvent<boolean>).detail)));
addEventListener('beforeinstallprompt', (e) => {
  // On the first visit our notice offers the installation, later the browser does.
  if (navigator.serviceWorker?.controller) return;
  e.preventDefault();
  tell((n) => n.installable(e));
});
