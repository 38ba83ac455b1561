import { Link, Navigate } from 'react-router';
import { isWithdrawn } from '#shared/rules/conversations/conversations.ts';
import type { Instant } from '#shared/time.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useNow } from '#web/api/use-now.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { hasUnsettledClaim } from '../../claims/claim-turn.ts';
import { asOfNow, type Conversation, firstName } from '../../conversation.ts';
import { useThirdPane } from '../../lists/list-pane.ts';
import { isFree } from '../../money-words.ts';
import { useThread } from '../../thread/use-thread.ts';
import { inboxThreadQueries } from './inbox-thread-queries.ts';
import { PaidAnswerFields, sendWords } from './PaidAnswerFields.tsx';
import { QuestionStrip } from './QuestionStrip.tsx';
import { usePaidAnswer } from './use-paid-answer.ts';

const WaitingAnswer = lazyPart(
  async () => (await import('../../answers/WaitingAnswer.tsx')).WaitingAnswer,
);

export const loader = queryLoader(inboxThreadQueries);

/** The screen of the letter, at whose right the answer is written where there is room. */
const LetterWithAnswer = lazyPart(async () => (await import('./InboxViewer.tsx')).Component);
const ConversationMenu = lazyPart(
  async () => (await import('./ConversationMenu.tsx')).ConversationMenu,
);

/** `/paid-reply/{inboxId}`: writes the paid answer. docs/product/conversations.md#answering */
export function Component() {
  if (useThirdPane()) return <LetterWithAnswer />;
  return (
    <ConversationPage side="recipient" title="Reply to Message" polled>
      {(conversation) => <Answer key={conversation.id} conversation={conversation} />}
    </ConversationPage>
  );
}

function Answer({ conversation: known }: { conversation: Conversation }) {
  const leave = useLeaveForm('top');
  const now = useNow();
  const conversation = asOfNow(known, now);
  const { id, status } = conversation;
  const back = paths.inboxViewer(id);
  const answer = usePaidAnswer(conversation, () => leave(back));
  const { movedOn } = answer;
  if (answer.waiting) return <WaitingAnswer title="Reply to Message" unsent={answer.waiting} />;
  if (answer.isSent) return <Navigate to={back} replace />;
  // A claim is not settled by a reply, so the recipient first sees what settles it.
  if (answer.isReplyOnly)
    return <Navigate to={hasUnsettledClaim(conversation) ? back : paths.inboxReply(id)} replace />;
  return (
    <FormPage
      className="answer-form"
      stickyBar
      title="Reply to Message"
      documentTitle={`Answer to ${firstName(conversation.senderName)}`}
      back={back}
      action={
        <Menu
          conversation={conversation}
          now={now}
          onSavedReplies={movedOn ? undefined : answer.savedReplies.open}
        />
      }
      submit={sendWords(conversation)}
      {...(!isFree(conversation) && { actionVariant: 'money' })}
      busy={answer.busy}
      error={movedOn ?? answer.error}
      blocked={movedOn !== undefined}
      onSubmit={answer.onSubmit}
      secondary={
        movedOn && (
          <>
            {answer.mayReply && !hasUnsettledClaim(conversation) && (
              <Button block variant="quiet" render={<Link to={paths.inboxReply(id)} />}>
                Reply for free
              </Button>
            )}
            <Button block variant="quiet" render={<Link to={back} />}>
              Back to the conversation
            </Button>
          </>
        )
      }
    >
      {!isWithdrawn(status) && <QuestionStrip conversation={conversation} now={now} />}
      <PaidAnswerFields conversation={conversation} answer={answer} />
    </FormPage>
  );
}

type MenuProps = {
  conversation: Conversation;
  now: Instant;
  onSavedReplies: (() => void) | undefined;
};

/** The menu of the letter. Above a keyboard the saved replies are only there, because the tools have one row. */
function Menu({ conversation, now, onSavedReplies }: MenuProps) {
  const viewerId = useViewerId();
  const thread = useThread(conversation.id, 'recipient', viewerId);
  return (
    <ConversationMenu
      conversation={conversation}
      side="recipient"
      status={conversation.status}
      received={thread.data?.find(({ senderId }) => senderId !== viewerId)}
      now={now}
      onSavedReplies={onSavedReplies}
    />
  );
}
