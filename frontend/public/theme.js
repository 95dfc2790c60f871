// Before the first paint, so that a chosen theme does not flash in the other one.
try {
  const theme = localStorage.getItem('allranks.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}
