import type { Cents } from '../../money.ts';
import type { Instant } from '../../time.ts';

/*
 * What happened to an account without its person doing it, and stands on their home screen until they have seen it. Kept
 * with the account, so that every device shows the same. That a renewal failed is none of these: it stands for as long as
 * the plan says so.
 */

/**
 * PLAN_ENDED: the paid plan is over; `about` names it. BONUS_EARNED, BONUS_TAKEN_BACK: of invitations. REPORT_CHARGED: a
 * message was reported and its payment taken; `about` is the conversation. EARNING_TAKEN_BACK: an earning was taken back for
 * good, whether or not it was paid out before; `about` is the conversation. BADGE_LOST: the full name is no longer the name
 * that Stripe verified, or Stripe no longer verifies it.
 */
export const ALERT_KINDS = [
  'PLAN_ENDED',
  'REPORT_CHARGED',
  'BADGE_LOST',
  'BONUS_EARNED',
  'BONUS_TAKEN_BACK',
  'EARNING_TAKEN_BACK',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** One kind of alert: all of it that was not dismissed yet. */
export type Alert = {
  readonly kind: AlertKind;
  /** When it happened last. */
  readonly at: Instant;
  /** How often it happened since it was dismissed. */
  readonly count: number;
  readonly amount: Cents;
  /** What the last one is about. */
  readonly about: string | null;
};
