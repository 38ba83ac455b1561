/*
 * Shows the outline of the screen until the app does (web/src/shell/outline.ts). Inline after the outlines: the
 * Content-Security-Policy names its hash (lib/security-headers.ts).
 */
(() => {
  const outline = document.getElementById('outline');
  const { screen } = document.documentElement.dataset;
  const page = screen && outline.querySelector(`template[data-screen="${screen}"]`);
  if (!page) return outline.remove();
  page.replaceWith(page.content);
  for (const link of outline.querySelectorAll(`nav a[href="${location.pathname}"]`))
    link.dataset.chosen = true;
  outline.hidden = false;
})();
