import { type ReactNode, useRef, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { BadgeLoss } from './badge-loss.ts';

const Confirm = lazyPart(async () => (await import('../../ui/Confirm.tsx')).Confirm);

type Question = { readonly loss: BadgeLoss; readonly words: string };

/**
 * Asks before an action after which the profile shows less than before. `ask` resolves with whether to continue, at once if
 * nothing is lost; `words` say what is lost. `action`: the button that goes on.
 */
export function useBadgeConfirmation(action: {
  readonly badge: string;
  readonly cardName: string;
}) {
  const [asked, setAsked] = useState<Question>();
  const answer = useRef<(goOn: boolean) => void>(undefined);
  const settle = (goOn: boolean) => {
    setAsked(undefined);
    answer.current?.(goOn);
    answer.current = undefined;
  };
  const ask = (loss: BadgeLoss | undefined, words: (lost: BadgeLoss) => string) => {
    if (!loss) return Promise.resolve(true);
    setAsked({ loss, words: words(loss) });
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  };
  const isBadge = asked?.loss.from === 'IDENTITY';
  const question: ReactNode = asked && (
    <Confirm
      open
      onOpenChange={(next) => !next && settle(false)}
      title={isBadge ? 'Lose your Verified badge?' : 'Show less on your profile?'}
      description={asked.words}
      action={isBadge ? action.badge : action.cardName}
      actionVariant="danger"
      cancel={isBadge ? 'Keep my badge' : 'Go back'}
      busy={false}
      onConfirm={() => settle(true)}
    />
  );
  return { ask, question };
}
