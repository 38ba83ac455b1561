import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { SUPPORT_USERNAME } from '../../../../shared/brand.ts';
import { firstMessage, subject as subjectRule } from '../../../../shared/rules/conversations.ts';
import { isRefusal } from '../../api/client.ts';
import { type ComposeDraft, readComposeDraft } from '../../conversation/compose-draft.ts';
import { faultOf } from '../../conversation/fault.ts';
import { QueryState } from '../../conversation/QueryState.tsx';
import { paths } from '../../paths.ts';
import { ConfirmPayment } from './ConfirmPayment.tsx';
import { paymentQueries } from './compose-queries.ts';

/** `/inbox-payment/{userId}`. Without a message to pay for, it leads back to writing one. Spec part 2, section 2. */
export function InboxPayment() {
  const { userId = '' } = useParams();
  const [draft] = useState(() => readComposeDraft(userId));
  const asked = paymentQueries({ params: { userId } });
  const profile = useQuery(asked.profile);
  const cards = useQuery(asked.cards);
  if (isRefusal(profile.error, 'NOT_FOUND', 'INVALID_INPUT')) {
    return <Navigate to={paths.profileNotFound()} replace />;
  }
  const person = profile.data?.data[0];
  const back = paths.createInbox(userId);
  if (person?.username === SUPPORT_USERNAME) return <Navigate to={paths.helpTicket()} replace />;
  if (!person) return <QueryState title="Confirm Payment" back={back} query={profile} />;
  if (!draft || !isWritten(draft)) return <Navigate to={back} replace />;
  if (!cards.data) return <QueryState title="Confirm Payment" back={back} query={cards} />;
  return <ConfirmPayment profile={person} draft={draft} savedCard={cards.data.data[0]} />;
}

function isWritten({ subject, text }: ComposeDraft): boolean {
  return faultOf(subjectRule, subject) === undefined && faultOf(firstMessage, text) === undefined;
}
