import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  acceptUserContact,
  rejectUserContact,
  viewUserContactRequests,
} from '#shared/api/contacts.ts';
import { call, isRefusal } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { query, queryClient } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/Toast.tsx';
import { planRequired } from '../billing/plan-required.ts';
import { refreshContacts } from './contact-lists.ts';
import {
  type Answer,
  type Answers,
  answered,
  type Invitation,
  invitationRows,
} from './invitations.ts';
import { refusalReason } from './refusal-reason.ts';

const FAILED = 'We couldn’t save your reply to this invitation. Please try again.';
const GONE = 'This invitation is no longer there.';

/** The invitations to the user (loaded if `ask`) and the two answers, which show before the server responds. */
export function useInvitations(ask: boolean) {
  const navigate = useNavigate();
  const free = useCurrentUser().licenseId === 'FREE';
  const list = useQuery({ ...query(viewUserContactRequests, {}), enabled: ask });
  const [answers, setAnswers] = useState<Answers>(new Map());
  const rows = invitationRows(list.data?.data ?? [], answers);
  const say = (inviterId: string, answer: Answer | undefined) =>
    setAnswers((said) => answered(said, inviterId, answer));
  const toPlans = () => navigate(paths.subscription(), { state: planRequired(paths.chat()) });

  const fail = (inviterId: string, fault: unknown) => {
    if (isRefusal(fault, 'NOT_FOUND')) {
      say(inviterId, undefined);
      toast.info(GONE);
      void forget(inviterId);
      return;
    }
    const sentence = isRefusal(fault, 'PLAN_REQUIRED')
      ? undefined
      : (refusalReason(fault) ?? FAILED);
    say(inviterId, sentence === undefined ? undefined : { kind: 'failed', sentence });
    if (sentence === undefined) toPlans();
  };

  const accept = async (invitation: Invitation) => {
    const { userContactId } = invitation;
    if (free) return toPlans();
    const place = rows.findIndex((row) => row.invitation.userContactId === userContactId);
    const accepted = { kind: 'accepted', invitation, place } as const;
    say(userContactId, { ...accepted, sure: false });
    try {
      await call(acceptUserContact, { userContactId });
      say(userContactId, { ...accepted, sure: true });
      await forget(userContactId);
    } catch (fault) {
      fail(userContactId, fault);
    }
  };

  const reject = async ({ userContactId, fullName }: Invitation) => {
    say(userContactId, { kind: 'rejected' });
    try {
      await call(rejectUserContact, { userContactId });
      toast.success(`You turned down the invitation. ${fullName} isn’t told.`);
      await forget(userContactId);
      say(userContactId, undefined);
    } catch (fault) {
      fail(userContactId, fault);
    }
  };

  return { rows, accept, reject };
}

/**
 * Whether the invitations have loaded, if they are asked for. What is below waits for them, so that it does not move
 * under somebody's thumb.
 */
export function useInvitationsKnown(ask = true): boolean {
  const { isPending } = useQuery({ ...query(viewUserContactRequests, {}), enabled: ask });
  return !ask || !isPending;
}

/** Removes an answered invitation from the cache. A late response cannot restore it. */
async function forget(inviterId: string): Promise<void> {
  const { queryKey } = query(viewUserContactRequests, {});
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(
    queryKey,
    (kept) => kept && { ...kept, data: kept.data.filter((row) => row.userContactId !== inviterId) },
  );
  await refreshContacts().catch(() => undefined);
}
