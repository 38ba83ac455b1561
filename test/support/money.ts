import type Stripe from 'stripe';
import StripeClient from 'stripe';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { handler as finishPayments } from '#functions/jobs/finishPayments.ts';
import { userLedger } from '#functions/storage/index-keys.ts';
import { userIn } from '#functions/storage/keys.ts';
import { documents } from '#functions/storage/table.ts';
import { handler as stripeWebhook } from '#functions/webhooks/stripe.ts';
import { ledgerIn } from '#lib/local/ledger.ts';
import { netAtStripe as netOfStripe } from '#lib/local/money-summary.ts';
import { lambdaContext } from './call.ts';
import { scanTable } from './scanned-table.ts';
import { SECRETS, type World } from './world.ts';

/* The money of a test world: the ledger, the Stripe emulator, and the jobs that reconcile them. */

/** Returns every ledger account with its balance in cents; fails the test unless they sum to zero. */
export async function ledgerOf(world: World): Promise<Record<string, number>> {
  const lines = await ledgerIn(documents, world.tableName);
  const sum = lines.reduce((total, { balance }) => total + balance, 0);
  if (sum !== 0) throw new Error(`the ledger is off by ${sum} cents`);
  return Object.fromEntries(lines.map(({ account, balance }) => [account, balance]));
}

/**
 * Returns the change of each ledger account since `before`, without unchanged ones. Checks that the ledger sums to
 * zero and agrees with Stripe.
 */
export async function ledgerChanges(
  world: World,
  before: Readonly<Record<string, number>>,
): Promise<Record<string, number>> {
  await expectLedgerMatchesStripe(world);
  const moves = Object.entries(await ledgerOf(world)).map(
    ([account, balance]) => [account, balance - (before[account] ?? 0)] as const,
  );
  return Object.fromEntries(moves.filter(([, by]) => by !== 0));
}

/** Returns the net amount at Stripe in cents: held or captured, less refunds, disputes and payouts. */
export const netAtStripe = (world: World): number => netOfStripe(world.stripe);

/** Fails the test unless the ledger sums to zero and agrees with Stripe to the cent. */
export async function expectLedgerMatchesStripe(world: World): Promise<void> {
  const { 'card:clearing': clearing = 0 } = await ledgerOf(world);
  const standing = netAtStripe(world);
  if (-clearing !== standing)
    throw new Error(`the ledger counts on ${-clearing} cents at Stripe, which has ${standing}`);
  await expectCountedLedgerLines(world);
}

/** Fails the test unless each person's balance counts the lines of their ledger, which `viewLedger` returns as `pageTotal`. */
async function expectCountedLedgerLines(world: World): Promise<void> {
  const items = await scanTable(world.tableName);
  for (const { sk, pk, entries = 0 } of items.filter((item) => item.sk === 'BALANCE')) {
    const list = userLedger(userIn({ pk: String(pk), sk: String(sk) }));
    const lines = items.filter(({ gsi1pk }) => gsi1pk === list).length;
    if (lines !== entries)
      throw new Error(`${list} has ${lines} lines, and ${entries} are counted`);
  }
}

/** Returns all PaymentIntents, whatever their status. */
export function intentsOf(world: World): Stripe.PaymentIntent[] {
  return world.stripe.read('paymentIntents') as Stripe.PaymentIntent[];
}

/** Runs the schedules that finish payments and expire conversations. */
export async function runSchedules(): Promise<void> {
  await finishPayments({}, lambdaContext());
  await expireConversations({}, lambdaContext());
}

/** Posts one event to the webhook handler as Stripe would, signed unless a signature is given. */
export function postEvent(world: World, event: unknown, signature?: string) {
  const payload = JSON.stringify(event);
  const signed = StripeClient.webhooks.generateTestHeaderString({
    payload,
    secret: SECRETS.stripeWebhookSecret,
    timestamp: Math.floor(world.now() / 1_000),
  });
  const request = {
    headers: { 'stripe-signature': signature ?? signed },
    body: payload,
    isBase64Encoded: false,
  } as unknown as Parameters<typeof stripeWebhook>[0];
  return stripeWebhook(request, lambdaContext());
}

/** The test in which each event of a Stripe was delivered; undefined outside of tests. */
const deliveries = new WeakMap<object, Map<string, string | undefined>>();

/** The name of the running test. This file also serves programs outside of Jest. */
const currentTest = (): string | undefined =>
  (globalThis as { expect?: { getState(): { currentTestName?: string } } }).expect?.getState()
    .currentTestName;

/**
 * Delivers every event of Stripe again, newest first: late, repeated and out of order. What was delivered before this test is not
 * repeated: the last tests of a file would deliver the events of all others. `since`: only events from that time on.
 */
export async function postAllEvents(world: World, since = 0): Promise<void> {
  const test = currentTest();
  const before = deliveries.get(world.stripe) ?? new Map<string, string | undefined>();
  deliveries.set(world.stripe, before);
  for (const event of (world.stripe.read('events') ?? []) as Stripe.Event[]) {
    const isEarlier = before.has(event.id) && (!test || before.get(event.id) !== test);
    if (isEarlier || event.created * 1_000 < since) continue;
    const { statusCode } = await postEvent(world, event);
    if (statusCode === 200) before.set(event.id, test);
  }
}
