// Before the first paint, so that a chosen theme, board or set of pieces does not flash the other one.
try {
  const { theme, board, pieces } = JSON.parse(localStorage.getItem('cairn.prefs') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (typeof board === 'string') document.documentElement.dataset.board = board;
  if (typeof pieces === 'string' && pieces !== 'solid') document.documentElement.dataset.pieces = pieces;
} catch {
  // No storage: the system's theme holds.
}
