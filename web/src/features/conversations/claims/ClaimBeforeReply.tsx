import { Flag } from 'lucide-react';
import { formatMoney } from '../../../../../shared/money.ts';
import type { Side } from '../../../../../shared/rules/conversations/conversations.ts';
import { useNow } from '../../../api/use-now.ts';
import { deadlineWords } from '../../../shell/dates.ts';
import { Banner } from '../../../ui/Banner.tsx';
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
  const deadline = deadlineWords(until, now);
  const price = formatMoney(conversation.price);
  return (
    <Banner
      tone="due"
      icon={Flag}
      title="A reply does not settle the claim"
      action={
        <div className="grid gap-2">
          <ClaimActions reactions={reactions} size="md" />
        </div>
      }
    >
      {side === 'recipient'
        ? `Improve the answer, give the money back or contest the claim by ${deadline}. If you only reply, ${firstName(conversation.senderName)} gets all ${price} back.`
        : `Ask us to decide by ${deadline}. If you only reply, the improved answer counts as accepted.`}
    </Banner>
  );
}
