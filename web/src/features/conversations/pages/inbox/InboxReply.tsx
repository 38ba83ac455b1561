import { queryLoader } from '#web/api/screen-loader.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { hasFiles } from '#web/features/attachments/files-allowed.ts';
import { PersonCard } from '#web/features/profiles/PersonCard.tsx';
import { paths } from '#web/paths.ts';
import { useLeaveForm } from '#web/shell/leave-form.ts';
import { ConversationPage } from '../../ConversationPage.tsx';
import { ClaimBeforeReply } from '../../claims/ClaimBeforeReply.tsx';
import { type Conversation, firstName } from '../../conversation.ts';
import { replyRefusal } from '../../may-reply.ts';
import { ReplyForm } from '../../ReplyForm.tsx';
import { sendReply } from '../../thread/pending-replies.ts';
import { inboxFormQueries } from './inbox-thread-queries.ts';

export const loader = queryLoader(inboxFormQueries);

/** `/inbox-reply/{inboxId}`: the recipient's free reply in an open conversation. docs/product/conversations.md#free-replies */
export function Component() {
  return (
    <ConversationPage side="recipient" title="Reply to Message" polled>
      {(conversation) => <WriteReply conversation={conversation} />}
    </ConversationPage>
  );
}

function WriteReply({ conversation }: { conversation: Conversation }) {
  const leave = useLeaveForm();
  const writerId = useViewerId();
  const { id, senderName, senderUsername, senderAvatarUrl } = conversation;
  const back = paths.inboxViewer(id);
  const send = (body: string, attachments: string[] | undefined) => {
    void sendReply({ conversationId: id, writerId, side: 'recipient', body, attachments });
    leave(back);
  };
  return (
    <ReplyForm
      to={firstName(senderName)}
      back={back}
      draftKey={`inboxReply_${id}`}
      blocked={replyRefusal(conversation, 'recipient')}
      onSend={send}
      filesIn={hasFiles() ? id : undefined}
    >
      <ClaimBeforeReply conversation={conversation} side="recipient" />
      <div className="panes:hidden">
        <PersonCard name={senderName} username={senderUsername} imageUrl={senderAvatarUrl} />
      </div>
    </ReplyForm>
  );
}
