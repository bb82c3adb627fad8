// Before the first paint, so that a chosen theme does not flash the other one.
try {
  const { theme } = JSON.parse(localStorage.getItem('cairn.prefs') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // No storage: the system's theme holds.
}
