import type { Cents } from '../../money.ts';
import type { Instant } from '../../time.ts';

/*
 * Alerts: changes to an account that its owner did not make, shown on the home screen until dismissed. They are stored with
 * the account, so every device shows the same. A failed renewal is not an alert, because it is shown for as long as the
 * plan has that status.
 */

/**
 * PLAN_ENDED: the paid plan ended; `about` names it. BONUS_EARNED, BONUS_TAKEN_BACK: referral bonuses. REPORT_CHARGED: a
 * message was reported and its payment taken; `about` is the conversation. EARNING_TAKEN_BACK: an earning was taken back
 * for good, whether or not it had been paid out; `about` is the conversation. BADGE_LOST: the full name is no longer the
 * name that Stripe verified, or Stripe no longer verifies it. PLACE_FREE: somebody has a place again, of which the person asked to
 * be told; `about` is the username. DECISION: staff decided something that the person reads at /decisions; `about` is its deed
 * (statements) or APPEAL, and the id of the statement. PAYOUT_HELD: the first payout is held for a check until the time in
 * `about`. PASSKEY_ADDED: a passkey was added, perhaps by somebody else; `about` is its name.
 */
export const ALERT_KINDS = [
  'PLAN_ENDED',
  'REPORT_CHARGED',
  'BADGE_LOST',
  'BONUS_EARNED',
  'BONUS_TAKEN_BACK',
  'EARNING_TAKEN_BACK',
  'PLACE_FREE',
  'DECISION',
  'PAYOUT_HELD',
  'PASSKEY_ADDED',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** The undismissed alerts of one kind, as one. */
export type Alert = {
  readonly kind: AlertKind;
  /** The latest time. */
  readonly at: Instant;
  /** How often it happened since the last dismissal. */
  readonly count: number;
  readonly amount: Cents;
  /** The subject of the latest occurrence. */
  readonly about: string | null;
};
