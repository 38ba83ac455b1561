import { Link } from 'react-router';
import { isUnanswered } from '#shared/rules/conversations/conversations.ts';
import { isNudged, nudgeFrom } from '#shared/rules/conversations/nudge.ts';
import { may } from '#shared/rules/conversations/state-machine.ts';
import type { Instant } from '#shared/time.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useNow } from '#web/api/use-now.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { PairBar } from '#web/ui/PairBar.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { claimReactions } from '../../claims/claim-turn.ts';
import { asOfNow, type Conversation } from '../../conversation.ts';
import { useHasThreePanes, useListPane } from '../../lists/list-pane.ts';
import { PlaceSteps, PlaceWords, useOrderPlace } from '../../lists/WaitingPlace.tsx';
import { isFree } from '../../money-words.ts';
import { ReplyBar } from '../../thread/ReplyBar.tsx';
import { ThreadView } from '../../thread/ThreadView.tsx';
import { useMarkOrderRead } from '../../thread/use-mark-read.ts';
import { useThread } from '../../thread/use-thread.ts';
import { AskAgainBar } from './AskAgainBar.tsx';
import { NextSteps, verificationIdOf } from './NextSteps.tsx';
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
  useMarkOrderRead(known.id, thread.data, viewerId);
  const hasList = useListPane() === 'orders';
  const hasThreePanes = useHasThreePanes();
  const place = useOrderPlace(known.id, hasList);
  return (
    <Page
      title={conversation.subject}
      heading="content"
      back={paths.orders()}
      start={hasList && <PlaceWords>{place?.words}</PlaceWords>}
      action={
        <div className="flex items-center">
          {hasList && <PlaceSteps place={place} to={paths.orderViewer} />}
          <OrderMenu
            conversation={conversation}
            received={thread.data?.find(({ senderId }) => senderId !== viewerId)}
            now={now}
          />
        </div>
      }
      actionBar={<Bar conversation={conversation} now={now} />}
    >
      <ThreadView
        side="sender"
        conversation={conversation}
        thread={thread}
        viewerId={viewerId}
        now={now}
        hasAbout={hasThreePanes}
      >
        {thread.data && !hasThreePanes && (
          <NextSteps
            conversation={conversation}
            now={now}
            verificationId={verificationIdOf(thread.data)}
          />
        )}
      </ThreadView>
    </Page>
  );
}

/** The main action and at most one more, by status. What else is possible is in the menu. */
function Bar({ conversation, now }: { conversation: Conversation; now: Instant }) {
  const { id, status } = conversation;
  // A sender has one: to ask for a decision.
  const [reaction] = claimReactions(conversation, now);
  if (reaction)
    return <PairBar main={<Button render={<Link to={reaction.to} />}>{reaction.words}</Button>} />;
  if (may('sender', 'giveInformation', status))
    return (
      <PairBar main={<Button render={<Link to={paths.giveInformation(id)} />}>Reply</Button>} />
    );
  if (isEnded(conversation))
    return isFree(conversation) ? (
      <PairBar main={<Button render={<Link to={paths.helpTicket()} />}>Write again</Button>} />
    ) : (
      <AskAgainBar conversation={conversation} now={now} />
    );
  if (may('sender', 'cancel', status))
    return (
      <PairBar
        main={mayNudge(conversation, now) && <Nudge conversation={conversation} />}
        secondary={
          <Button variant="danger" render={<Link to={paths.cancel(id)} />}>
            Cancel order
          </Button>
        }
      />
    );
  return <ReplyBar conversation={conversation} side="sender" to={paths.orderReply(id)} />;
}

/** Whether the sender may remind the recipient now: once, from day five on. */
const mayNudge = ({ status, deadlineAt, timeline, price }: Conversation, now: Instant) =>
  may('sender', 'nudge', status) &&
  !isFree({ price }) &&
  !isNudged(timeline) &&
  now >= nudgeFrom(deadlineAt);

/** Whether a new letter is the next step; it is none if the order was reported, or if the banner shows help lines. */
function isEnded({ status, reasonCode }: Conversation): boolean {
  if (status === 'REPORTED') return reasonCode === 'NOT_ME' || reasonCode === 'IGNORE';
  return status === 'COMPLETED' || isUnanswered(status);
}
