import { useEntity } from '#web/api/queries.ts';
import { useNow } from '#web/api/use-now.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { chatAction } from '#web/features/contacts/chat-action.tsx';
import { LetterSkeleton } from '#web/ui/Skeletons.tsx';
import { asOfNow, type Conversation } from '../../conversation.ts';
import { senderBanner } from '../../statuses/status-words.ts';
import { AfterAnswer } from '../../thread/AfterAnswer.tsx';
import { MessageSheet } from '../../thread/MessageSheet.tsx';
import { receiptWords } from '../../thread/receipts.ts';
import { StateStrip } from '../../thread/StateStrip.tsx';
import { isQuestionKnown } from '../../thread/Thread.tsx';
import { inReadingOrder } from '../../thread/thread-order.ts';
import { useThread } from '../../thread/use-thread.ts';
import { orderThread } from '../../thread-queries.ts';
import { NextSteps, verificationIdOf } from './NextSteps.tsx';

/*
 * At the right of an order, on a screen with room for three panes: the thanks, the sender's own letter, the state, and what comes next. It
 * scrolls by itself. docs/product/conversations.md#the-screen-of-a-letter
 */
export function AboutPane({ id }: { id: string }) {
  const { data, error } = useEntity(orderThread(id).conversation);
  // The screen says what failed, and offers to try again.
  if (!data && error) return null;
  return (
    <aside aria-label="About this letter" className="about-pane">
      <h2 className="flex min-h-16 items-center font-serif text-2xl leading-tight">
        About this letter
      </h2>
      {data ? <About conversation={data} /> : <LetterSkeleton />}
    </aside>
  );
}

function About({ conversation: known }: { conversation: Conversation }) {
  const viewerId = useViewerId();
  const now = useNow();
  const conversation = asOfNow(known, now);
  const thread = useThread(known.id, 'sender', viewerId);
  const messages = thread.data ?? [];
  const { letters } = inReadingOrder(messages);
  const question = letters.find(({ kind }) => kind === 'QUESTION');
  const banner = senderBanner(conversation);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {thread.data && <AfterAnswer conversation={conversation} side="sender" now={now} />}
      {question && isQuestionKnown(conversation, letters, viewerId) && (
        <MessageSheet
          message={question}
          folded="question"
          receipt={receiptWords(question, viewerId, messages, now)}
          conversation={conversation}
          viewerId={viewerId}
          now={now}
        />
      )}
      {/* Help for somebody who may be in danger stands before the letter. */}
      {!banner.helpLines && (
        <StateStrip
          conversation={conversation}
          banner={banner}
          now={now}
          side="sender"
          action={chatAction(conversation, 'sender')}
        />
      )}
      {thread.data && (
        <NextSteps
          conversation={conversation}
          now={now}
          verificationId={verificationIdOf(messages)}
        />
      )}
    </div>
  );
}
