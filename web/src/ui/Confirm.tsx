import { type ReactNode, useId, useRef } from 'react';
import { Button, type ButtonVariant } from './Button.tsx';
import { Modal } from './Modal.tsx';

/*
 * A dialog that confirms an irreversible action; Cancel has the focus. It stays open and busy until the caller closes
 * it.
 */

export type ConfirmProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** A choice below the description. */
  children?: ReactNode;
  /** The label of the action, a verb: "Delete link". */
  action: string;
  actionVariant?: ButtonVariant;
  cancel?: string;
  busy: boolean;
  /** The error of the action, if it failed. */
  error?: string | undefined;
  onConfirm: () => void;
  /** The element to focus afterwards, if the previous one disappears with the action. */
  returnFocus?: (() => HTMLElement | null | undefined) | undefined;
};

export function Confirm(props: ConfirmProps) {
  return props.open && <OpenConfirm {...props} />;
}

function OpenConfirm(props: ConfirmProps) {
  const id = useId();
  const wayBack = useRef<HTMLButtonElement>(null);
  const close = () => props.onOpenChange(false);
  return (
    <Modal
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-description`}
      onDismiss={close}
      firstFocus={() => wayBack.current}
      returnFocus={props.returnFocus}
    >
      <h2 id={`${id}-title`} className="font-serif text-2xl leading-tight">
        {props.title}
      </h2>
      <div id={`${id}-description`} className="text-soft">
        {props.description}
      </div>
      {props.children}
      {props.error && (
        <p role="alert" className="font-medium text-red-text">
          {props.error}
        </p>
      )}
      <div className="grid gap-2 pt-2">
        <Button
          variant={props.actionVariant ?? 'primary'}
          busy={props.busy}
          onClick={props.onConfirm}
        >
          {props.action}
        </Button>
        <Button ref={wayBack} variant="quiet" onClick={close}>
          {props.cancel ?? 'Cancel'}
        </Button>
      </div>
    </Modal>
  );
}
