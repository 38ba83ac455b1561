import { ZERO } from '../../shared/money.ts';
import { Refusal } from '../../shared/refusals.ts';
import {
  bonusAfter,
  earningMonth,
  inviterOf,
  type Referral,
} from '../../shared/rules/accounts/referrals.ts';
import { takeBackOfPlan } from '../../shared/rules/conversations/disputes.ts';
import { subscriptionEntry } from '../../shared/rules/ledger/ledger.ts';
import type { PlanPayment } from '../gateways/plan-payments.ts';
import { bookReferral, referralOf } from '../storage/accounts/referrals.ts';
import { userById } from '../storage/accounts/users.ts';
import { bookTakenBack, takenBackOfPlan } from '../storage/billing/plan-payments.ts';
import { bookPayment } from '../storage/billing/plans.ts';
import { balanceOf } from '../storage/ledger/ledger.ts';
import type { PlanDesk } from './subscriptions.ts';

/*
 * What people pay for their plans, and who invited them earns by it. Each look asks the provider what became of a payment
 * and books the difference to what was booked, in one transaction that holds only while that is still so. A process may end
 * on any line: the event comes again, and finds what is left to do.
 */

const TRIES = 5;

/** Books what became of a payment for a plan: the payment itself, what went back of it, and the bonus that hangs on it. */
export async function settlePlanPayment(
  desk: PlanDesk,
  of: { readonly intentId: string } | { readonly invoiceId: string },
): Promise<void> {
  const payment = await desk.subscriptions.payment(of);
  if (!payment || payment.amount === ZERO) return;
  await bookPayment(desk.table, subscriptionEntry(payment.invoiceId, payment.amount), desk.now);
  await settleTakings(desk, payment);
  await settleReferral(desk, payment);
}

async function settleTakings({ table, now }: PlanDesk, payment: PlanPayment): Promise<void> {
  const { invoiceId, amount, takings } = payment;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const before = await takenBackOfPlan(table, invoiceId);
    const step = takeBackOfPlan(invoiceId, amount, takings, before);
    if (!step || (await bookTakenBack(table, invoiceId, step, now)) === 'done') return;
  }
  throw new Refusal('UNAVAILABLE');
}

/** Gives or takes back the bonus for the person who paid, where this is the payment that earns it. */
async function settleReferral(desk: PlanDesk, payment: PlanPayment): Promise<void> {
  const { table, now } = desk;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const found = await referralOf(table, payment.userId);
    const before = found ?? (await firstBonus(desk, payment.userId));
    if (before?.invoiceId !== payment.invoiceId) return;
    const { balance } = await balanceOf(table, before.inviterId);
    const step = bonusAfter(before, payment.takings, balance);
    if (!step) return;
    const version = found?.version ?? 0;
    const booked = await bookReferral(table, payment.userId, { ...step, version }, now);
    if (booked === 'done') return;
  }
  throw new Refusal('UNAVAILABLE');
}

/** The bonus before anybody had it; undefined where nobody is to have it yet. */
async function firstBonus(desk: PlanDesk, userId: string): Promise<Referral | undefined> {
  const user = await userById(desk.table, userId, desk.now);
  const inviterId = user && inviterOf(user);
  if (!inviterId || !user.stripeCustomerId) return undefined;
  const invoiceId = earningMonth(await desk.subscriptions.paidMonths(user.stripeCustomerId));
  const inviter = await userById(desk.table, inviterId, desk.now);
  if (!invoiceId || !inviter?.verified) return undefined;
  return { inviterId, invoiceId, given: ZERO, earned: false, count: 0 };
}
