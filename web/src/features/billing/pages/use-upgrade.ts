import { useRef, useState } from 'react';
import { previewUpgrade, upgradeSubscription, viewPaymentMethod } from '#shared/api/billing.ts';
import type { Output } from '#shared/api/operation.ts';
import { CHARGE_NOT_MADE, CHARGE_UNKNOWN } from '#shared/messages/plans.ts';
import type { PaidPlan } from '#shared/rules/billing/plans.ts';
import { call, isRefusal } from '#web/api/client.ts';
import { query, refresh, useEntity } from '#web/api/queries.ts';
import { withBankAuthentication } from '../card/bank-authentication.ts';
import type { NewCard } from '../card/use-new-card.ts';
import { isOutcomeUnknown, lookUpPlan } from '../lost-plan-response.ts';
import { planFailureWords } from '../plan-failure-words.ts';
import { followPlan } from './plan-change.ts';

const FAILED = 'Error while upgrading subscription';

/** What an upgrade charges today, as the server counted it. */
export type UpgradePrice = Output<typeof previewUpgrade>['data'][number];

/**
 * Buys a plan, including the bank's authentication, and returns whether that succeeded. One at a time. `shown`: the price on the screen,
 * which is charged; if the upgrade would cost another amount by now, nothing is charged and the new amount is loaded. `inWallet`: the card
 * that pays and is saved, chosen in the sheet of a wallet; by default the saved one pays.
 */
export function useUpgrade() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const underWay = useRef(false);
  /** Whether the response to the last attempt was lost. */
  const isUnknown = useRef(false);
  const take = async (
    licenseId: PaidPlan,
    shown?: UpgradePrice,
    inWallet?: NewCard,
  ): Promise<boolean> => {
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
        await withBankAuthentication(() =>
          call(upgradeSubscription, {
            licenseId,
            ...(inWallet && { paymentMethodId: inWallet.pays.paymentMethodId }),
            ...(shown && { price: shown.amount, pricedAt: shown.pricedAt }),
          }),
        ),
      );
      if (inWallet) await refresh(viewPaymentMethod);
      return true;
    } catch (fault) {
      if (isRefusal(fault, 'PRICE_CHANGED')) await refresh(previewUpgrade);
      if (!isOutcomeUnknown(fault)) {
        setError(planFailureWords(FAILED, fault, inWallet));
        return false;
      }
      const outcome = await lookUpPlan(licenseId);
      isUnknown.current = outcome === 'UNKNOWN';
      if (inWallet) await refresh(viewPaymentMethod);
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

/** What a plan costs today; undefined asks for none. It is asked for anew each time, because it falls with every hour of the month. */
export function useUpgradePrice(wanted: PaidPlan | undefined) {
  return useEntity({
    ...query(previewUpgrade, { licenseId: wanted ?? 'STARTER' }),
    enabled: wanted !== undefined,
    staleTime: 0,
  });
}
