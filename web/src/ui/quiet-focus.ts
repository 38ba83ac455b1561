/*
 * The focus that a sheet gives to its first button. After a press Chromium shows no ring there, WebKit does: it counts as a focus by
 * the program. After a key, the ring shows where the keyboard is.
 */

let usedKeyboard = true;
if (typeof document !== 'undefined') {
  const uses = (event: string, keyboard: boolean) =>
    document.addEventListener(event, () => (usedKeyboard = keyboard), {
      capture: true,
      passive: true,
    });
  uses('pointerdown', false);
  uses('keydown', true);
}

/** Hides the ring of a button that has just got the focus, if a press came before, until the focus moves on. */
export function quietAfterPress(focused: Element | null): void {
  if (usedKeyboard || !(focused instanceof HTMLButtonElement)) return;
  focused.dataset.quietFocus = '';
  focused.addEventListener('blur', () => delete focused.dataset.quietFocus, { once: true });
}
