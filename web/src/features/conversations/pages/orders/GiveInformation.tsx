import { Clock } from 'lucide-react';
import { giveInformation } from '#shared/api/clarifications.ts';
import { call } from '#web/api/client.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { ClarificationForm } from '../../ClarificationForm.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { orderThreadQueries } from './order-thread-queries.ts';

const QuotedClarification = lazyPart(
  async () => (await import('./QuotedClarification.tsx')).QuotedClarification,
);

export const loader = queryLoader(orderThreadQueries);

/**
 * `/give-information/{orderId}`: the sender's reply to the recipient's clarifying question.
 * docs/product/conversations.md#a-clarifying-question
 */
export function Component() {
  return (
    <ConversationPage side="sender" title="Reply to the question" polled>
      {(conversation) => <InformationForm conversation={conversation} />}
    </ConversationPage>
  );
}

function InformationForm({ conversation }: { conversation: Conversation }) {
  const { id: orderId, clarification } = conversation;
  const name = firstName(conversation.recipientName);
  return (
    <ClarificationForm
      conversation={conversation}
      side="sender"
      action="giveInformation"
      send={(messageBody, options) => call(giveInformation, { orderId, messageBody }, options)}
      back={paths.orderViewer(orderId)}
      title="Reply to the question"
      submit="Send the reply"
      note="Your reply is free."
      tooLateWords={`${name} no longer waits for this reply. Nothing was sent. Your text is kept here, and you can write to ${name} again after the answer.`}
      label={`Your reply to ${name}`}
      placeholder="Write your reply"
    >
      {clarification && (
        <Banner tone="held" icon={Clock} title="After you reply">
          {name}’s time to answer continues. It’s paused until you reply, or until{' '}
          {deadlineWords(clarification.until, clarification.askedAt)}.
        </Banner>
      )}
      <div className="grid gap-5 panes:hidden">
        <QuotedClarification orderId={orderId} />
      </div>
    </ClarificationForm>
  );
}
