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
      : field.querySelector<HTMLElement>('input:enabled, textarea, [contenteditable="true"]');
    writable?.focus({ preventScroll: true });
  });
}

/**
 * Scrolls to the field that a form has focused because of an error: a browser leaves it where it is if the bar with the
 * button covers it. An error of a whole list has no field that a form could focus; then the first invalid field gets the focus. Runs
 * after the focus has moved.
 */
export function showFocusedError(): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement?.matches('input, textarea, [contenteditable="true"], [role="combobox"]'))
      activeElement.scrollIntoView({ block: 'center' });
    else showFirstError();
  });
}
