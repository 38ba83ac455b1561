import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { viewDashboardStats } from '#shared/api/accounts.ts';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { viewOrderList } from '#shared/api/conversation-lists.ts';
import { viewDraft, viewDrafts } from '#shared/api/drafts.ts';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import * as checkout from '#shared/messages/checkout.ts';
import type { Cents } from '#shared/money.ts';
import type { PromptAnswer } from '#shared/rules/conversations/prompts.ts';
import { query, queryClient, refresh } from '#web/api/queries.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { endUploads, placeKeys } from '#web/features/attachments/page-uploads.ts';
import type { NewCard } from '#web/features/billing/card/use-new-card.ts';
import { fieldOf } from '#web/features/profiles/field-of.ts';
import { keptSource } from '#web/features/profiles/visit-source.ts';
import { paths } from '#web/paths.ts';
import { useIsPageOpen } from '#web/shell/open-page.ts';
import { toast } from '#web/ui/Toast.tsx';
import { draftSyncOf } from '../../drafts/draft-sync.ts';
import type { Profile } from '../../recipient.ts';
import { forgetToAskElsewhere } from './asked-again.ts';
import type { OfferedTier } from './chosen-tier.ts';
import type { Sent } from './PaymentSuccess.tsx';
import { type Outcome, pay } from './pay.ts';
import { type Attempt, attemptFor, clearAttempt, unansweredAttempt } from './payment-attempt.ts';

type Refused = Exclude<Outcome, { is: 'paid' }>;

/** The state of the payment besides its form: the current price, the last outcome, and whether a request is running. */
export type Payment = {
  readonly busy: boolean;
  readonly price: Cents;
  /** The earlier price, if it changed while the sender was here. */
  readonly priceBefore: Cents | undefined;
  /** The last outcome other than success. */
  readonly outcome: Refused | undefined;
  /** The card of the last attempt; undefined if it was the one on file. */
  readonly tried: Attempt['card'];
  /** An attempt whose outcome is unknown: the next press repeats it instead of starting another. */
  readonly unanswered: Attempt | undefined;
  /** Resolves with whether it is paid. */
  readonly submit: (card: () => Promise<NewCard | 'notReady' | undefined>) => Promise<boolean>;
  readonly resume: (attempt: Attempt) => Promise<boolean>;
  /** Starts over with another card, and drops the current attempt if that is safe. */
  readonly startOver: () => void;
};

/** The message that is shown and paid for: the draft, or what an unanswered attempt has sent. */
export type ShownLetter = {
  readonly messageSubject: string;
  readonly messageText: string;
  /** An answer to each question of the recipient; undefined if they ask none. */
  readonly answers?: PromptAnswer[] | undefined;
  /** The ids of its files. */
  readonly attachments?: string[] | undefined;
  readonly draftId?: string | undefined;
  readonly draftVersion?: number | undefined;
};

export function usePayment(
  profile: Profile,
  letter: ShownLetter,
  tier: OfferedTier | undefined,
): Payment {
  const navigate = useNavigate();
  const viewerId = useViewerId();
  const order = { recipientId: profile.id, ...letter };
  const [busy, setBusy] = useState(false);
  const [unanswered, setUnanswered] = useState(() => unansweredAttempt(order));
  const [shown, setShown] = useState({
    price: unanswered?.order.price ?? tier?.price ?? profile.yourPrice ?? profile.paidResponsePrice,
    before: undefined as Cents | undefined,
  });
  const [outcome, setOutcome] = useState<Payment['outcome']>();
  const [tried, setTried] = useState<Payment['tried']>(unanswered?.card);
  const underWay = useRef(false);
  const isPageOpen = useIsPageOpen();

  /** Allows one request at a time, however often the button is pressed. */
  const once = async (work: () => Promise<boolean>): Promise<boolean> => {
    if (underWay.current) return false;
    underWay.current = true;
    setBusy(true);
    try {
      return await work();
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  const settle = async (result: Outcome) => {
    if (result.is === 'paid') {
      const { draftId: id, draftVersion: version } = letter;
      if (id !== undefined && version !== undefined)
        draftSyncOf(viewerId, profile.id).forget({ id, version });
      clearAttempt(profile.id);
      if (letter.attachments) void forgetFiles(profile.id);
      forgetToAskElsewhere();
      const { id: orderId, senderName, recipientName, subject, tier } = result.conversation;
      const { price, timeReceived: paidAt, deadlineAt } = result.conversation;
      const sent: Sent = {
        orderId,
        senderName,
        recipientName,
        field: fieldOf(profile),
        subject,
        price,
        paidAt,
        deadlineAt,
        tierName: tier?.name,
        chargesAt: result.conversation.chargesAt,
        paidWith: result.conversation.paidWith,
      };
      // Until the next screen has arrived, this one stays as it is, with nothing to press: what is refreshed below would change it.
      if (isPageOpen()) await navigate(paths.paymentSuccess(), { replace: true, state: sent });
      else toast.success(`Your letter to ${recipientName} is paid for and sent.`);
      void refresh(
        viewOrderList,
        viewDrafts,
        viewDashboardStats,
        checkPendingInbox,
        viewPaymentMethod,
      );
      return;
    }
    if (!isPageOpen()) toast.error(checkout.unfinished(profile.fullName));
    // The order may be invalid because the recipient has changed their questions.
    if (result.is === 'tierChanged' || result.is === 'invalid') void refresh(viewUserProfile);
    if (result.is === 'priceChanged') {
      setShown((now) => ({ price: result.price, before: now.price }));
      void refresh(viewUserProfile);
    }
    setOutcome(result.is === 'draftChanged' ? await showNewer(result, profile.id) : result);
    setUnanswered(unansweredAttempt(order));
  };

  const run = async (attempt: Attempt) => {
    const result = await pay(attempt);
    await settle(result);
    return result.is === 'paid';
  };
  return {
    busy,
    price: shown.price,
    priceBefore: shown.before,
    outcome,
    unanswered,
    tried,
    submit: (card) =>
      once(async () => {
        setOutcome(undefined);
        const made = await card();
        if (made === 'notReady') return false;
        const via = keptSource(profile.id);
        const offer = { price: shown.price, tierId: tier?.id };
        const wanted = { ...order, ...offer, via, newCard: made?.pays };
        setTried(made?.called);
        return run(attemptFor(wanted, made?.called));
      }),
    resume: (attempt) => once(() => run(attempt)),
    startOver: () => {
      clearAttempt(profile.id);
      setUnanswered(undefined);
      setOutcome(undefined);
    },
  };
}

/** The letter has its files now. */
async function forgetFiles(recipientId: string): Promise<void> {
  const place = placeKeys.letter(recipientId);
  endUploads(place);
  const { endVoice } = await import('#web/features/voice/use-voice-in-writing.ts');
  endVoice(place);
}

/** Loads the current draft, to show it together with the message that it has changed. */
async function showNewer(changed: Refused, recipientId: string): Promise<Refused> {
  try {
    const { queryKey } = query(viewDraft, { recipientId });
    await queryClient.refetchQueries({ queryKey }, { throwOnError: true });
    return changed;
  } catch {
    return { is: 'unknown', sentence: checkout.NEWER_DRAFT_NOT_LOADED };
  }
}
