import { useRef, useState } from 'react';
import { upgradeSubscription } from '../../../../../shared/api/billing.ts';
import type { PaidPlan } from '../../../../../shared/rules/billing/plans.ts';
import { call } from '../../../api/client.ts';
import { failureWords } from '../../../forms/submission.ts';
import { withBankAuthentication } from '../card/bank-authentication.ts';
import {
  CHARGE_NOT_MADE,
  CHARGE_UNKNOWN,
  isOutcomeUnknown,
  lookUpPlan,
} from '../lost-plan-response.ts';
import { followPlan } from './plan-change.ts';

const FAILED = 'Error while upgrading subscription';

/** Buys a plan, including the bank's authentication, and returns whether that succeeded. One at a time. */
export function useUpgrade() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const underWay = useRef(false);
  /** Whether the response to the last attempt was lost. */
  const isUnknown = useRef(false);
  const take = async (licenseId: PaidPlan): Promise<boolean> => {
    if (underWay.current) return false;
    underWay.current = true;
    setBusy(true);
    setError(undefined);
    try {
      if (isUnknown.current) {
        const outcome = await lookUpPlan(licenseId);
        if (outcome === 'UNKNOWN') setError(CHARGE_UNKNOWN);
        if (outcome !== 'NOT_STARTED') return outcome === 'STARTED';
        isUnknown.current = false;
      }
      await followPlan(
        await withBankAuthentication(() => call(upgradeSubscription, { licenseId })),
      );
      return true;
    } catch (fault) {
      if (!isOutcomeUnknown(fault)) {
        setError(failureWords(FAILED, fault));
        return false;
      }
      const outcome = await lookUpPlan(licenseId);
      isUnknown.current = outcome === 'UNKNOWN';
      if (outcome !== 'STARTED')
        setError(outcome === 'UNKNOWN' ? CHARGE_UNKNOWN : `${FAILED}. ${CHARGE_NOT_MADE}`);
      return outcome === 'STARTED';
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  return { busy, error, take };
}
