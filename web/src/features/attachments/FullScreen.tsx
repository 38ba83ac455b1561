import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { currentPlace, focusNear, isFocusLost } from '#web/ui/focus-after-removal.ts';

type FullScreenProps = {
  label: string;
  onClose: () => void;
  onKey?: (key: string) => void;
  children: React.ReactNode;
};

/** A dialog over the whole screen. The focus returns to where it was opened. */
export function FullScreen({ label, onClose, onKey, children }: FullScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opener] = useState(currentPlace);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      queueMicrotask(() => {
        if (opener && isFocusLost()) focusNear(opener);
      });
    };
  }, [opener]);
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => onKey?.(key);
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onKey]);
  return createPortal(
    <dialog
      ref={dialog}
      aria-label={label}
      className="picture-viewer"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>,
    document.body,
  );
}
