import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from './IconButton.tsx';

/* A modal dialog: from the bottom on a phone, centered elsewhere. To confirm something, use Confirm. */

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons, the main one first. */
  actions?: ReactNode;
  /** The element to focus first, instead of the first button. */
  firstFocus?: RefObject<HTMLElement | null>;
  /** The element to focus afterwards, instead of the previous one. */
  returnFocus?: () => HTMLElement;
};

export const SHEET =
  'laid fixed z-50 grid max-h-[85dvh] gap-4 overflow-y-auto bg-card p-5 shadow-float inset-x-0 bottom-0 rounded-t-card ' +
  'safe-bottom sm-sheet';

export function Dialog(props: DialogProps) {
  return (
    <Base.Root open={props.open} onOpenChange={(open) => props.onOpenChange(open)}>
      <Base.Portal>
        <Base.Backdrop className="veil fixed inset-0 z-50" />
        <Base.Popup
          className={SHEET}
          initialFocus={props.firstFocus}
          finalFocus={props.returnFocus}
        >
          <div className="flex items-start justify-between gap-4">
            <Base.Title className="wrap-anywhere min-w-0 pt-1.5 font-serif text-2xl leading-tight">
              {props.title}
            </Base.Title>
            <Base.Close render={<IconButton label="Close" icon={<X aria-hidden size={20} />} />} />
          </div>
          {props.description && (
            <Base.Description className="text-soft" render={<div />}>
              {props.description}
            </Base.Description>
          )}
          {props.children}
          {props.actions && <div className="grid gap-2 pt-2">{props.actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
