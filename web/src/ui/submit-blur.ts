import type { FocusEvent } from 'react';

/**
 * The element where the current press began. A touch moves the focus only after the finger is lifted, so its end says
 * nothing.
 */
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
 * Whether a field loses the focus because the submit button of its form is pressed or focused. Safari does not focus
 * a pressed button, so the press itself is checked too.
 */
export function isSubmitBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>) {
  return [relatedTarget, pressed].some((to) => {
    const button = to instanceof Element ? to.closest('button') : null;
    return button?.type === 'submit' && button.form === currentTarget.form;
  });
}
