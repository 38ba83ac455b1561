import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { Button, type ButtonVariant } from './Button.tsx';
import { SHEET } from './Dialog.tsx';

/*
 * A dialog that confirms an irreversible action; Cancel has the focus. It stays open and busy until the caller closes
 * it.
 */

export type ConfirmProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
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
  const wayBack = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(open) => props.onOpenChange(open)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="veil fixed inset-0 z-50" />
        <AlertDialog.Popup
          className={SHEET}
          initialFocus={wayBack}
          finalFocus={() => props.returnFocus?.() ?? true}
        >
          <AlertDialog.Title className="font-serif text-2xl leading-tight">
            {props.title}
          </AlertDialog.Title>
          <AlertDialog.Description className="text-soft" render={<div />}>
            {props.description}
          </AlertDialog.Description>
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
            <AlertDialog.Close
              ref={wayBack}
              render={<Button variant="quiet">{props.cancel ?? 'Cancel'}</Button>}
            />
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
