import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { SUPPORT_USERNAME } from '../../../../shared/brand.ts';
import {
  firstMessage,
  subject as subjectRule,
} from '../../../../shared/rules/conversations/messages.ts';
import { isRefusal } from '../../api/client.ts';
import { isUnsaved, readDeviceDraft } from '../../conversation/compose-draft.ts';
import type { Draft } from '../../conversation/draft-keeper.ts';
import { faultOf } from '../../conversation/fault.ts';
import { QueryState } from '../../conversation/QueryState.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { Button } from '../../ui/Button.tsx';
import { attemptTo } from './attempt.ts';
import { Blocked } from './Blocked.tsx';
import { ConfirmPayment } from './ConfirmPayment.tsx';
import { paymentQueries } from './compose-queries.ts';
import type { ShownLetter } from './use-payment.ts';

const TITLE = 'Confirm Payment';

/**
 * `/inbox-payment/{userId}`: shows the draft as the server has it, and sends that. Without a letter to pay for, it leads
 * back to writing one. docs/product/conversations.md#sending-a-message
 */
export function InboxPayment() {
  const { userId = '' } = useParams();
  // What this device has not saved yet is saved, or compared, where it is written.
  const [unsaved] = useState(() => hasUnsaved(userId));
  const asked = paymentQueries({ params: { userId } });
  const profile = useQuery(asked.profile);
  const cards = useQuery(asked.cards);
  // What is shown changes only where a payment was refused because of it, with words that say so.
  const draft = useQuery({
    ...asked.draft,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    enabled: !unsaved,
  });
  const letter = useLetter(userId, draft.data?.data);
  if (isRefusal(profile.error, 'NOT_FOUND', 'INVALID_INPUT')) {
    // Where somebody is gone, what was written to them can still be read there.
    return <Navigate to={paths.createInbox(userId)} replace />;
  }
  const person = profile.data?.data[0];
  const back = paths.createInbox(userId);
  if (person?.username === SUPPORT_USERNAME) return <Navigate to={paths.helpTicket()} replace />;
  if (!person) return <QueryState title={TITLE} back={back} query={profile} />;
  if (unsaved || letter === 'NONE') return <Navigate to={back} replace />;
  if (!letter) return <QueryState title={TITLE} back={back} query={draft} />;
  if (letter === 'GONE') return <LetterGone />;
  if (!cards.data) return <QueryState title={TITLE} back={back} query={cards} />;
  return <ConfirmPayment profile={person} letter={letter} savedCard={cards.data.data[0]} />;
}

/**
 * The letter to pay for: the draft, or what was sent in a try whose answer is not known, whose draft may be gone with it.
 * NONE: nothing that could be sent. GONE: it was shown here, and is not there any more. Undefined while it is awaited.
 */
function useLetter(
  userId: string,
  drafts: readonly Draft[] | undefined,
): ShownLetter | 'NONE' | 'GONE' | undefined {
  const [shown, setShown] = useState(false);
  if (!drafts) return undefined;
  const found = letterOf(drafts[0]) ?? attemptTo(userId)?.order;
  if (!found) return shown ? 'GONE' : 'NONE';
  if (!isWritten(found)) return 'NONE';
  if (!shown) setShown(true);
  return found;
}

function letterOf(draft: Draft | undefined): ShownLetter | undefined {
  if (!draft) return undefined;
  const { id: draftId, version: draftVersion, messageSubject, messageText } = draft;
  return { messageSubject, messageText, draftId, draftVersion };
}

function hasUnsaved(userId: string): boolean {
  const kept = readDeviceDraft(userId);
  return kept !== undefined && isUnsaved(kept);
}

function isWritten({ messageSubject, messageText }: ShownLetter): boolean {
  return (
    faultOf(subjectRule, messageSubject) === undefined &&
    faultOf(firstMessage, messageText) === undefined
  );
}

function LetterGone() {
  return (
    <Page title={TITLE} back={paths.orders()}>
      <Blocked
        title="This letter is not here any more"
        action={
          <Button size="md" render={<Link to={paths.orders()} />}>
            See your messages
          </Button>
        }
      >
        It was sent or discarded on another device or in another tab. Nothing was charged here.
      </Blocked>
    </Page>
  );
}
