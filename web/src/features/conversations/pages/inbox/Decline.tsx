import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { ConversationPage } from '../../ConversationPage.tsx';
import type { Conversation } from '../../conversation.ts';
import { EndingForm } from '../../EndingForm.tsx';
import { DeclineFields } from './DeclineFields.tsx';
import { inboxFormQueries } from './inbox-thread-queries.ts';
import { useDecline } from './use-decline.ts';

export const loader = queryLoader(inboxFormQueries);

/**
 * `/decline/{inboxId}`: returns a pending message, with an optional kind word.
 * docs/product/conversations.md#declining
 */
export function Component() {
  return (
    <ConversationPage side="recipient" title="Decline letter">
      {(conversation) => <DeclineForm conversation={conversation} />}
    </ConversationPage>
  );
}

function DeclineForm({ conversation }: { conversation: Conversation }) {
  const leave = useLeaveForm('top');
  const back = paths.inboxViewer(conversation.id);
  const decline = useDecline(conversation, () => leave(back));
  return (
    <EndingForm
      {...decline.ending}
      title="Decline letter"
      back={back}
      submit="Decline"
      note="This can’t be undone."
    >
      <DeclineFields conversation={conversation} decline={decline} />
    </EndingForm>
  );
}
