import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { DRAFT_GONE } from '#shared/messages/checkout.ts';
import { subject as subjectRule } from '#shared/rules/conversations/messages.ts';
import { messageBeside } from '#shared/rules/conversations/prompt-answers.ts';
import { answersTo, missingAnswer } from '#shared/rules/conversations/prompts.ts';
import { useEntity } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { ruleError } from '#web/forms/rule-error.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryPage, together } from '#web/shell/QueryPage.tsx';
import { Redirect } from '#web/shell/Redirect.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CardSkeleton } from '#web/ui/Skeletons.tsx';
import { MESSAGE_WORDS, readDeviceDraft } from '../../drafts/device-draft.ts';
import { isUnsaved } from '../../drafts/device-version.ts';
import type { Draft } from '../../drafts/draft-sync.ts';
import { firstLetterIn } from '../../first-letter.ts';
import type { Profile } from '../../recipient.ts';
import { WaySteps } from '../../WaySteps.tsx';
import { askedAgainIn } from './asked-again.ts';
import { ConfirmPayment, type ConfirmPaymentProps } from './ConfirmPayment.tsx';
import { useChosenTier } from './chosen-tier.ts';
import { backToWriting } from './offer-change.ts';
import { storedAttempt } from './payment-attempt.ts';
import { paymentQueries } from './payment-queries.ts';
import { SendBlocked } from './SendBlocked.tsx';
import type { ShownLetter } from './use-payment.ts';

export const loader = queryLoader(paymentQueries);

const TITLE = 'Confirm Payment';

/**
 * `/inbox-payment/{userId}`: pays for the draft that the server has. Without a draft it redirects to writing one.
 * docs/product/conversations.md#sending-a-message
 */
export function Component() {
  const userId = usePathParameter('userId');
  // With unsaved words it redirects to the page where they are written, which saves them or shows the conflict.
  const [unsaved] = useState(() => hasUnsaved(userId));
  const asked = paymentQueries({ params: { userId } });
  const profile = useEntity(asked.profile);
  const cards = useQuery(asked.cards);
  // The draft on the screen changes only when a payment was refused because of a newer version, together with a
  // message about that.
  const draft = useQuery({
    ...asked.draft,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    enabled: !unsaved,
  });
  const [search] = useSearchParams();
  const choice = search.get('tier') ?? draft.data?.data[0]?.tier;
  const askedAgain = askedAgainIn(search);
  const letter = useLetter(userId, profile.data, draft.data?.data, draft.isFetching);
  const back = paths.createInbox(userId, choice, askedAgain);
  const firstLetter = firstLetterIn(useLocation().state);
  if (profile.data?.username === SUPPORT_USERNAME)
    return <Navigate to={paths.helpTicket()} replace />;
  if (unsaved || letter === 'NONE') return <Navigate to={back} replace />;
  if (letter === 'QUESTION' || letter === 'TOO_SHORT')
    return <Redirect {...backToWriting(userId, choice, letter, askedAgain)} />;
  if (letter === 'GONE') return <LetterGone />;
  return (
    <QueryPage
      title={TITLE}
      back={back}
      flush
      alone
      lead={firstLetter && <WaySteps step="Payment" />}
      skeleton={<PaymentSkeleton />}
      query={together(profile, { ...draft, data: letter }, cards)}
      // The page of a deleted recipient still shows the draft.
      missing={<Navigate to={back} replace />}
    >
      {([person, written, { data }]) => (
        <Confirm
          profile={person}
          letter={written}
          savedCard={data[0]}
          kept={draft.data?.data[0]?.tier}
        />
      )}
    </QueryPage>
  );
}

/** The total, that it is held, the card and the button. */
function PaymentSkeleton() {
  return (
    <div className="payment">
      <div className="payment-slip">
        <div className="skeleton h-13" />
        <div className="skeleton h-18" />
        <CardSkeleton height={208} />
        <div className="skeleton h-13 rounded-card!" />
      </div>
    </div>
  );
}

