/*
 * The ring around a button that the program focuses: the first one of a sheet that opens, the one that gets the focus back. After a
 * press Chromium shows none, WebKit does. After a key it shows where the keyboard is.
 */

/** Follows presses and keys, and hides the ring of such a button after a press, until the focus moves on or a key is used. */
export function quietFocusAfterPress(): void {
  let pressed = false;
  const listen = <Name extends 'pointerdown' | 'keydown' | 'focusin'>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, listener, { capture: true, passive: true });

  listen('pointerdown', () => {
    pressed = true;
  });
  listen('keydown', () => {
    pressed = false;
    if (document.activeElement) quiet(document.activeElement, false);
  });
  listen('focusin', ({ target }) => {
    if (!pressed || !(target instanceof HTMLButtonElement)) return;
    quiet(target, true);
    target.addEventListener('blur', () => quiet(target, false), { once: true });
  });
}

/** Only buttons: other elements are quiet by themselves, and a field always shows its ring. */
function quiet(element: Element, isQuiet: boolean): void {
  if (element instanceof HTMLButtonElement) element.toggleAttribute('data-quiet-focus', isQuiet);
}
