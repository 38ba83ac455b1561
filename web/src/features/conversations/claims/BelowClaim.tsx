import { type ReactNode, Suspense, useState } from 'react';
import { suspendingPart } from '#web/ui/lazy-part.tsx';
import { LetterSkeleton } from '#web/ui/Skeletons.tsx';
import type { ClaimPanelProps } from './ClaimPanel.tsx';

const ClaimPanel = suspendingPart(async () => (await import('./ClaimPanel.tsx')).ClaimPanel);

/**
 * The claim, if there is one, and what is below it. If there is a claim when the screen opens, what is below waits for its code,
 * so that it does not move. A claim that is made later appears above what is shown already.
 */
export function BelowClaim({ children, ...claimed }: ClaimPanelProps & { children?: ReactNode }) {
  const panel = claimed.conversation.claim && <ClaimPanel {...claimed} />;
  const [isClaimed] = useState(panel !== null);
  return (
    <Suspense fallback={<LetterSkeleton />}>
      {isClaimed ? panel : <Suspense>{panel}</Suspense>}
      {children}
    </Suspense>
  );
}
