import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { acceptUserContact, rejectUserContact } from '../../../../shared/api/contacts.ts';
import type { Side } from '../../../../shared/rules/conversations/conversations.ts';
import { call, isRefusal } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/Toast.tsx';
import { planRequired } from '../billing/plan-required.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { refreshContacts } from './contact-lists.ts';
import { chatStep, type Partner, partnerOf } from './conversation-partner.ts';
import { useOpenChat } from './open-chat.ts';
import { refusalReason } from './refusal-reason.ts';

/** The action about chat in a conversation: accept an invitation or open the chat; undefined if there is none. */
export function chatAction(conversation: Conversation, side: Side): ReactNode {
  const partner = partnerOf(conversation, side);
  switch (chatStep(conversation, side)) {
    case 'answer':
      return <AnswerInvitation partner={partner} />;
    case 'chat':
      return <OpenChat partner={partner} />;
    default:
      return undefined;
  }
}

function OpenChat({ partner: { userContactId } }: { partner: Partner }) {
  const { open, opening } = useOpenChat();
  return (
    <Button
      size="md"
      variant="quiet"
      busy={opening !== undefined}
      onClick={() => open(userContactId)}
    >
      Open chat
    </Button>
  );
}

function AnswerInvitation({ partner: { userContactId, fullName } }: { partner: Partner }) {
  const navigate = useNavigate();
  const free = useCurrentUser().licenseId === 'FREE';
  const toPlans = () => navigate(paths.subscription(), { state: planRequired(paths.chat()) });
  const answering = useMutation({
    mutationFn: (answer: 'accept' | 'reject') =>
      call(answer === 'accept' ? acceptUserContact : rejectUserContact, { userContactId }),
    onSuccess: async (_, answer) => {
      await refreshContacts().catch(() => undefined);
      toast.success(
        answer === 'accept'
          ? `${fullName} is a contact of yours now.`
          : `You turned down the invitation. ${fullName} is not told.`,
      );
    },
    onError: (fault) => {
      if (isRefusal(fault, 'PLAN_REQUIRED')) toPlans();
      // It was answered on another device: the reloaded conversation shows the result.
      if (isRefusal(fault, 'NOT_FOUND')) void refreshContacts().catch(() => undefined);
    },
  });
  const busyWith = answering.isPending ? answering.variables : undefined;
  const answer = (chosen: 'accept' | 'reject') => {
    if (!answering.isPending) answering.mutate(chosen);
  };
  return (
    <div className="grid gap-3">
      {answering.error && !isRefusal(answering.error, 'PLAN_REQUIRED') && (
        <p role="alert" className="font-medium text-red-text">
          {refusalReason(answering.error) ?? 'Your answer could not be saved. Please try again.'}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="md"
          className="flex-1"
          busy={busyWith === 'accept'}
          onClick={() => (free ? toPlans() : answer('accept'))}
        >
          Accept
        </Button>
        <Button
          size="md"
          variant="quiet"
          className="flex-1"
          busy={busyWith === 'reject'}
          onClick={() => answer('reject')}
        >
          Reject
        </Button>
      </div>
    </div>
  );
}
