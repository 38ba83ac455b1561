import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { viewDashboardStats } from '../../../../../../shared/api/accounts.ts';
import { viewOrderList } from '../../../../../../shared/api/conversation-lists.ts';
import { markOrderMessageAsRead } from '../../../../../../shared/api/conversations.ts';
import { toBeAnswered } from '../../../../../../shared/messages/payments.ts';

import type { ConversationStatus } from '../../../../../../shared/rules/conversations/conversations.ts';
import {
  isPending,
  isUnanswered,
} from '../../../../../../shared/rules/conversations/conversations.ts';
import { isNudged, nudgeFrom } from '../../../../../../shared/rules/conversations/nudge.ts';
import { may } from '../../../../../../shared/rules/conversations/state-machine.ts';
import type { Instant } from '../../../../../../shared/time.ts';
import { call } from '../../../../api/client.ts';
import { refresh } from '../../../../api/queries.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { useNow } from '../../../../api/use-now.ts';
import { useViewerId } from '../../../../api/viewer.ts';
import { paths } from '../../../../paths.ts';
import { deadlineWords, screenDates } from '../../../../shell/dates.ts';
import { Page } from '../../../../shell/Page.tsx';
import { TextLink } from '../../../../shell/TextLink.tsx';
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
import { asOfNow, type Conversation, type Message } from '../../conversation.ts';
import { markRowRead } from '../../lists/cached-rows.ts';
import { mayReply } from '../../may-reply.ts';
import { isFree } from '../../money-words.ts';
import { senderBanner } from '../../thread/banners.ts';
import { ConversationBanner } from '../../thread/ConversationBanner.tsx';
import { EndClarification } from '../../thread/EndClarification.tsx';
import { PartnerLink } from '../../thread/PartnerLink.tsx';
import { Thread } from '../../thread/Thread.tsx';
import { ThreadActions } from '../../thread/ThreadActions.tsx';
import { ThreadHead } from '../../thread/ThreadHead.tsx';
import { useThread } from '../../thread/use-thread.ts';
import { orderThreadQueries } from './order-thread-queries.ts';

/** Its space is reserved, so that the bar does not grow when it loads. */
const Nudge = lazyPart(
  async () => (await import('./Nudge.tsx')).Nudge,
  () => <div className="min-h-13" />,
);
const OrderMenu = lazyPart(async () => (await import('./OrderMenu.tsx')).OrderMenu);

export const loader = queryLoader(orderThreadQueries);

/** `/order-viewer/{orderId}`: a conversation as its sender sees it. docs/product/conversations.md#banners-and-labels */
export function Component() {
  return (
    <ConversationPage side="sender" title="Message" back={paths.orders()} polled>
      {(conversation) => <SentConversation conversation={conversation} />}
    </ConversationPage>
  );
}

function SentConversation({ conversation: known }: { conversation: Conversation }) {
  const viewerId = useViewerId();
  const now = useNow();
  const conversation = asOfNow(known, now);
  const thread = useThread(known.id, 'sender', viewerId);
  useMarkRead(known.id, thread.data, viewerId);
  // Help lines are at the top; other banners are below the thread.
  const banner = senderBanner(conversation);
  return (
    <Page
      title={conversation.subject}
      back={paths.orders()}
      action={
        <OrderMenu
          conversation={conversation}
          received={thread.data?.find(({ senderId }) => senderId !== viewerId)}
        />
      }
      actionBar={<Actions conversation={conversation} now={now} />}
    >
      <div className="grid gap-6">
        <ThreadHead conversation={conversation} side="sender" newest={thread.data?.[0]} now={now} />
        <PartnerLink conversation={conversation} side="sender" />
        {banner.helpLines && <ConversationBanner banner={banner} />}
        <BelowClaim conversation={conversation} side="sender" now={now}>
          <Thread conversation={conversation} thread={thread} viewerId={viewerId} now={now} />
          {thread.data && <ClaimLink conversation={conversation} now={now} />}
          {thread.data && !banner.helpLines && (
            <ConversationBanner banner={banner} action={chatAction(conversation, 'sender')} />
          )}
        </BelowClaim>
      </div>
    </Page>
  );
}

