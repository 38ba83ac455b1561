import { useEffect, useState } from 'react';

/**
 * Two ways to bring an error into view once it is rendered; the pressed button is at the other end of the page.
 * `showFirstError` scrolls to the first invalid field and focuses it. `showFocusedError` scrolls to the field that the form has
 * focused because of its error: a browser leaves it where it is if the bar with the button covers it. An error of a whole list has
 * no field that a form could focus; then the first invalid field gets the focus.
 */
export function useShowErrors() {
  const [wanted, setWanted] = useState<{ readonly show: () => void }>();
  useEffect(() => wanted?.show(), [wanted]);
  // The form tells its fields of their errors after it has called back. The next task comes after that, and what it sets is rendered
  // with the errors or later; the next frame of a slow phone may come before them.
  const afterRender = (show: () => void) => setTimeout(() => setWanted({ show }));
  return {
    showFirstError: () => afterRender(focusFirstError),
    showFocusedError: () => afterRender(scrollToFocusedError),
  };
}

function focusFirstError(): void {
  const field = document.querySelector<HTMLElement>(
    '#page [aria-invalid="true"], #page [data-invalid="true"]',
  );
  if (!field) return;
  field.scrollIntoView({ block: 'center' });
  const writable = field.matches('input, textarea, [contenteditable]')
    ? field
    : field.querySelector<HTMLElement>('input:enabled, textarea, [contenteditable="true"]');
  writable?.focus({ preventScroll: true });
}

function scrollToFocusedError(): void {
  const { activeElement } = document;
  if (activeElement?.matches('input, textarea, [contenteditable="true"], [role="combobox"]'))
    activeElement.scrollIntoView({ block: 'center' });
  else focusFirstError();
}
