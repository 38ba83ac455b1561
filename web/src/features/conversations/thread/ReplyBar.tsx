import { Link } from 'react-router';
import type { Side } from '../../../../../shared/rules/conversations/conversations.ts';
import { Button } from '../../../ui/Button.tsx';
import { PairBar } from '../../../ui/PairBar.tsx';
import { UnblockButton } from '../../contacts/UnblockButton.tsx';
import { blockedPartner } from '../blocked-partner.ts';
import { hasUnsettledClaim } from '../claims/claim-turn.ts';
import type { Conversation } from '../conversation.ts';
import { mayReply } from '../may-reply.ts';

/** `to`: the address of the form. */
export type ReplyBarProps = { conversation: Conversation; side: Side; to: string };

/** The bar of a conversation in which only a free reply is left; nothing if it has ended. */
export function ReplyBar({ conversation, side, to }: ReplyBarProps) {
  const { status } = conversation;
  const blocked = blockedPartner(conversation, side, status);
  if (blocked) return <PairBar main={<UnblockButton person={blocked} />} />;
  if (!mayReply(conversation, side, status)) return null;
  // A reply settles no claim, so it is not the main action of one.
  const isClaimed = hasUnsettledClaim(conversation);
  return (
    <PairBar
      main={
        <Button variant={isClaimed ? 'quiet' : 'primary'} render={<Link to={to} />}>
          {isClaimed ? 'Reply' : 'Reply for free'}
        </Button>
      }
    />
  );
}
