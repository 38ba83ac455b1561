import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { may } from '../../../../../../shared/rules/conversations/state-machine.ts';
import { THREAD_EVERY } from '../../../../api/freshness.ts';
import { useViewerId } from '../../../../api/viewer.ts';
import { usePathParameter } from '../../../../path-parameters.ts';
import { paths } from '../../../../paths.ts';
import { QueryState } from '../../../../shell/QueryState.tsx';
import { PersonCard } from '../../../profiles/PersonCard.tsx';
import { CLOSED_MEANWHILE, ReplyForm } from '../../ReplyForm.tsx';
import { sendReply } from '../../thread/pending-replies.ts';
import { inboxFormQueries } from './inbox-queries.ts';

/** `/inbox-reply/{inboxId}`: the recipient's free reply in an open conversation. docs/product/conversations.md#free-replies */
export function Component() {
  const inboxId = usePathParameter('inboxId');
  const navigate = useNavigate();
  const writerId = useViewerId();
  const inbox = useQuery({
    ...inboxFormQueries({ params: { inboxId } }).conversation,
    refetchInterval: THREAD_EVERY,
  });
  const conversation = inbox.data?.data[0];
  const back = paths.inboxViewer(inboxId);
  if (!conversation) return <QueryState title="Reply to Message" back={back} query={inbox} />;
  const send = (body: string) => {
    void sendReply({ conversationId: inboxId, writerId, side: 'recipient', body });
    navigate(back, { replace: true });
  };
  return (
    <ReplyForm
      back={back}
      draftKey={`inboxReply_${inboxId}`}
      blocked={may('recipient', 'reply', conversation.status) ? undefined : CLOSED_MEANWHILE}
      onSend={send}
    >
      <PersonCard
        name={conversation.senderName}
        username={conversation.senderUsername}
        imageUrl={conversation.senderAvatarUrl}
      />
    </ReplyForm>
  );
}
