// A window that was left behind: another one may have gone on with what it shows.

/**
 * Who comes back to this window finds the game where it is by now: catchUp sees to that, by loading the page anew unless
 * told otherwise. What passed here meanwhile is kept as one leaves. Returns what ends the watch.
 */
export function watchBehind(
  game: { readonly stale: boolean; rest?(): void },
  catchUp = (): void => location.reload(),
): () => void {
  const back = (): void => {
    if (game.stale) catchUp();
  };
  const turned = (): void => (document.visibilityState === 'hidden' ? game.rest?.() : back());
  document.addEventListener('visibilitychange', turned);
  addEventListener('focus', back);
  return () => {
    document.removeEventListener('visibilitychange', turned);
    removeEventListener('focus', back);
  };
}
