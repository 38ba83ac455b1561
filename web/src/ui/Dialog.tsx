import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useId } from 'react';
import { IconButton } from './IconButton.tsx';
import { Modal } from './Modal.tsx';

/* A modal dialog: from the bottom on a phone, centered elsewhere. To confirm something, use Confirm. */

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** A line above the title: where it is from. */
  above?: string | undefined;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons, the main one first. */
  actions?: ReactNode;
  /** As wide as its content, for a picture. */
  wide?: boolean;
  /** The element to focus first, instead of the first field, or of the first button without one. */
  firstFocus?: RefObject<HTMLElement | null>;
  /** The element to focus afterwards, instead of the previous one. */
  returnFocus?: () => HTMLElement;
};

export function Dialog(props: DialogProps) {
  return props.open && <OpenDialog {...props} />;
}

function OpenDialog(props: DialogProps) {
  const id = useId();
  const close = () => props.onOpenChange(false);
  const describing = [
    ...(props.above ? [`${id}-above`] : []),
    ...(props.description ? [`${id}-description`] : []),
  ];
  return (
    <Modal
      labelledBy={`${id}-title`}
      describedBy={describing.join(' ') || undefined}
      onDismiss={close}
      wide={props.wide}
      firstFocus={() => props.firstFocus?.current}
      returnFocus={props.returnFocus}
    >
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0 pt-1.5">
          {props.above && (
            <p id={`${id}-above`} dir="auto" className="wrap-anywhere text-[0.875rem] text-soft">
              {props.above}
            </p>
          )}
          <h2 id={`${id}-title`} className="wrap-anywhere font-serif text-2xl leading-tight">
            {props.title}
          </h2>
        </div>
        <IconButton label="Close" icon={<X aria-hidden size={20} />} onClick={close} />
      </div>
      {props.description && (
        <div id={`${id}-description`} className="text-soft">
          {props.description}
        </div>
      )}
      {props.children}
      {props.actions && <div className="grid gap-2 pt-2">{props.actions}</div>}
    </Modal>
  );
}
