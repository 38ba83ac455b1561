import { Link, Navigate } from 'react-router';
import { formatMoney } from '../../../../../../shared/money.ts';
import type {
  ConversationStatus,
  Side,
} from '../../../../../../shared/rules/conversations/conversations.ts';
import { may } from '../../../../../../shared/rules/conversations/state-machine.ts';
import type { Instant } from '../../../../../../shared/time.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { useNow } from '../../../../api/use-now.ts';
import { useViewerId } from '../../../../api/viewer.ts';
import { usePathParameter } from '../../../../path-parameters.ts';
import { paths } from '../../../../paths.ts';
import { deadlineWords } from '../../../../shell/dates.ts';
import { Page } from '../../../../shell/Page.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { chatAction } from '../../../contacts/chat-action.tsx';
import { blockedNote, blockedPartner } from '../../blocked-partner.ts';
import { ConversationPage } from '../../ConversationPage.tsx';
import { BelowClaim } from '../../claims/BelowClaim.tsx';
import { ClaimActions } from '../../claims/ClaimActions.tsx';
import {
  claimReactions,
  hasUnsettledClaim,
  REPLY_IS_NO_REACTION,
} from '../../claims/claim-turn.ts';
import { asOfNow, type Conversation, firstName, sideOf } from '../../conversation.ts';
import { mayReply } from '../../may-reply.ts';
import { isFree } from '../../money-words.ts';
import { recipientBanner, senderBanner } from '../../thread/banners.ts';
import { ConversationBanner } from '../../thread/ConversationBanner.tsx';
import { EndClarification } from '../../thread/EndClarification.tsx';
import { PartnerLink } from '../../thread/PartnerLink.tsx';
import { Thread } from '../../thread/Thread.tsx';
import { ThreadActions } from '../../thread/ThreadActions.tsx';
import { ThreadHead } from '../../thread/ThreadHead.tsx';
import { useThread } from '../../thread/use-thread.ts';
import { inboxThreadQueries } from './inbox-thread-queries.ts';
import { mayAsk } from './may-ask.ts';
import { useMarkRead } from './use-mark-read.ts';

const ConversationMenu = lazyPart(
  async () => (await import('./ConversationMenu.tsx')).ConversationMenu,
);

export const loader = queryLoader(inboxThreadQueries);

/**
 * `/inbox-viewer/{inboxId}`: a conversation as its recipient sees it.
 * docs/product/conversations.md#banners-and-labels
 */
export function Component() {
  const inboxId = usePathParameter('inboxId');
  return (
    <ConversationPage
      side="recipient"
      title="Message"
      back={paths.inbox()}
      polled
      // The sender of a conversation cannot open it here: it is among their orders.
      missing={<Navigate to={paths.orderViewer(inboxId)} replace />}
    >
      {(conversation) => <ReceivedConversation conversation={conversation} />}
    </ConversationPage>
  );
}

function ReceivedConversation({ conversation: known }: { conversation: Conversation }) {
  const viewerId = useViewerId();
  const now = useNow();
  const conversation = asOfNow(known, now);
  const thread = useThread(known.id, 'recipient', viewerId);
  useMarkRead(known.id, thread.data, viewerId);
  const side = sideOf(conversation, viewerId);
  const { status } = conversation;
  const banner = side === 'sender' ? senderBanner(conversation) : recipientBanner(conversation);
  return (
    <Page
      title={conversation.subject}
      back={paths.inbox()}
      action={
        <ConversationMenu
          conversation={conversation}
          side={side}
          status={status}
          received={thread.data?.find(({ senderId }) => senderId !== viewerId)}
        />
      }
      actionBar={<Actions conversation={conversation} side={side} status={status} now={now} />}
    >
      <div className="grid gap-6">
        <ThreadHead conversation={conversation} side={side} newest={thread.data?.[0]} now={now} />
        <PartnerLink conversation={conversation} side={side} />
        <BelowClaim conversation={conversation} side={side} now={now}>
          <ConversationBanner banner={banner} action={chatAction(conversation, side)} />
          <Thread conversation={conversation} thread={thread} viewerId={viewerId} now={now} />
        </BelowClaim>
      </div>
    </Page>
  );
}

type ActionsProps = {
  conversation: Conversation;
  side: Side;
  /** The current status: after the deadline nothing can be done, even before the sweep. */
  status: ConversationStatus;
  now: Instant;
};

/** The possible actions, by side and status. */
function Actions({ conversation, side, status, now }: ActionsProps) {
  const { id } = conversation;
  const free = side === 'sender' ? paths.orderReply(id) : paths.inboxReply(id);
  const endingActions = [
    ...(may(side, 'decline', status) ? [{ to: paths.decline(id), words: 'Decline' }] : []),
    ...(may(side, 'report', status) ? [{ to: paths.report(id), words: 'Report' }] : []),
  ];
  return (
    <ThreadActions
      back={paths.inbox()}
      replyTo={mayReply(conversation, side, status) ? free : undefined}
      blocked={blockedPartner(conversation, side, status)}
      isClaimed={hasUnsettledClaim(conversation)}
      endingActions={endingActions}
      note={noteOf(conversation, side, status, now)}
    >
      <ClaimActions reactions={claimReactions(conversation, now)} />
      {may(side, 'answer', status) && (
        <Button block render={<Link to={paths.paidReply(id)} />}>
          {answerWords(conversation)}
        </Button>
      )}
      {mayAsk(conversation, side, status) && (
        <Button block variant="quiet" render={<Link to={paths.askFirst(id)} />}>
          Ask one question first
        </Button>
      )}
      {side === 'recipient' && may(side, 'endClarification', status) && (
        <EndClarification conversation={conversation} side={side} />
      )}
    </ThreadActions>
  );
}

function noteOf(
  conversation: Conversation,
  side: Side,
  status: ConversationStatus,
  now: Instant,
): string | undefined {
  if (claimReactions(conversation, now).length > 0) return REPLY_IS_NO_REACTION;
  if (blockedPartner(conversation, side, status)) return blockedNote(conversation, side);
  return may(side, 'reply', status)
    ? 'The conversation is open.'
    : untilWords(conversation, side, status, now);
}

/** The deadline of the earnings, and what happens to the money after it. */
function untilWords(
  conversation: Conversation,
  side: Side,
  status: ConversationStatus,
  now: Instant,
): string | undefined {
  if (!may(side, 'answer', status)) return undefined;
  if (isFree(conversation)) return 'It waits until it’s answered.';
  const latest = status === 'NEEDS_INFO' ? ' at the latest' : '';
  const until = `Answer by ${deadlineWords(conversation.deadlineAt, now)}${latest}`;
  const name = firstName(conversation.senderName);
  return `${until}, or ${name} gets all ${formatMoney(conversation.price)} back.`;
}

function answerWords(conversation: Conversation): string {
  if (isFree(conversation)) return 'Reply';
  return `Reply and earn ${formatMoney(conversation.netEarnings)}`;
}
