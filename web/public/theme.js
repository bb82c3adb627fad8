// Before the first paint, so that a chosen theme or board does not flash the other one.
try {
  const { theme, board } = JSON.parse(localStorage.getItem('cairn.prefs') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (typeof board === 'string') document.documentElement.dataset.board = board;
} catch {
  // No storage: the system's theme holds.
}
