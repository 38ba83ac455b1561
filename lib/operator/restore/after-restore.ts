import type Stripe from 'stripe';
import { disputes } from '#functions/gateways/disputes.ts';
import { payments, type StripePaymentStatus } from '#functions/gateways/payments.ts';
import { payouts, type StripePayoutAccount } from '#functions/gateways/payouts.ts';
import { callStripe, stripe } from '#functions/gateways/stripe.ts';
import { subscriptions } from '#functions/gateways/subscriptions.ts';
import type { Logger } from '#functions/log.ts';
import { saveAccount } from '#functions/payouts/payout-account.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { writeAuditEntry } from '#functions/storage/audit.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { dueBalanceOf } from '#functions/storage/payouts/balances.ts';
import { payoutAccountOf } from '#functions/storage/payouts/payout-accounts.ts';
import { payoutOf } from '#functions/storage/payouts/payouts.ts';
import { table } from '#functions/storage/table.ts';
import { recordApplied, wasApplied } from '#functions/storage/webhook-events.ts';
import type { WebhookContext } from '#functions/webhooks/stripe/webhook-handler.ts';
import { WEBHOOK_HANDLERS } from '#functions/webhooks/stripe.ts';
import { newId } from '#shared/ids.ts';
import { type Cents, cents, formatMoney, ZERO } from '#shared/money.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { refundableAmount } from '#shared/rules/conversations/payment-status.ts';
import { payoutAmount } from '#shared/rules/payouts/payouts.ts';
import { DAY, type Instant, later, MINUTE, toSeconds } from '#shared/time.ts';
import type { WebhookEvent } from '#shared/webhook-events.ts';
import { CliError } from '../../cli-error.ts';

/*
 * Brings a restored table up to date with Stripe. Events of Stripe since the restored time are applied again by the webhook
 * handlers, which read the current status of each payment, so that cancellations, refunds, renewals and payouts are booked. A
 * payment for a conversation that is not in the table is refunded to the sender's card, because nobody can answer it. Safe to
 * run again: nothing is refunded twice, and applied events are skipped.
 */

/** A payment whose conversation is not in the table. `amount`: the cents that are held or captured. */
type Orphan = {
  readonly conversationId: string;
  readonly intentId: string;
  readonly amount: Cents;
  readonly is: StripePaymentStatus['is'];
};

/** A payout that was sent and is not in the table. */
type LostPayout = {
  readonly transferId: string;
  readonly userId: string;
  readonly period: string;
  readonly amount: Cents;
  /** Whether the next payout run decides the same amount, finds this transfer and books it. */
  readonly willBeBooked: boolean;
};

/** A plan that is paid for an account that is not in the table. */
type LostPlan = { readonly subscriptionId: string; readonly userId: string };

export type RestoreDifferences = {
  /** The events of Stripe that were not applied, oldest first. */
  readonly missedEvents: readonly Stripe.Event[];
  readonly orphans: readonly Orphan[];
  readonly payouts: readonly LostPayout[];
  /**
   * Connected accounts whose status differs from the table. Stripe's event list does not contain events of connected accounts.
   */
  readonly accounts: readonly StripePayoutAccount[];
  readonly plans: readonly LostPlan[];
};

/** A margin for clock differences and the duration of requests. */
const MARGIN = 10 * MINUTE;
/** How long Stripe keeps events: https://docs.stripe.com/api/events */
const EVENTS_KEPT = 30 * DAY;

/** Compares the table with Stripe from a time on, and changes nothing. Throws a CliError if that time is too long ago. */
export async function compareWithStripe(since: Instant, now: Instant): Promise<RestoreDifferences> {
  if (since > now) throw new CliError('--since is in the future.');
  if (later(since, EVENTS_KEPT) < now)
    throw new CliError('--since is more than 30 days ago. Stripe keeps events for 30 days.');
  const client = await stripe();
  const created = { gte: toSeconds(later(since, -MARGIN)) };
  const lists = { created, limit: 100 } as const;
  const missedEvents: Stripe.Event[] = [];
  await each(client.events.list(lists), async (event) => {
    if (webhookHandlerOf(event) && !(await wasApplied(table, event.id))) missedEvents.push(event);
  });
  const orphans: Orphan[] = [];
  await each(client.paymentIntents.list(lists), async ({ id, metadata: { conversationId } }) => {
    if (conversationId && !(await conversationById(table, conversationId, now)))
      orphans.push(...(await orphanOf(conversationId, id)));
  });
  const sent: LostPayout[] = [];
  await each(client.transfers.list(lists), async (transfer) => {
    sent.push(...(await lostPayoutOf(transfer, now)));
  });
  const accounts: StripePayoutAccount[] = [];
  await each(client.accounts.list({ limit: 100 }), async ({ id, metadata }) => {
    accounts.push(...(await changedAccount(id, metadata?.userId, now)));
  });
  const plans: LostPlan[] = [];
  await each(client.subscriptions.list({ ...lists, status: 'all' }), async (subscription) => {
    const { userId } = subscription.metadata;
    const isOver = ['canceled', 'incomplete_expired'].includes(subscription.status);
    if (userId && !isOver && !(await userById(table, userId, now)))
      plans.push({ subscriptionId: subscription.id, userId });
  });
  return { missedEvents: missedEvents.reverse(), orphans, payouts: sent, accounts, plans };
}

const webhookHandlerOf = ({ type }: Stripe.Event) =>
  Object.hasOwn(WEBHOOK_HANDLERS, type) ? WEBHOOK_HANDLERS[type as WebhookEvent] : undefined;

