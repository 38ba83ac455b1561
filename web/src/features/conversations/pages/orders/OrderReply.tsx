import { viewUserProfile } from '#shared/api/profiles.ts';
import { query, useEntity } from '#web/api/queries.ts';
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
import { orderFormQueries } from './order-thread-queries.ts';

export const loader = queryLoader(orderFormQueries);

/** `/order-reply/{orderId}`: the sender's free reply in an open conversation. docs/product/conversations.md#free-replies */
export function Component() {
  return (
    <ConversationPage side="sender" title="Reply to Message" polled>
      {(conversation) => <WriteReply conversation={conversation} />}
    </ConversationPage>
  );
}

function WriteReply({ conversation }: { conversation: Conversation }) {
  const leave = useLeaveForm();
  const writerId = useViewerId();
  const { id, recipientId, recipientName, recipientUsername } = conversation;
  const profile = useEntity(query(viewUserProfile, { id: recipientId }));
  const back = paths.orderViewer(id);
  const send = (body: string, attachments: string[] | undefined) => {
    void sendReply({ conversationId: id, writerId, side: 'sender', body, attachments });
    leave(back);
  };
  return (
    <ReplyForm
      to={firstName(recipientName)}
      back={back}
      draftKey={`orderReply_${id}`}
      blocked={replyRefusal(conversation, 'sender')}
      onSend={send}
      filesIn={hasFiles() ? id : undefined}
    >
      <ClaimBeforeReply conversation={conversation} side="sender" />
      <div className="panes:hidden">
        <PersonCard
          name={recipientName}
          username={recipientUsername}
          imageUrl={conversation.recipientAvatarUrl}
          memberSince={profile.data?.creationDate}
        />
      </div>
    </ReplyForm>
  );
}
