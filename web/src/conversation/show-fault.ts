/**
 * Brings the first field with a fault into view and puts the cursor there: the button that was pressed is at the other
 * end of the page. Runs once what the press changed is on the screen.
 */
export function showFirstFault(): void {
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
