import { PRODUCT_NAME } from '../brand.ts';
import type { Fact, FactType } from '../facts.ts';
import { formatMoney } from '../money.ts';
import { DAY } from '../time.ts';
import type { Notification } from './notifications.ts';
import { periodInWords } from './payouts.ts';
import { type PaidPlan, PLAN_TERMS } from './plans.ts';
import { REFERRAL_BONUS } from './referrals.ts';

/*
 * Notifications about an account: its payouts, plan, phone number and invitations. They contain no amounts, which only the
 * app shows.
 */

export const ACCOUNT_FACTS = [
  'payout.paid',
  'payout.waiting',
  'payout.failed',
  'plan.renewalFailed',
  'plan.ended',
  'referral.earned',
  'referral.takenBack',
  'user.phoneChangeAsked',
  'user.phoneChanged',
] as const satisfies readonly FactType[];
type AccountFact = Fact<(typeof ACCOUNT_FACTS)[number]>;

const WEEK = 7 * DAY;

/** What a fact of an account is to its person. */
export function accountNews(fact: AccountFact): Notification {
  switch (fact.type) {
    case 'plan.renewalFailed':
    case 'plan.ended':
      return planNews(fact);
    case 'referral.earned':
    case 'referral.takenBack':
      return referralNews(fact);
    case 'user.phoneChangeAsked':
    case 'user.phoneChanged':
      return phoneNews(fact);
    default:
      return payoutNews(fact);
  }
}

/** The notification of a phone change. It does not contain the number, because it shows on the lock screen. */
function phoneNews({
  type,
  detail: { userId },
}: Fact<'user.phoneChangeAsked' | 'user.phoneChanged'>): Notification {
  const words =
    type === 'user.phoneChangeAsked'
      ? {
          title: 'Your phone number is about to change',
          body: 'It takes 72 hours. If this was not you, stop it now.',
        }
      : {
          title: 'Your phone number has changed',
          body: 'If this was not you, choose a new password and ask us for help.',
        };
  const about = { tag: 'phone', urgency: 'high', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: '/change-phone-number', ...about };
}

const planName = (plan: string) => PLAN_TERMS[plan as PaidPlan].name;

function planNews({
  type,
  detail: { userId, plan },
}: Fact<'plan.renewalFailed' | 'plan.ended'>): Notification {
  const words =
    type === 'plan.renewalFailed'
      ? {
          title: `${planName(plan)} could not be renewed`,
          body: 'Your card was declined. Check it to keep your plan.',
        }
      : { title: `Your ${planName(plan)} plan has ended`, body: 'You are on the Free plan now.' };
  const about = { tag: 'plan', urgency: 'normal', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: '/subscription', ...about };
}

function referralNews({
  type,
  detail: { userId, invitedUserId },
}: Fact<'referral.earned' | 'referral.takenBack'>): Notification {
  const words =
    type === 'referral.earned'
      ? { title: 'You earned a bonus for an invitation', body: 'It is in your balance.' }
      : {
          title: 'A bonus for an invitation was taken back',
          body: 'The payment behind it was given back or disputed.',
        };
  const about = { tag: `referral:${invitedUserId}`, urgency: 'normal', goodFor: WEEK } as const;
  return { ...words, open: words, userId, path: '/account-balance', ...about };
}

const PAYOUT_NEWS = {
  'payout.paid': {
    title: 'Your payout is paid',
    body: 'Stripe passes it on to your bank.',
    path: '/payouts',
  },
  'payout.waiting': {
    title: 'Your payout is waiting for your payout account',
    body: 'Set up payouts, and it goes out.',
    path: '/account-balance',
  },
  'payout.failed': {
    title: 'Your payout did not go through',
    body: 'We still owe it to you.',
    path: '/payouts',
  },
} as const;

/** What became of a payout, to whom it is paid. Amounts stay inside of the app. */
function payoutNews({
  type,
  detail: { userId, period },
}: Fact<keyof typeof PAYOUT_NEWS>): Notification {
  const { title, body, path } = PAYOUT_NEWS[type];
  const open = { title, body: `${periodInWords(period)}. ${body}` };
  const tag = `payout:${period}`;
  return { userId, title, body, open, path, tag, urgency: 'normal', goodFor: WEEK };
}

/** What a person without a device is told by text message instead. */
export const TEXTED_FACTS = [
  'plan.renewalFailed',
  'plan.ended',
  'referral.earned',
  'conversation.reported',
] as const satisfies readonly FactType[];

/** The words of that message; `origin`: where the web app is. */
export function textOf(fact: Fact<(typeof TEXTED_FACTS)[number]>, origin: string): string {
  switch (fact.type) {
    case 'plan.renewalFailed':
      return `${PRODUCT_NAME}: your ${planName(fact.detail.plan)} plan could not be renewed, your card was declined. Check it at ${origin}/subscription`;
    case 'plan.ended':
      return `${PRODUCT_NAME}: your ${planName(fact.detail.plan)} plan has ended. You are on the Free plan. Plans: ${origin}/subscription`;
    case 'referral.earned':
      return `${PRODUCT_NAME}: you earned ${formatMoney(REFERRAL_BONUS)} for an invitation. See ${origin}/account-balance`;
    case 'conversation.reported':
      return `${PRODUCT_NAME}: a message you sent was reported and its payment was taken. See ${origin}/order-viewer/${fact.detail.conversationId}`;
  }
}
