import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { viewDashboardStats } from '../../../../shared/api/accounts.ts';
import { viewPaymentMethod } from '../../../../shared/api/billing.ts';
import {
  checkPendingInbox,
  viewDraft,
  viewDrafts,
  viewOrderList,
} from '../../../../shared/api/conversations.ts';
import { viewUserProfile } from '../../../../shared/api/profiles.ts';
import type { Cents } from '../../../../shared/money.ts';
import { query, queryClient, refresh } from '../../api/queries.ts';
import type { NewCard } from '../../card/use-new-card.ts';
import { draftKeeperOf } from '../../conversation/draft-keeper.ts';
import { useViewerId } from '../../conversation/viewer.ts';
import { paths } from '../../paths.ts';
import type { Profile } from './accepting.ts';
import { type Attempt, attemptFor, forgetAttempt, unansweredAttempt } from './attempt.ts';
import type { Sent } from './PaymentSuccess.tsx';
import { type Outcome, pay } from './pay.ts';

type Refused = Exclude<Outcome, { is: 'paid' }>;

/** What the screen knows besides the form: the price in force, what the last try said, and whether one is under way. */
export type Payment = {
  readonly busy: boolean;
  readonly price: Cents;
  /** The price before it changed while the sender was here. */
  readonly priceBefore: Cents | undefined;
  /** The last outcome that was not success. */
  readonly outcome: Refused | undefined;
  /** An attempt whose answer is not known: pressing again repeats it instead of making another. */
  readonly unanswered: Attempt | undefined;
  readonly submit: (card: () => Promise<NewCard | 'notReady' | undefined>) => Promise<void>;
  readonly resume: (attempt: Attempt) => Promise<void>;
  /** The sender wants another card: the attempt that is under way is given up where that is safe. */
  readonly startOver: () => void;
};

/** A letter as it is shown and paid for; an attempt of an older version of the app has no draft. */
export type ShownLetter = {
  readonly messageSubject: string;
  readonly messageText: string;
  readonly draftId?: string | undefined;
  readonly draftVersion?: number | undefined;
};

export function usePayment(profile: Profile, letter: ShownLetter): Payment {
  const navigate = useNavigate();
  const viewerId = useViewerId();
  const order = { recipientId: profile.id, ...letter };
  const [busy, setBusy] = useState(false);
  const [unanswered, setUnanswered] = useState(() => unansweredAttempt(order));
  const [shown, setShown] = useState({
    price: unanswered?.order.price ?? profile.paidResponsePrice,
    before: undefined as Cents | undefined,
  });
  const [outcome, setOutcome] = useState<Payment['outcome']>();
  const underWay = useRef(false);

  /** One try at a time, however often the button is pressed. */
  const once = async (work: () => Promise<void>) => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  const settle = async (result: Outcome) => {
    if (result.is === 'paid') {
      const { draftId: id, draftVersion: version } = letter;
      if (id !== undefined && version !== undefined)
        draftKeeperOf(viewerId, profile.id).forget({ id, version });
      forgetAttempt(profile.id);
      const { id: orderId, recipientName, subject, deadlineAt } = result.conversation;
      const sent: Sent = { orderId, recipientName, subject, deadlineAt };
      navigate(paths.paymentSuccess(), { replace: true, state: sent });
      void refresh(
        viewOrderList,
        viewDrafts,
        viewDashboardStats,
        checkPendingInbox,
        viewPaymentMethod,
      );
      return;
    }
    if (result.is === 'priceChanged') {
      setShown((now) => ({ price: result.price, before: now.price }));
      void refresh(viewUserProfile);
    }
    setOutcome(result.is === 'draftChanged' ? await showNewer(result, profile.id) : result);
    setUnanswered(unansweredAttempt(order));
  };

  const run = async (attempt: Attempt) => settle(await pay(attempt));
  return {
    busy,
    price: shown.price,
    priceBefore: shown.before,
    outcome,
    unanswered,
    submit: (card) =>
      once(async () => {
        setOutcome(undefined);
        const made = await card();
        if (made === 'notReady') return;
        const wanted = { ...order, price: shown.price, newCard: made?.pays };
        await run(attemptFor(wanted, made?.called));
      }),
    resume: (attempt) => once(() => run(attempt)),
    startOver: () => {
      forgetAttempt(profile.id);
      setUnanswered(undefined);
      setOutcome(undefined);
    },
  };
}

/** Loads the letter as it is now, so that the screen shows it with the sentence that it changed. */
async function showNewer(changed: Refused, recipientId: string): Promise<Refused> {
  try {
    const { queryKey } = query(viewDraft, { recipientId });
    await queryClient.refetchQueries({ queryKey }, { throwOnError: true });
    return changed;
  } catch {
    const sentence =
      'This letter was changed elsewhere, and nothing was charged. We could not load the newer version; please reload this page.';
    return { is: 'unknown', sentence };
  }
}
