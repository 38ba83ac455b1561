/*
 * Applies the chosen colour scheme before the first paint. A file of its own, loaded blocking, because the
 * Content-Security-Policy allows no inline script. `web/src/shell/theme.ts` writes what this reads.
 */
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // A browser that forbids storage follows the system.
  }
  if (theme !== 'light' && theme !== 'dark') return;
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.content = theme === 'dark' ? '#0F151E' : '#F7F2E8';
  }
})();
