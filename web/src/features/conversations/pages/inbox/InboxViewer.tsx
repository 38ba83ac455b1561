import { Link, Navigate } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { may } from '#shared/rules/conversations/state-machine.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useNow } from '#web/api/use-now.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { PageLoading } from '#web/shell/PageLoading.tsx';
import { Button } from '#web/ui/Button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { PairBar } from '#web/ui/PairBar.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import type { ClaimScreenProps } from '../../claims/ClaimScreen.tsx';
import { asOfNow, type Conversation, sideOf } from '../../conversation.ts';
import { useHasThreePanes, useListPane } from '../../lists/list-pane.ts';
import { PlaceSteps, PlaceWords, useWaitingPlace } from '../../lists/WaitingPlace.tsx';
import { isFree } from '../../money-words.ts';
import { ReplyBar } from '../../thread/ReplyBar.tsx';
import { ThreadView } from '../../thread/ThreadView.tsx';
import { useMarkRead } from '../../thread/use-mark-read.ts';
import { useOpenTurn } from '../../thread/use-open-turn.ts';
import { useThread } from '../../thread/use-thread.ts';
import { BeforeAnswer } from './BeforeAnswer.tsx';
import { inboxThreadQueries } from './inbox-thread-queries.ts';
import { writingTurn } from './writing-turn.ts';

const ConversationMenu = lazyPart(
  async () => (await import('./ConversationMenu.tsx')).ConversationMenu,
);

const ClaimScreen = lazyPart<ClaimScreenProps>(
  async () => (await import('../../claims/ClaimScreen.tsx')).ClaimScreen,
  () => <PageLoading />,
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
  const hasList = useListPane() === 'inbox';
  const place = useWaitingPlace(known.id, hasList);
  const turn = writingTurn(conversation, side, now);
  const hasThreePanes = useHasThreePanes();
  const claim = useOpenTurn(turn === 'claim' ? turn : undefined);
  // Then the bar is that of the pane at the right of the letter.
  const isWrittenBeside = hasThreePanes && turn !== undefined;
  const received = thread.data?.find(({ senderId }) => senderId !== viewerId);
  const menu = (
    <ConversationMenu
      conversation={conversation}
      side={side}
      received={received}
      now={now}
      status={conversation.status}
    />
  );
  if (claim.open && !hasThreePanes)
    return (
      <ClaimScreen
        conversation={conversation}
        thread={thread}
        viewerId={viewerId}
        now={now}
        menu={menu}
        back={paths.inbox()}
        onClose={claim.close}
      />
    );
  return (
    <Page
      title={conversation.subject}
      heading="content"
      back={paths.inbox()}
      start={
        hasList && (
          <PlaceWords>{turn === 'claim' ? 'A claim on your answer' : place?.words}</PlaceWords>
        )
      }
      action={
        <div className="flex items-center">
          {hasList && <PlaceSteps place={place} to={paths.inboxViewer} />}
          {menu}
        </div>
      }
      actionBar={!isWrittenBeside && <Bar conversation={conversation} side={side} />}
    >
      {/* Its pane comes later, and the letter does not move then. */}
      {isWrittenBeside && <span hidden className="answer-place" />}
      <ThreadView
        conversation={conversation}
        side={side}
        thread={thread}
        viewerId={viewerId}
        now={now}
        isClaimed={isWrittenBeside && turn === 'claim'}
      />
    </Page>
  );
}

type BarProps = { conversation: Conversation; side: Side };

/** The main action and at most one more, by side and status. What else is possible is in the menu. */
function Bar({ conversation, side }: BarProps) {
  const { id, status } = conversation;
  if (may(side, 'answer', status))
    return (
      <PairBar
        main={
          <Button render={<Link to={paths.paidReply(id)} />}>{answerWords(conversation)}</Button>
        }
        secondary={<BeforeAnswer conversation={conversation} side={side} />}
      />
    );
  const free = side === 'sender' ? paths.orderReply(id) : paths.inboxReply(id);
  return <ReplyBar conversation={conversation} side={side} to={free} />;
}

function answerWords(conversation: Conversation): string {
  if (isFree(conversation)) return 'Reply';
  return `Reply and earn ${formatMoney(conversation.netEarnings)}`;
}
