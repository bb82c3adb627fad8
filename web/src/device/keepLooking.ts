// Asking the server again and again for what a list shows, while somebody sees the page.

const EVERY = 20_000;

/**
 * Calls look at once, every 20 seconds, and when the page is seen again; never while it is hidden or without a connection.
 * What fails changes nothing: what was seen last stays. Returns what ends it.
 */
export function keepLooking(look: () => Promise<void>): () => void {
  const again = (): void => {
    if (!document.hidden && navigator.onLine) look().catch(() => {});
  };
  again();
  const timer = setInterval(again, EVERY);
  document.addEventListener('visibilitychange', again);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', again);
  };
}
