import { useState } from 'react';
import type { Side } from '../../../../../shared/rules/conversations/conversations.ts';
import { Button } from '../../../ui/Button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { Conversation } from '../conversation.ts';

const ConfirmEndClarification = lazyPart(
  async () => (await import('./ConfirmEndClarification.tsx')).ConfirmEndClarification,
);

type EndClarificationProps = { conversation: Conversation; side: Side };

/* Ends the pause for a clarifying question without a reply, after a confirmation. */
export function EndClarification({ conversation, side }: EndClarificationProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button block variant="quiet" onClick={() => setAsking(true)}>
        {side === 'sender' ? 'Let them answer without it' : 'Stop waiting'}
      </Button>
      {asking && (
        <ConfirmEndClarification
          conversation={conversation}
          side={side}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
