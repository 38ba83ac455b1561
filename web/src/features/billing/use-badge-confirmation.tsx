import { type ReactNode, useRef, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';

const Confirm = lazyPart(async () => (await import('../../ui/Confirm.tsx')).Confirm);

/**
 * Asks before an action that loses the Verified Account badge. `ask` resolves with whether to continue, at once if
 * nothing is lost.
 */
export function useBadgeConfirmation(description: string, action: string) {
  const [open, setOpen] = useState(false);
  const answer = useRef<(goOn: boolean) => void>(undefined);
  const settle = (goOn: boolean) => {
    setOpen(false);
    answer.current?.(goOn);
    answer.current = undefined;
  };
  const ask = (loses: boolean): Promise<boolean> => {
    if (!loses) return Promise.resolve(true);
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  };
  const question: ReactNode = open && (
    <Confirm
      open
      onOpenChange={(next) => !next && settle(false)}
      title="Lose your Verified badge?"
      description={description}
      action={action}
      actionVariant="danger"
      cancel="Keep my badge"
      busy={false}
      onConfirm={() => settle(true)}
    />
  );
  return { ask, question };
}
