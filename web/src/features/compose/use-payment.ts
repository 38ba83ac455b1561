import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  viewDashboardStats,
  viewPaymentMethod,
  viewUserProfile,
} from '../../../../shared/api/account.ts';
import { checkPendingInbox, viewOrderList } from '../../../../shared/api/conversations.ts';
import type { Cents } from '../../../../shared/money.ts';
import { refresh } from '../../api/queries.ts';
import type { NewCard } from '../../card/use-new-card.ts';
import { type ComposeDraft, clearComposeDraft } from '../../conversation/compose-draft.ts';
import { paths } from '../../paths.ts';
import type { Profile } from './accepting.ts';
import { type Attempt, attemptFor, forgetAttempt, unansweredAttempt } from './attempt.ts';
import type { Sent } from './PaymentSuccess.tsx';
import { type Outcome, pay } from './pay.ts';

/** What the screen knows besides the form: the price in force, what the last try said, and whether one is under way. */
export type Payment = {
  readonly busy: boolean;
  readonly price: Cents;
  /** The price before it changed while the sender was here. */
  readonly priceBefore: Cents | undefined;
  /** The last outcome that was not success. */
  readonly outcome: Exclude<Outcome, { is: 'paid' }> | undefined;
  /** An attempt whose answer is not known: pressing again repeats it instead of making another. */
  readonly unanswered: Attempt | undefined;
  readonly submit: (card: () => Promise<NewCard | 'notReady' | undefined>) => Promise<void>;
  readonly resume: (attempt: Attempt) => Promise<void>;
  /** The sender wants another card: the attempt that is under way is given up where that is safe. */
  readonly startOver: () => void;
};

export function usePayment(profile: Profile, draft: ComposeDraft): Payment {
  const navigate = useNavigate();
  const order = {
    recipientId: profile.id,
    messageSubject: draft.subject.trim(),
    messageText: draft.text,
  };
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
      clearComposeDraft();
      forgetAttempt();
      const { id, recipientName, subject, deadlineAt } = result.conversation;
      const sent: Sent = { orderId: id, recipientName, subject, deadlineAt };
      navigate(paths.paymentSuccess(), { replace: true, state: sent });
      void refresh(viewOrderList, viewDashboardStats, checkPendingInbox, viewPaymentMethod);
      return;
    }
    if (result.is === 'priceChanged') {
      setShown((now) => ({ price: result.price, before: now.price }));
      void refresh(viewUserProfile);
    }
    setOutcome(result);
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
      forgetAttempt();
      setUnanswered(undefined);
      setOutcome(undefined);
    },
  };
}
