import { useState } from 'react';
import { Button, type ButtonProps } from '../../ui/Button.tsx';
import { pageHeading } from '../../ui/focus-after-removal.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { Blockable } from './block.ts';

const ConfirmUnblock = lazyPart(async () => (await import('./ConfirmBlock.tsx')).ConfirmUnblock);

export type UnblockButtonProps = Pick<ButtonProps, 'size' | 'block'> & { person: Blockable };

/* Unblocks a person after a confirmation. It disappears with that, so the focus goes to the heading. */
export function UnblockButton({ person, ...look }: UnblockButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...look} variant="quiet" onClick={() => setIsOpen(true)}>
        Unblock
      </Button>
      {isOpen && (
        <ConfirmUnblock
          person={person}
          onClose={() => setIsOpen(false)}
          returnFocus={pageHeading}
        />
      )}
    </>
  );
}
