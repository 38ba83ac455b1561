import { Link } from 'react-router';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { Button } from '#web/ui/Button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { PairBar } from '#web/ui/PairBar.tsx';
import { UnblockButton } from '../../contacts/UnblockButton.tsx';
import { blockedPartner } from '../blocked-partner.ts';
import { hasUnsettledClaim } from '../claims/claim-turn.ts';
import type { Conversation } from '../conversation.ts';
import { useHasThreePanes } from '../lists/list-pane.ts';
import { mayReply } from '../may-reply.ts';
import type { ReplyFieldProps } from './ReplyField.tsx';

/** `to`: the address of the form. */
export type ReplyBarProps = { conversation: Conversation; side: Side; to: string };

/** Its space is reserved, so that the bar does not move when it loads. */
const ReplyField = lazyPart<ReplyFieldProps>(
  async () => (await import('./ReplyField.tsx')).ReplyField,
  () => <div className="action-bar min-h-22" />,
);

/** The bar of a conversation in which only a free reply is left: a field where there is room; nothing if it has ended. */
export function ReplyBar({ conversation, side, to }: ReplyBarProps) {
  const { status } = conversation;
  const hasThreePanes = useHasThreePanes();
  const blocked = blockedPartner(conversation, side, status);
  if (blocked) return <PairBar main={<UnblockButton person={blocked} />} />;
  if (!mayReply(conversation, side, status)) return null;
  // A reply settles no claim, so it is not the main action of one.
  const isClaimed = hasUnsettledClaim(conversation);
  if (hasThreePanes && !isClaimed)
    return <ReplyField key={conversation.id} conversation={conversation} side={side} />;
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