/** Without a chosen tier it redirects to the choice, unless an attempt waits for its outcome. */
function Confirm({
  kept,
  ...props
}: Omit<ConfirmPaymentProps, 'tier' | 'choice'> & { kept: string | undefined }) {
  const { id, tiers } = props.profile;
  const { tier, choice, missing } = useChosenTier(props.profile, kept);
  const [wasChosen] = useState(!missing);
  const [search] = useSearchParams();
  const named = search.get('tier') ?? kept;
  // The tier on the screen stays until the sender chooses again, even if it was changed meanwhile.
  const [shown] = useState(
    () => tiers?.find((one) => one.id === storedAttempt(id)?.order.tierId) ?? tier,
  );
  const [waits] = useState(() => storedAttempt(id) !== undefined);
  if (missing && !shown && !waits) {
    const changed = wasChosen || named !== undefined ? 'OFFER' : undefined;
    return <Redirect {...backToWriting(id, undefined, changed, askedAgainIn(search))} />;
  }
  return <ConfirmPayment {...props} tier={shown} choice={shown?.id ?? choice} />;
}

/**
 * The message to pay for: the draft, or what an unanswered attempt sent, whose draft may be deleted. NONE: there is
 * nothing to send. GONE: it was shown here and has been deleted. QUESTION, TOO_SHORT: the recipient changed their questions since
 * it was written. Undefined while loading, also while a draft that was read before may be outdated.
 */
function useLetter(
  userId: string,
  profile: Profile | undefined,
  drafts: readonly Draft[] | undefined,
  isReading: boolean,
): ShownLetter | 'NONE' | 'GONE' | 'QUESTION' | 'TOO_SHORT' | undefined {
  const [shown, setShown] = useState(false);
  if (!profile || !drafts) return undefined;
  const found = letterOf(drafts[0], profile) ?? storedAttempt(userId)?.order;
  if (!found) return shown ? 'GONE' : 'NONE';
  const missing = missingIn(found, profile);
  if (missing) return isReading && !shown ? undefined : missing;
  if (!shown) setShown(true);
  return found;
}

function letterOf(draft: Draft | undefined, { prompts }: Profile): ShownLetter | undefined {
  if (!draft) return undefined;
  const { id: draftId, version: draftVersion, messageSubject, messageText, attachments } = draft;
  const answers = prompts && { answers: answersTo(prompts, draft.answers) };
  return {
    messageSubject,
    messageText,
    ...answers,
    ...(attachments && { attachments }),
    draftId,
    draftVersion,
  };
}

function hasUnsaved(userId: string): boolean {
  const kept = readDeviceDraft(userId);
  return kept !== undefined && isUnsaved(MESSAGE_WORDS, kept);
}

/** What a letter lacks: an answer to a question, or characters. NONE: it was not written to its end. */
function missingIn(
  { messageSubject, messageText, answers, attachments }: ShownLetter,
  { prompts }: Profile,
): 'NONE' | 'QUESTION' | 'TOO_SHORT' | undefined {
  if (ruleError(subjectRule, messageSubject) !== undefined) return 'NONE';
  if (missingAnswer(prompts, answers) !== undefined) return 'QUESTION';
  // Whether one of them is a recording, beside which a text can be shorter, is known to the server.
  const mayBeSpoken = attachments !== undefined;
  if (ruleError(messageBeside(answers, mayBeSpoken), messageText) === undefined) return undefined;
  // Long enough beside an answer, and not without the question.
  const isShort =
    ruleError(messageBeside([{ question: '', text: 'x' }]), messageText) === undefined;
  return isShort ? 'TOO_SHORT' : 'NONE';
}

function LetterGone() {
  return (
    <Page title={TITLE} back={paths.orders()}>
      <SendBlocked
        title="This draft no longer exists"
        action={
          <Button size="md" render={<Link to={paths.orders()} />}>
            See your letters
          </Button>
        }
      >
        {DRAFT_GONE}
      </SendBlocked>
    </Page>
  );
}
