import { askForInformation } from '#shared/api/clarifications.ts';
import { call } from '#web/api/client.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useNow } from '#web/api/use-now.ts';
import { paths } from '#web/paths.ts';
import { ClarificationForm } from '../../ClarificationForm.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { inboxFormQueries } from './inbox-thread-queries.ts';
import { QuestionBanner } from './QuestionBanner.tsx';

export const loader = queryLoader(inboxFormQueries);

/**
 * `/ask-first/{inboxId}`: the recipient's clarifying question, once and free of charge.
 * docs/product/conversations.md#a-clarifying-question
 */
export function Component() {
  return (
    <ConversationPage side="recipient" title="Ask one question first" polled>
      {(conversation) => <QuestionForm conversation={conversation} />}
    </ConversationPage>
  );
}

function QuestionForm({ conversation }: { conversation: Conversation }) {
  const now = useNow();
  const { id: inboxId } = conversation;
  const name = firstName(conversation.senderName);
  return (
    <ClarificationForm
      conversation={conversation}
      side="recipient"
      action="askForInformation"
      send={(messageBody, options) => call(askForInformation, { inboxId, messageBody }, options)}
      back={paths.inboxViewer(inboxId)}
      title="Ask one question first"
      submit="Send the question"
      note="You can ask once. You can still answer at any time."
      label={`Your question to ${name}`}
      placeholder="What do I need to know before I answer?"
    >
      <QuestionBanner name={name} now={now} />
    </ClarificationForm>
  );
}