/** Calls `work` for every item of a list at Stripe, on all pages. Throws UNAVAILABLE if Stripe does not answer. */
const each = <One>(list: AsyncIterable<One>, work: (one: One) => Promise<void>): Promise<void> =>
  callStripe(async () => {
    for await (const one of list) await work(one);
  });

/** Returns the orphaned payment; none if nothing is left to refund. */
async function orphanOf(conversationId: string, intentId: string): Promise<Orphan[]> {
  const status = await payments.status(intentId);
  if (status.is === 'released' || status.is === 'refunded') return [];
  const amount = await remainingAmount(intentId, status);
  if (status.is === 'charged' && amount === ZERO) return [];
  return [{ conversationId, intentId, amount, is: status.is }];
}

async function remainingAmount(intentId: string, status: StripePaymentStatus): Promise<Cents> {
  if (status.is === 'charged' && status.chargeSummary)
    return refundableAmount(status.chargeSummary);
  const client = await stripe();
  const intent = await callStripe(() => client.paymentIntents.retrieve(intentId));
  return cents(intent.amount_capturable);
}

/** A ready account is not checked: a change is detected before its next payout. All others are read from Stripe. */
async function changedAccount(
  accountId: string,
  userId: string | undefined,
  now: Instant,
): Promise<StripePayoutAccount[]> {
  if (!userId || !(await userById(table, userId, now))) return [];
  const kept = await payoutAccountOf(table, userId);
  if (kept?.status === 'READY' || (kept && kept.accountId !== accountId)) return [];
  const status = await payouts.account(accountId);
  return status.status === kept?.status ? [] : [status];
}

async function lostPayoutOf(transfer: Stripe.Transfer, now: Instant): Promise<LostPayout[]> {
  const { userId, period } = transfer.metadata;
  const amount = cents(transfer.amount - transfer.amount_reversed);
  if (!userId || !period || amount === ZERO) return [];
  if (await payoutOf(table, userId, period)) return [];
  const owed = await dueBalanceOf(table, userId);
  const willBeBooked =
    owed !== undefined && payoutAmount(period, owed) === amount && owed.dueAt <= now;
  return [{ transferId: transfer.id, userId, period, amount, willBeBooked }];
}

export type RestoreResult = {
  readonly applied: number;
  /** The events that could not be applied, each with the reason. */
  readonly failed: readonly (readonly [eventId: string, why: string])[];
  /** The conversations whose money changed since the restored time, as they are now. Messages written in that time are lost. */
  readonly changed: readonly Conversation[];
  /** The result for each orphaned payment. */
  readonly orphans: readonly (Orphan & {
    readonly after: StripePaymentStatus['is'] | 'UNAVAILABLE';
  })[];
};

/** The operator, the time and the log of a run. */
export type RestoreRun = { readonly who: string; readonly now: Instant; readonly log: Logger };

/** Applies the missed events, then refunds payments without a conversation. The audit records the operator. */
export async function applyMissedEvents(
  found: RestoreDifferences,
  asked: RestoreRun,
): Promise<RestoreResult> {
  const { now, log } = asked;
  const context: WebhookContext = {
    table,
    payments,
    disputes,
    payouts,
    subscriptions,
    now,
    log,
  };
  const before = await conversationsOf(found.missedEvents, now);
  const failed: (readonly [string, string])[] = [];
  let applied = 0;
  for (const event of found.missedEvents) {
    try {
      await webhookHandlerOf(event)?.(event, context);
      await recordApplied(table, event, now);
      applied += 1;
    } catch (fault) {
      failed.push([event.id, (fault as Error).message]);
    }
  }
  for (const status of found.accounts) {
    const kept = await payoutAccountOf(table, status.userId);
    // Saving an account as ready makes it due, so the next payout run sends what waits for it.
    await saveAccount(context, status.userId, kept, status);
  }
  const versions = new Map(before.map(({ id, version }) => [id, version]));
  const after = await conversationsOf(found.missedEvents, now);
  const changed = after.filter(({ id, version }) => versions.get(id) !== version);
  const orphans: RestoreResult['orphans'][number][] = [];
  for (const orphan of found.orphans)
    orphans.push({ ...orphan, after: await refundOrphan(orphan, asked) });
  return { applied, failed, changed, orphans };
}

/** The conversations in the table that these events concern. */
async function conversationsOf(
  missedEvents: readonly Stripe.Event[],
  now: Instant,
): Promise<Conversation[]> {
  const named = missedEvents.flatMap(({ type, data: { object } }) =>
    type.startsWith('payment_intent.') ? [(object as Stripe.PaymentIntent).metadata] : [],
  );
  const ids = new Set(named.flatMap(({ conversationId: id }) => (id ? [id] : [])));
  const found: Conversation[] = [];
  for (const id of ids)
    found.push(...[await conversationById(table, id, now)].flatMap((one) => one ?? []));
  return found;
}

async function refundOrphan(orphan: Orphan, { who, now }: RestoreRun) {
  const { conversationId, intentId, amount } = orphan;
  // The comparison may be old: skip a payment that has a conversation by now.
  if (await conversationById(table, conversationId, now)) return 'none';
  const entry = {
    id: newId(now),
    at: now,
    who,
    command: 'restore after-restore',
    about: conversationId,
    reason: 'The table was restored to an earlier time, and this conversation is not in it.',
    outcome: `${formatMoney(amount)} of ${intentId} is refunded to the sender's card.`,
  };
  await table.write(writeAuditEntry(entry));
  try {
    return (await payments.cancelOrRefund(conversationId, intentId)).is;
  } catch {
    return 'UNAVAILABLE';
  }
}
