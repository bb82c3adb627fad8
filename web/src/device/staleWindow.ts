/**
 * Reloads the game when this window is looked at again and another window of the browser has changed it meanwhile; by
 * default by loading the page again. The game is saved when the window is left. Returns what ends the watch.
 */
export function reloadWhenStale(
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
