import { Flag } from 'lucide-react';
import { onlyReply } from '#shared/messages/claims.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { useNow } from '#web/api/use-now.ts';
import { screenDates } from '#web/shell/dates.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { type Conversation, firstName } from '../conversation.ts';
import { ClaimActions } from './ClaimActions.tsx';
import { claimReactions } from './claim-turn.ts';

export type ClaimBeforeReplyProps = { conversation: Conversation; side: Side };

/** Above a free reply, while a claim waits for its writer: what the reply does not do, and the reactions that count. */
export function ClaimBeforeReply({ conversation, side }: ClaimBeforeReplyProps) {
  const now = useNow();
  const reactions = claimReactions(conversation, now);
  const until = conversation.claim?.until;
  if (reactions.length === 0 || !until) return null;
  const { price, senderName } = conversation;
  const dates = screenDates(now);
  return (
    <Banner
      tone="due"
      icon={Flag}
      title="A reply doesn’t settle the claim"
      action={
        <div className="grid gap-2">
          <ClaimActions reactions={reactions} />
        </div>
      }
    >
      {side === 'recipient'
        ? onlyReply.recipient({ name: firstName(senderName), price, until }, dates)
        : onlyReply.sender(until, dates)}
    </Banner>
  );
}
