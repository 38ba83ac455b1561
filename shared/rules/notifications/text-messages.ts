import { PRODUCT_NAME } from '../../brand.ts';
import type { DomainEvent, DomainEventType } from '../../domain-events.ts';
import { openedText } from '../../messages/claims.ts';
import { utcDates } from '../../messages/dates.ts';
import { IN_REVIEW } from '../../messages/payments.ts';
import { cents, formatMoney } from '../../money.ts';
import { instant, later } from '../../time.ts';
import { REFERRAL_BONUS } from '../accounts/referrals.ts';
import { type PaidPlan, PLAN_TERMS } from '../billing/plans.ts';
import { CLAIM_RESPONSE_TIME } from '../conversations/claims.ts';

/* The text messages of domain events. */

/** The events that are sent by text message to people without a device that gets the notification. */
export const TEXTED_EVENTS = [
  'plan.renewalFailed',
  'plan.ended',
  'referral.earned',
  'conversation.reported',
  'conversation.expiringSoon',
  'claim.opened',
  'user.stepStopped',
  'user.deletionRequested',
  'user.deletionSoon',
] as const satisfies readonly DomainEventType[];

/** Returns the text message of an event. `origin`: the address of the web app. */
export function textMessageOf(
  event: DomainEvent<(typeof TEXTED_EVENTS)[number]>,
  origin: string,
): string {
  switch (event.type) {
    case 'plan.renewalFailed':
      return `${PRODUCT_NAME}: your ${planName(event.detail.plan)} plan could not be renewed, your card was declined. Check it at ${origin}/subscription`;
    case 'plan.ended':
      return `${PRODUCT_NAME}: your ${planName(event.detail.plan)} plan has ended. You are on the Free plan. Plans: ${origin}/subscription`;
    case 'referral.earned':
      return `${PRODUCT_NAME}: you earned ${formatMoney(cents(event.detail.amountCents ?? REFERRAL_BONUS))} for an invitation. See ${origin}/account-balance`;
    case 'conversation.reported':
      return `${PRODUCT_NAME}: a letter you sent was reported. ${IN_REVIEW} See ${origin}/order-viewer/${event.detail.conversationId}`;
    case 'conversation.expiringSoon':
      return `${PRODUCT_NAME}: a paid letter expires in less than 12 hours. You asked to be reminded. Answer it at ${origin}/inbox-viewer/${event.detail.conversationId}`;
    case 'claim.opened':
      return `${PRODUCT_NAME}: ${openedText(later(instant(event.at), CLAIM_RESPONSE_TIME), utcDates)}: ${origin}/inbox-viewer/${event.detail.conversationId}`;
    case 'user.stepStopped':
      return `${PRODUCT_NAME}: a change of your account was stopped, and everyone is signed out. Not you? Ask us for help: ${origin}/login`;
    case 'user.deletionRequested':
    case 'user.deletionSoon':
      return `${PRODUCT_NAME}: your account will be deleted on ${utcDates.deadline(instant(event.detail.deletionAt))}. Keep it: ${origin}/settings/leaving`;
  }
}

const planName = (plan: string) => PLAN_TERMS[plan as PaidPlan].name;