/** Leads to the claim while it is possible. */
function ClaimLink({
  conversation: { id, claimUntil },
  now,
}: {
  conversation: Conversation;
  now: Instant;
}) {
  if (claimUntil === null || now >= claimUntil) return null;
  return (
    <p className="text-[0.875rem] text-soft">
      <TextLink to={paths.claimAnswer(id)}>This didn’t answer my question</TextLink>
      <span className="block">Possible until {deadlineWords(claimUntil, now)}.</span>
    </p>
  );
}

/** The possible actions. A pending order explains what happens to the money beside its links. */
function Actions({ conversation, now }: { conversation: Conversation; now: Instant }) {
  const { id } = conversation;
  const { status } = conversation;
  const nextStep = nextStepAfter(conversation);
  return (
    <ThreadActions
      back={paths.orders()}
      replyTo={mayReply(conversation, 'sender', status) ? paths.orderReply(id) : undefined}
      blocked={blockedPartner(conversation, 'sender', status)}
      isClaimed={hasUnsettledClaim(conversation)}
      endingActions={
        may('sender', 'cancel', status) ? [{ to: paths.cancel(id), words: 'Cancel order' }] : []
      }
      note={noteOf(conversation, status, now)}
      nextStep={nextStep?.link}
    >
      <ClaimActions reactions={claimReactions(conversation, now)} />
      {may('sender', 'giveInformation', status) && (
        <>
          <Button block render={<Link to={paths.giveInformation(id)} />}>
            Reply
          </Button>
          <EndClarification conversation={conversation} side="sender" />
        </>
      )}
      {mayNudge(conversation, now) && <Nudge conversation={conversation} />}
      {nextStep && (
        <Button block render={<Link to={nextStep.again} />}>
          Write again
        </Button>
      )}
    </ThreadActions>
  );
}

/** Whether the sender may remind the recipient now: once, from day five on. */
const mayNudge = ({ status, deadlineAt, timeline, price }: Conversation, now: Instant) =>
  may('sender', 'nudge', status) &&
  !isFree({ price }) &&
  !isNudged(timeline) &&
  now >= nudgeFrom(deadlineAt);

/** The next step after an ended order; none if it was reported, or if the banner shows help lines. */
function nextStepAfter({ status, reasonCode, recipientId, price }: Conversation) {
  const isOver = status === 'COMPLETED' || (isUnanswered(status) && status !== 'REPORTED');
  const isEndedKindly =
    status === 'REPORTED' && (reasonCode === 'NOT_ME' || reasonCode === 'IGNORE');
  if (!isOver && !isEndedKindly) return undefined;
  return isFree({ price })
    ? { again: paths.helpTicket() }
    : {
        again: paths.createInbox(recipientId),
        link: { to: paths.userSearch(), words: 'Find someone else' },
      };
}

function noteOf(
  conversation: Conversation,
  status: ConversationStatus,
  now: Instant,
): string | undefined {
  const { deadlineAt, price } = conversation;
  if (claimReactions(conversation, now).length > 0) return REPLY_IS_NO_REACTION;
  if (blockedPartner(conversation, 'sender', status)) return blockedNote(conversation, 'sender');
  if (may('sender', 'reply', status)) return 'The conversation is open.';
  if (!isPending(status)) return undefined;
  if (isFree(conversation)) return 'It waits until it’s answered. It’s free.';
  return toBeAnswered({ price, answerBy: deadlineAt }, screenDates(now));
}

/** Marks what the other side wrote as read, once for each message on the screen. */
function useMarkRead(
  orderId: string,
  messages: readonly Message[] | undefined,
  viewerId: string,
): void {
  const marked = useRef(new Set<string>());
  useEffect(() => {
    const unread = (messages ?? []).filter(
      (message) =>
        message.senderId !== viewerId && !message.messageRead && !marked.current.has(message.id),
    );
    if (unread.length === 0) return;
    for (const message of unread) marked.current.add(message.id);
    const calls = unread.map(({ id }) => call(markOrderMessageAsRead, { orderMessageId: id }));
    void Promise.allSettled(calls).then(() => {
      markRowRead(viewOrderList, orderId);
      return refresh(viewOrderList, viewDashboardStats);
    });
  }, [orderId, messages, viewerId]);
}
