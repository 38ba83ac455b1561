/*
 * Shows the outline of the screen until the app does (web/src/shell/outline.ts). Inline after the outlines: the
 * Content-Security-Policy names its hash (lib/security-headers.ts).
 */
(() => {
  const outline = document.getElementById('outline');
  const { screen } = document.documentElement.dataset;
  const { title, lead, shape, header, who } =
    JSON.parse(document.getElementById('outlines').textContent)[screen] ?? {};
  // In development the document has no outlines.
  if (!shape || !outline.firstElementChild) return outline.remove();
  const copyOf = (part) =>
    document.importNode(outline.querySelector(`template[data-part="${part}"]`).content, true);
  const page = copyOf(header ?? 'back');
  const sentence = page.querySelector('[data-lead]');
  if (lead) sentence.textContent = lead;
  else sentence.parentElement.remove();
  page.querySelector('[data-content]').replaceWith(copyOf(shape));
  // It may be in the content.
  for (const heading of page.querySelectorAll('h1')) heading.textContent = title;
  outline.querySelector('[data-page]').replaceWith(page);
  for (const link of outline.querySelectorAll(`nav a[href="${location.pathname}"]`))
    link.dataset.chosen = true;
  // The navigation is for people who are registered.
  if (who) {
    for (const nav of outline.querySelectorAll('nav')) nav.remove();
    outline.querySelector('.shell').classList.remove('shell-railed');
  }
  outline.dataset.shape = shape;
  outline.hidden = false;
})();
