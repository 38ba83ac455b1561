import { Link, Navigate } from 'react-router';
import { formatMoney } from '../../../../../../shared/money.ts';
import type { Side } from '../../../../../../shared/rules/conversations/conversations.ts';
import { may } from '../../../../../../shared/rules/conversations/state-machine.ts';
import type { Instant } from '../../../../../../shared/time.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { useNow } from '../../../../api/use-now.ts';
import { useViewerId } from '../../../../api/viewer.ts';
import { usePathParameter } from '../../../../path-parameters.ts';
import { paths } from '../../../../paths.ts';
import { Page } from '../../../../shell/Page.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { PairBar } from '../../../../ui/PairBar.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { ClaimBar } from '../../claims/ClaimActions.tsx';
import { claimReactions } from '../../claims/claim-turn.ts';
import { asOfNow, type Conversation, sideOf } from '../../conversation.ts';
import { useListPane } from '../../lists/list-pane.ts';
import { WaitingPlace } from '../../lists/WaitingPlace.tsx';
import { isFree } from '../../money-words.ts';
import { EndClarification } from '../../thread/EndClarification.tsx';
import { ReplyBar } from '../../thread/ReplyBar.tsx';
import { ThreadView } from '../../thread/ThreadView.tsx';
import { useMarkRead } from '../../thread/use-mark-read.ts';
import { useThread } from '../../thread/use-thread.ts';
import { inboxThreadQueries } from './inbox-thread-queries.ts';
import { mayAsk } from './may-ask.ts';

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
  const hasList = useListPane() === 'inbox';
  return (
    <Page
      title={conversation.subject}
      heading="content"
      back={paths.inbox()}
      action={
        <div className="flex items-center">
          {hasList && <WaitingPlace id={conversation.id} to={paths.inboxViewer} />}
          <ConversationMenu
            conversation={conversation}
            side={side}
            status={conversation.status}
            received={thread.data?.find(({ senderId }) => senderId !== viewerId)}
            now={now}
          />
        </div>
      }
      actionBar={<Bar conversation={conversation} side={side} now={now} />}
    >
      <ThreadView conversation={conversation} side={side} {...{ thread, viewerId, now }} />
    </Page>
  );
}

type BarProps = { conversation: Conversation; side: Side; now: Instant };

/** The main action and at most one more, by side and status. What else is possible is in the menu. */
function Bar({ conversation, side, now }: BarProps) {
  const { id, status } = conversation;
  const reactions = claimReactions(conversation, now);
  if (reactions.length > 0) return <ClaimBar reactions={reactions} />;
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

/** The clarifying question, or the end of the pause that one has begun. */
function BeforeAnswer({ conversation, side }: Omit<BarProps, 'now'>) {
  const { id, status } = conversation;
  if (mayAsk(conversation, side, status))
    return (
      <Button variant="quiet" render={<Link to={paths.askFirst(id)} />}>
        {/* One text, so that its words are not items of a row with gaps. */}
        <span>
          Ask <span className="max-[40rem]:hidden">one question </span>first
        </span>
      </Button>
    );
  return side === 'recipient' && may(side, 'endClarification', status) ? (
    <EndClarification conversation={conversation} />
  ) : null;
}

function answerWords(conversation: Conversation): string {
  if (isFree(conversation)) return 'Reply';
  return `Reply and earn ${formatMoney(conversation.netEarnings)}`;
}
