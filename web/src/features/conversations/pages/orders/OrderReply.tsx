import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { viewUserProfile } from '../../../../../../shared/api/profiles.ts';
import { may } from '../../../../../../shared/rules/conversations/state-machine.ts';
import { THREAD_EVERY } from '../../../../api/freshness.ts';
import { query } from '../../../../api/queries.ts';
import { useViewerId } from '../../../../api/viewer.ts';
import { usePathParameter } from '../../../../path-parameters.ts';
import { paths } from '../../../../paths.ts';
import { QueryState } from '../../../../shell/QueryState.tsx';
import { PersonCard } from '../../../profiles/PersonCard.tsx';
import { CLOSED_MEANWHILE, ReplyForm } from '../../ReplyForm.tsx';
import { sendReply } from '../../thread/pending-replies.ts';
import { orderFormQueries } from './order-queries.ts';

/** `/order-reply/{orderId}`: the sender's free reply in an open conversation. docs/product/conversations.md#free-replies */
export function Component() {
  const orderId = usePathParameter('orderId');
  const navigate = useNavigate();
  const writerId = useViewerId();
  const order = useQuery({
    ...orderFormQueries({ params: { orderId } }).conversation,
    refetchInterval: THREAD_EVERY,
  });
  const conversation = order.data?.data[0];
  const recipientId = conversation?.recipientId ?? '';
  const profile = useQuery({
    ...query(viewUserProfile, { id: recipientId }),
    enabled: recipientId !== '',
  });
  const back = paths.orderViewer(orderId);
  if (!conversation) return <QueryState title="Reply to Message" back={back} query={order} />;
  const send = (body: string) => {
    void sendReply({ conversationId: orderId, writerId, side: 'sender', body });
    navigate(back, { replace: true });
  };
  return (
    <ReplyForm
      back={back}
      draftKey={`orderReply_${orderId}`}
      blocked={may('sender', 'reply', conversation.status) ? undefined : CLOSED_MEANWHILE}
      onSend={send}
    >
      <PersonCard
        name={conversation.recipientName}
        username={conversation.recipientUsername}
        imageUrl={conversation.recipientAvatarUrl}
        memberSince={profile.data?.data[0]?.creationDate}
      />
    </ReplyForm>
  );
}
