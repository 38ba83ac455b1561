import type { FocusEvent } from 'react';

/** Where the press that is under way began. A touch reaches the boxes only after the finger is up again, so its end says nothing. */
let pressed: Element | undefined;

if (typeof document !== 'undefined') {
  const forget = () => {
    pressed = undefined;
  };
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      pressed = target instanceof Element ? target : undefined;
    },
    true,
  );
  document.addEventListener('click', forget);
  document.addEventListener('keydown', forget, true);
}

/**
 * Whether a box loses the focus because the button that sends its form is pressed or reached. A browser may not move the
 * focus to a button that is pressed (Safari does not), so the press itself is looked at too.
 */
export function leavesToSend({ currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>) {
  return [relatedTarget, pressed].some((to) => {
    const button = to instanceof Element ? to.closest('button') : null;
    return button?.type === 'submit' && button.form === currentTarget.form;
  });
}
