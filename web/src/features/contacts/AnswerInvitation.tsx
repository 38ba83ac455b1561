import { useNavigate } from 'react-router';
import { acceptUserContact, rejectUserContact } from '#shared/api/contacts.ts';
import { call, isRefusal } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useWrite } from '../../forms/use-write.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/Toast.tsx';
import { planRequired } from '../billing/plan-required.ts';
import { refreshContacts } from './contact-lists.ts';
import type { Partner } from './conversation-partner.ts';
import { refusalReason } from './refusal-reason.ts';

/** Accepts or rejects the invitation of the other person of a conversation. */
export function AnswerInvitation({ partner: { userContactId, fullName } }: { partner: Partner }) {
  const navigate = useNavigate();
  const free = useCurrentUser().licenseId === 'FREE';
  const toPlans = () => navigate(paths.subscription(), { state: planRequired(paths.chat()) });
  const answering = useWrite({
    mutationFn: (answer: 'accept' | 'reject') =>
      call(answer === 'accept' ? acceptUserContact : rejectUserContact, { userContactId }),
    onSuccess: async (_, answer) => {
      await refreshContacts().catch(() => undefined);
      toast.success(
        answer === 'accept'
          ? `${fullName} is a contact of yours now.`
          : `You turned down the invitation. ${fullName} isn’t told.`,
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
          {refusalReason(answering.error) ??
            'We couldn’t save your reply to this invitation. Please try again.'}
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
