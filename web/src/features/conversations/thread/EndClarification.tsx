import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { Conversation } from '../conversation.ts';

const ConfirmEndClarification = lazyPart(
  async () => (await import('./ConfirmEndClarification.tsx')).ConfirmEndClarification,
);

/* Ends the pause for a clarifying question without waiting for the reply, after a confirmation. */
export function EndClarification({ conversation }: { conversation: Conversation }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Stop waiting
      </Button>
      {asking && (
        <ConfirmEndClarification
          conversation={conversation}
          side="recipient"
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
