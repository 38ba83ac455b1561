import { useNow } from '#web/api/use-now.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { paths } from '#web/paths.ts';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import type { ClaimChoice } from '../../claims/ClaimReply.tsx';
import { ClaimScreen } from '../../claims/ClaimScreen.tsx';
import { asOfNow, type Conversation } from '../../conversation.ts';
import { useThirdPane } from '../../lists/list-pane.ts';
import { useThread } from '../../thread/use-thread.ts';

const ConversationMenu = lazyPart(
  async () => (await import('./ConversationMenu.tsx')).ConversationMenu,
);

/** The screen of the letter, at whose right the claim is replied to where there is room. */
const LetterWithClaim = lazyPart(async () => (await import('./InboxViewer.tsx')).Component);

/* The reply to a claim at an address of its own. It is the screen of the letter, with one of the two choices made. */
export function ClaimForm({ title, initial }: { title: string; initial: ClaimChoice }) {
  if (useThirdPane()) return <LetterWithClaim />;
  return (
    <ConversationPage side="recipient" title={title} polled>
      {(conversation) => <Claimed conversation={conversation} initial={initial} />}
    </ConversationPage>
  );
}

type ClaimedProps = { conversation: Conversation; initial: ClaimChoice };

function Claimed({ conversation: known, initial }: ClaimedProps) {
  const leave = useLeaveForm('top');
  const viewerId = useViewerId();
  const now = useNow();
  const conversation = asOfNow(known, now);
  const thread = useThread(known.id, 'recipient', viewerId);
  const back = paths.inboxViewer(known.id);
  return (
    <ClaimScreen
      conversation={conversation}
      thread={thread}
      viewerId={viewerId}
      now={now}
      back={back}
      initial={initial}
      menu={
        <ConversationMenu
          conversation={conversation}
          side="recipient"
          status={conversation.status}
          received={thread.data?.find(({ senderId }) => senderId !== viewerId)}
          now={now}
        />
      }
      onClose={() => leave(back)}
    />
  );
}
