/**
 * Scrolls to the first invalid field and focuses it: the pressed button is at the other end of the page. Runs after
 * the next render.
 */
export function showFirstError(): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>(
      '#page [aria-invalid="true"], #page [data-invalid="true"]',
    );
    if (!field) return;
    field.scrollIntoView({ block: 'center' });
    const writable = field.matches('input, textarea, [contenteditable]')
      ? field
      : field.querySelector<HTMLElement>('[contenteditable="true"]');
    writable?.focus({ preventScroll: true });
  });
}
