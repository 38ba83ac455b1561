import { ZERO } from '#shared/money.ts';
import { Refusal } from '#shared/refusals.ts';
import {
  bonusAfter,
  earningMonth,
  inviterOf,
  type Referral,
} from '#shared/rules/accounts/referrals.ts';
import { planLosses } from '#shared/rules/conversations/disputes.ts';
import type { PlanPayment } from '../gateways/plan-payments.ts';
import { bookReferral, referralOf } from '../storage/accounts/referrals.ts';
import { userById } from '../storage/accounts/users.ts';
import { planLossesOf, savePlanLosses } from '../storage/billing/plan-payments.ts';
import { bookPayment } from '../storage/billing/plans.ts';
import { balanceOf } from '../storage/ledger/ledger.ts';
import type { PlanContext } from './subscriptions.ts';

/*
 * Payments of plans, and the referral bonuses that depend on them. Each call reads the state of a payment from Stripe and
 * books the difference to what was booked, in a transaction conditional on what was read. The process may crash on any
 * line: Stripe sends the event again, and the next call does what is left.
 */

const TRIES = 5;

/** Books a payment of a plan: the payment itself, its refunds and disputes, and the referral bonus that depends on it. */
export async function settlePlanPayment(
  context: PlanContext,
  of: { readonly intentId: string } | { readonly invoiceId: string },
): Promise<void> {
  const payment = await context.subscriptions.payment(of);
  if (!payment || payment.amount === ZERO) return;
  await bookPayment(context.table, payment.userId, payment, context.now);
  await settlePlanLosses(context, payment);
  await settleReferral(context, payment);
}

async function settlePlanLosses({ table, now }: PlanContext, payment: PlanPayment): Promise<void> {
  const { invoiceId, amount, chargeSummary } = payment;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const before = await planLossesOf(table, invoiceId);
    const step = planLosses(invoiceId, amount, chargeSummary, before);
    if (!step || (await savePlanLosses(table, invoiceId, step, now)) === 'done') return;
  }
  throw new Refusal('UNAVAILABLE');
}

/** Books or reverses the referral bonus, if this is the payment that earns it. */
async function settleReferral(context: PlanContext, payment: PlanPayment): Promise<void> {
  const { table, now } = context;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const found = await referralOf(table, payment.userId);
    const before = found ?? (await firstBonus(context, payment.userId));
    if (before?.invoiceId !== payment.invoiceId) return;
    const { balance } = await balanceOf(table, before.inviterId);
    const step = bonusAfter(before, payment.chargeSummary, balance);
    if (!step) return;
    const version = found?.version ?? 0;
    const booked = await bookReferral(table, payment.userId, { ...step, version }, now);
    if (booked === 'done') return;
  }
  throw new Refusal('UNAVAILABLE');
}

/** The referral before its bonus is booked; undefined if no bonus is due yet. */
async function firstBonus(context: PlanContext, userId: string): Promise<Referral | undefined> {
  const user = await userById(context.table, userId, context.now);
  const inviterId = user && inviterOf(user);
  if (!inviterId || !user.stripeCustomerId) return undefined;
  const invoiceId = earningMonth(await context.subscriptions.paidMonths(user.stripeCustomerId));
  const inviter = await userById(context.table, inviterId, context.now);
  if (!invoiceId || !inviter?.verified) return undefined;
  return { inviterId, invoiceId, given: ZERO, earned: false, count: 0 };
}
