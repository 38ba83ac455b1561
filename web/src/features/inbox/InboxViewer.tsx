import { useEffect, useRef } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { viewDashboardStats } from '../../../../shared/api/accounts.ts';
import { markInboxAsRead, viewInboxList } from '../../../../shared/api/conversations.ts';
import { formatMoney } from '../../../../shared/money.ts';
import type {
  ConversationStatus,
  Side,
} from '../../../../shared/rules/conversations/conversations.ts';
import { may } from '../../../../shared/rules/conversations/state-machine.ts';
import type { Instant } from '../../../../shared/time.ts';
import { call, isRefusal } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { chatAction } from '../../contacts/chat-action.tsx';
import { chatStep } from '../../contacts/conversation-partner.ts';
import { recipientBanner, senderBanner } from '../../conversation/banners.ts';
import { ConversationBannerView } from '../../conversation/ConversationBannerView.tsx';
import { deadlineWords } from '../../conversation/dates.ts';
import { noteRead } from '../../conversation/list-rows.ts';
import { isFree } from '../../conversation/money-words.ts';
import { PartnerLink } from '../../conversation/PartnerLink.tsx';
import { QueryState } from '../../conversation/QueryState.tsx';
import {
  asOfNow,
  type Conversation,
  firstName,
  type Message,
  sideOf,
} from '../../conversation/side.ts';
import { Thread } from '../../conversation/Thread.tsx';
import { ThreadActions } from '../../conversation/ThreadActions.tsx';
import { ThreadHead } from '../../conversation/ThreadHead.tsx';
import { useNow } from '../../conversation/use-now.ts';
import { useThread } from '../../conversation/use-thread.ts';
import { useViewerId } from '../../conversation/viewer.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConversationMenu } from './ConversationMenu.tsx';

/** `/inbox-viewer/{inboxId}`: a conversation as its recipient has it. docs/product/conversations.md#banners-and-labels */
export function InboxViewer() {
  const { inboxId = '' } = useParams();
  const viewerId = useViewerId();
  const now = useNow();
  const { conversation: known, ...thread } = useThread(inboxId, 'recipient', viewerId);
  const conversation = known && asOfNow(known, now);
  useMarkRead(conversation, thread.messages, viewerId);
  // A conversation the viewer paid for is the recipient's to read here, and theirs among the orders.
  if (isRefusal(thread.error, 'NOT_FOUND', 'INVALID_INPUT')) {
    return <Navigate to={paths.orderViewer(inboxId)} replace />;
  }
  if (!conversation) {
    const query = { error: thread.error, isFetching: thread.retrying, refetch: thread.retry };
    return <QueryState title="Message" back={paths.inbox()} query={query} />;
  }
  const side = sideOf(conversation, viewerId);
  const { status } = conversation;
  const banner = side === 'sender' ? senderBanner(conversation) : recipientBanner(conversation);
  return (
    <Page
      title={conversation.subject}
      back={paths.inbox()}
      action={
        may(side, 'close', status) || chatStep(conversation, side) === 'invite' ? (
          <ConversationMenu conversation={conversation} side={side} status={status} />
        ) : undefined
      }
      actionBar={<Actions conversation={conversation} side={side} status={status} now={now} />}
    >
      <div className="grid gap-6">
        <ThreadHead
          conversation={conversation}
          side={side}
          newest={thread.messages?.[0]}
          now={now}
        />
        <PartnerLink conversation={conversation} side={side} />
        <ConversationBannerView banner={banner} action={chatAction(conversation, side)} />
        <Thread
          conversation={conversation}
          messages={thread.messages}
          pending={thread.pending}
          viewerId={viewerId}
          now={now}
          failure={thread.failure}
          hasOlder={thread.hasOlder}
          loadingOlder={thread.loadingOlder}
          onOlder={thread.loadOlder}
          onRetry={thread.retryReply}
        />
      </div>
    </Page>
  );
}

type ActionsProps = {
  conversation: Conversation;
  side: Side;
  /** As the server counts it at this moment: after the deadline nothing can be done, swept or not. */
  status: ConversationStatus;
  now: Instant;
};

/** What may be done now, by side and status. */
function Actions({ conversation, side, status, now }: ActionsProps) {
  const { id } = conversation;
  const free = side === 'sender' ? paths.orderReply(id) : paths.inboxReply(id);
  const mayReply = may(side, 'reply', status);
  const waysOut = [
    ...(may(side, 'decline', status) ? [{ to: paths.decline(id), words: 'Decline' }] : []),
    ...(may(side, 'report', status) ? [{ to: paths.report(id), words: 'Report' }] : []),
  ];
  return (
    <ThreadActions
      back={paths.inbox()}
      replyTo={mayReply ? free : undefined}
      waysOut={waysOut}
      note={mayReply ? 'The conversation is open.' : untilWords(conversation, side, status, now)}
    >
      {may(side, 'answer', status) && (
        <Button block render={<Link to={paths.paidReply(id)} />}>
          {answerWords(conversation)}
        </Button>
      )}
    </ThreadActions>
  );
}

/** Until when the answer earns, and what becomes of the money otherwise. */
function untilWords(
  conversation: Conversation,
  side: Side,
  status: ConversationStatus,
  now: Instant,
): string | undefined {
  if (!may(side, 'answer', status)) return undefined;
  const until = `Answer by ${deadlineWords(conversation.deadlineAt, now)}`;
  if (isFree(conversation)) return `${until}.`;
  const name = firstName(conversation.senderName);
  return `${until}, or ${name} gets all ${formatMoney(conversation.price)} back.`;
}

function answerWords(conversation: Conversation): string {
  if (isFree(conversation)) return 'Reply';
  return `Reply and earn ${formatMoney(conversation.netEarnings)}`;
}

/** Opening a conversation reads what the other side wrote last, once for each newest message. */
function useMarkRead(
  conversation: Conversation | undefined,
  messages: readonly Message[] | undefined,
  viewerId: string,
): void {
  const marked = useRef<string>(undefined);
  const unread = messages?.find((message) => message.senderId !== viewerId && !message.messageRead);
  const id = conversation?.id;
  useEffect(() => {
    if (!id || !unread || marked.current === unread.id) return;
    marked.current = unread.id;
    call(markInboxAsRead, { inboxId: id }).then(
      () => {
        noteRead(viewInboxList, id);
        return refresh(viewInboxList, viewDashboardStats);
      },
      // Opening it once more marks it as well.
      () => undefined,
    );
  }, [id, unread]);
}
