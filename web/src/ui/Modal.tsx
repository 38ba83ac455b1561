import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.ts';
import { currentPlace, focusNear, isFocusLost, setOpener } from './focus-after-removal.ts';

/*
 * The sheet of Dialog and Confirm: a `dialog` element, for which the browser keeps the focus inside, the rest of the
 * page inert, and the focus to return. If the element that had it is gone, as after a dialog that was opened from a dialog, it goes
 * to where the first one was opened.
 */

export type ModalProps = {
  role?: 'alertdialog';
  /** The ids of its title and description. */
  labelledBy: string;
  describedBy?: string | undefined;
  /** As wide as its content, up to the screen. */
  wide?: boolean | undefined;
  /** Called for Escape, the back gesture and, unless it is an alertdialog, a press beside the sheet. */
  onDismiss: () => void;
  /** The element to focus first, instead of the first field, or of the first button without one. */
  firstFocus?: (() => HTMLElement | null | undefined) | undefined;
  /** The element to focus afterwards, instead of the previous one. */
  returnFocus?: (() => HTMLElement | null | undefined) | undefined;
  children: ReactNode;
};

/** What somebody came to fill in. */
const FIELD = 'input:not([type=file], [disabled], [hidden]), textarea, select';

export function Modal(props: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedBeside = useRef(false);
  const now = useRef(props);
  now.current = props;
  // While rendering: a field of the dialog gets the focus before the effect below.
  const [opener] = useState(currentPlace);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element) setOpener(element, opener);
    element?.showModal();
    (now.current.firstFocus?.() ?? element?.querySelector<HTMLElement>(FIELD))?.focus();
    return () => {
      element?.close();
      // After this commit, which may remove the previous element.
      queueMicrotask(() => {
        now.current.returnFocus?.()?.focus();
        if (opener && isFocusLost()) focusNear(opener);
      });
    };
  }, [opener]);
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the same for the keyboard
    <dialog
      ref={dialog}
      role={props.role}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      className={classNames(
        'modal gap-4 overflow-y-auto overscroll-contain bg-card text-ink shadow-float',
        props.wide && 'modal-wide',
      )}
      onCancel={(event) => {
        // React passes on the same event of a file input or of another modal inside of this one.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        props.onDismiss();
      }}
      // Selecting text may end beside the sheet; the click is then one of the dialog element.
      onPointerDown={(event) => {
        pressedBeside.current = isBeside(event.currentTarget, event);
      }}
      onClick={(event) => {
        if (!props.role && pressedBeside.current && isBeside(event.currentTarget, event))
          props.onDismiss();
      }}
    >
      {props.children}
    </dialog>,
    document.body,
  );
}

type Point = { readonly target: EventTarget; readonly clientX: number; readonly clientY: number };

/** Whether a press was on the backdrop, which belongs to the dialog element. */
function isBeside(dialog: HTMLDialogElement, { target, clientX, clientY }: Point): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const inside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return target === dialog && !inside;
}
