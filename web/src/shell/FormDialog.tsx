import type { FormEvent, ReactNode } from 'react';
import { Button, type ButtonVariant } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorSummary } from '../ui/FormShell.tsx';

export type FormDialogProps = {
  title: string;
  description?: ReactNode;
  /** The label of the button that submits. */
  action: string;
  variant?: ButtonVariant;
  /** A button below it. */
  secondary?: ReactNode;
  busy: boolean;
  error: string | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  onClose: () => void;
  children: ReactNode;
};

/** An open dialog with a form, which stays open while it is sent. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, action, variant = 'primary', secondary } = props;
  const { busy, error, onSubmit, onClose, children } = props;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={title}
      description={description}
    >
      <form noValidate onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {error && <ErrorSummary key={error} words={error} />}
        {children}
        <div className="grid gap-2.5">
          <Button type="submit" block busy={busy} variant={variant}>
            {action}
          </Button>
          {secondary}
        </div>
      </form>
    </Dialog>
  );
}
