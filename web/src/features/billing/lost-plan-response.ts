import { checkUser } from '#shared/api/current-session.ts';
import type { PaidPlan } from '#shared/rules/billing/plans.ts';
import { call, isRefusal, OUTCOME_UNKNOWN, refreshSession } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { currentAccessToken } from '../../api/session.ts';

/* A payment of a plan whose response was lost: the card may be charged, so the account says what is so. */

/** Whether nobody knows if a call arrived. Errors other than refusals are about the page, not about the payment. */
export const isOutcomeUnknown = (fault: unknown): boolean => isRefusal(fault, ...OUTCOME_UNKNOWN);

export type PlanOutcome = 'STARTED' | 'NOT_STARTED' | 'UNKNOWN';

/** Looks up whether the account has the plan now. If it has, the session and the user on the screen follow. */
export async function lookUpPlan(plan: PaidPlan): Promise<PlanOutcome> {
  try {
    const { data } = await call(checkUser, {});
    if (data[0]?.licenseId !== plan) return 'NOT_STARTED';
    await refreshSession(currentAccessToken());
    await refresh(checkUser);
    return 'STARTED';
  } catch {
    return 'UNKNOWN';
  }
}
