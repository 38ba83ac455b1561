import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { checkUser } from '#shared/api/current-session.ts';
import { CHARGE_NOT_MADE, CHARGE_UNKNOWN, registered } from '#shared/messages/plans.ts';
import { type PaidPlan, PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { isRefusal } from '#web/api/client.ts';
import { refresh } from '#web/api/queries.ts';
import { storeAccessToken } from '#web/api/session.ts';
import type { NewCard } from '#web/features/billing/card/use-new-card.ts';
import {
  isOutcomeUnknown,
  lookUpPlan,
  type PlanOutcome,
} from '#web/features/billing/lost-plan-response.ts';
import { planFailureWords } from '#web/features/billing/plan-failure-words.ts';
import { paths } from '#web/paths.ts';
import { toast } from '#web/ui/Toast.tsx';
import { clearChoices } from '../../registration-choices.ts';

type Finished = Parameters<typeof storeAccessToken>[0];

const NOT_FINISHED = 'Error while registering your account.';
const FAILED = 'Error while registering your account. Please try again.';

/** Confirms what was charged: nothing on Home says so. */
const paidWords = (plan: PaidPlan) => registered(PLAN_TERMS[plan].price, PLAN_TERMS[plan].name);

/**
 * Finishes the registration once, updates the session and the user, and opens the app. `send` resolves with undefined
 * if fields are missing; `onDeclined` is called when a card was declined. `finish` takes a card
 * that was chosen in a wallet, and resolves with whether the registration is finished.
 */
export function useFinishRegistration(
  send: (inWallet?: NewCard) => Promise<Finished | undefined>,
  onDeclined?: () => void,
  /** The plan that a lost response may have started. */
  plan?: PaidPlan,
) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const underWay = useRef(false);
  /** Whether the response to the last attempt was lost. */
  const isUnknown = useRef(false);

  const leave = async (finished?: Finished) => {
    if (finished) storeAccessToken(finished);
    await refresh(checkUser);
    clearChoices();
    if (plan) toast.success(paidWords(plan));
    await navigate(paths.dashboard(), { replace: true });
  };
  const tell = (fault: unknown, inWallet?: NewCard) => {
    if (isRefusal(fault, 'CARD_DECLINED')) onDeclined?.();
    setError(planFailureWords(FAILED, fault, inWallet));
  };
  /** Looks up what became of a payment whose response was lost; says so, or leaves if the plan has started. */
  const lookUp = async (paid: PaidPlan): Promise<PlanOutcome> => {
    const outcome = await lookUpPlan(paid);
    isUnknown.current = outcome === 'UNKNOWN';
    if (outcome === 'STARTED') await leave();
    else setError(outcome === 'UNKNOWN' ? CHARGE_UNKNOWN : `${NOT_FINISHED} ${CHARGE_NOT_MADE}`);
    return outcome;
  };
  const finish = async (inWallet?: NewCard): Promise<boolean> => {
    if (underWay.current) return false;
    underWay.current = true;
    setBusy(true);
    setError(undefined);
    try {
      if (plan && isUnknown.current) {
        const outcome = await lookUp(plan);
        if (outcome !== 'NOT_STARTED') return outcome === 'STARTED';
      }
      const finished = await send(inWallet);
      if (finished) await leave(finished);
      return finished !== undefined;
    } catch (fault) {
      if (plan && isOutcomeUnknown(fault)) return (await lookUp(plan)) === 'STARTED';
      tell(fault, inWallet);
      return false;
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  return { busy, error, finish };
}
