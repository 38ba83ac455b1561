import { randomUUID } from 'node:crypto';
import { handler as requestAccountDeletion } from '#functions/accounts/requestAccountDeletion.ts';
import { handler as notifyDevices } from '#functions/events/notifyDevices.ts';
import { handler as deleteAccounts } from '#functions/jobs/deleteAccounts.ts';
import { handler as deliverPostponed } from '#functions/jobs/deliverPostponed.ts';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { handler as finishBlocks } from '#functions/jobs/finishBlocks.ts';
import { handler as finishPayments } from '#functions/jobs/finishPayments.ts';
import { handler as payOut } from '#functions/jobs/payOut.ts';
import { handler as publishReliability } from '#functions/jobs/publishReliability.ts';
import { handler as recheckLinks } from '#functions/jobs/recheckLinks.ts';
import { handler as reconcileLedger } from '#functions/jobs/reconcileLedger.ts';
import { handler as remindExpiring } from '#functions/jobs/remindExpiring.ts';
import { handler as watchPayouts } from '#functions/jobs/watchPayouts.ts';
import { handler as verifyLink } from '#functions/links/verifyLink.ts';
import { handler as updateNotificationSettings } from '#functions/notifications/updateNotificationSettings.ts';
import { blockAccount } from '#functions/storage/accounts/blocks.ts';
import { leaveToJob } from '#functions/storage/accounts/unfinished-blocks.ts';
import { table } from '#functions/storage/table.ts';
import { type Cost, metered } from '#lib/operator/consumed-capacity.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import type { ScheduleName } from '#shared/api/schedules.ts';
import { newId } from '#shared/ids.ts';
import { RECHECK_AFTER } from '#shared/rules/links/link-checks.ts';
import { clockText, MINUTES_OF_DAY } from '#shared/rules/notifications/quiet-hours.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { call, lambdaContext } from '#test/support/call.ts';
import { newDevice } from '#test/support/devices.ts';
import { newRecipient, payWithCard, pendingOrder } from '#test/support/orders.ts';
import { newPerson, PASSWORD } from '#test/support/people.ts';
import type { World } from '#test/support/world.ts';
import { linkPaths } from '#test/usual-calls/links.ts';
import { readyToBePaid } from '#test/usual-calls/payouts.ts';
import { operationList, usualCall } from '#test/usual-calls/usual-calls.ts';

/**
 * Measures the table requests and capacity of the usual path of every operation, and of each schedule for one due
 * item.
 */
export async function measureCosts(world: World): Promise<Record<string, Cost>> {
  const costs: Record<string, Cost> = {};
  for (const { area, definition } of operationList())
    costs[definition.name] = await costOfOperation(world, area, definition);
  for (const [name, brings] of Object.entries(createDueItem))
    costs[name] = await costPerDueItem(world, name as ScheduleName, brings);
  return costs;
}

async function costOfOperation(
  world: World,
  area: string,
  definition: OperationSpec,
): Promise<Cost> {
  const { name } = definition;
  const { handler, input, options } = await usualCall(world, area, definition);
  const { cost, result } = await metered(() => call(handler, input, options));
  if (result.http !== 200)
    throw new Error(`${name} did not go its usual path: ${JSON.stringify(result.body)}`);
  return cost;
}

/** A paid message that arrived in the quiet hours of a recipient with one device. */
async function postponedNotification(world: World): Promise<void> {
  const { recipient, id } = await pendingOrder(world);
  await newDevice(world, recipient);
  const minutes = Math.floor(world.now() / MINUTE);
  const timeOfDay = (by: number) => clockText((minutes + by) % MINUTES_OF_DAY);
  const hours = { quietFrom: timeOfDay(0), quietTo: timeOfDay(60), timeZone: 'UTC' };
  await call(updateNotificationSettings, { quiet: 'true', ...hours }, { token: recipient.token });
  const detail = { conversationId: id, senderId: '', recipientId: recipient.user.id };
  const event = { id: randomUUID(), type: 'conversation.paid', at: world.now(), detail };
  await notifyDevices({ detail: event } as never, lambdaContext());
}

/** A verified link, whose page is read again. */
async function verifiedLink(world: World): Promise<void> {
  const { input, token } = await linkPaths.verifyLink(world);
  await call(verifyLink, input, { token });
}

/** An account that is deleted; the run after the wait blocks it, which is most of the work. */
async function requestedDeletion(world: World): Promise<void> {
  const { token } = await newPerson(world);
  await call(requestAccountDeletion, { password: PASSWORD }, { token });
}

/** A blocked account with nothing pending. */
async function blockedAccount(world: World): Promise<void> {
  const { user } = await newPerson(world);
  const now = world.now();
  const note = { who: 'ops', command: 'block', reason: 'Asks for gift cards.' };
  const act = { ...note, id: newId(now), at: now, about: user.id, outcome: 'blocked' };
  await blockAccount(table, user.id, act, now, [leaveToJob(user.id, note, now)]);
}

/** Creates one item that becomes due for a schedule. */
const createDueItem: { readonly [Name in ScheduleName]: (world: World) => Promise<unknown> } = {
  /** An unanswered message whose payment is on hold. */
  expireConversations: pendingOrder,
  /** A payment that the sender never confirmed at the bank. */
  finishPayments: async (world) =>
    payWithCard(
      await newPerson(world),
      await newRecipient(world),
      'pm_card_authenticationRequired',
    ),
  /** A message that has been unanswered for eight days. */
  remindExpiring: pendingOrder,
  /** Earnings of a user whose payout account is ready. */
  payOut: readyToBePaid,
  /** Earnings of a user whose payout account is ready and for whom payOut has not run. */
  watchPayouts: readyToBePaid,
  /** A message of the current day, paid and unanswered. */
  reconcileLedger: pendingOrder,
  /** A message, whose outcome the counters of its month already contain. */
  publishReliability: pendingOrder,
  deliverPostponed: postponedNotification,
  recheckLinks: verifiedLink,
  deleteAccounts: requestedDeletion,
  /** An account that staff have blocked, with nothing pending. */
  finishBlocks: blockedAccount,
};

const schedules: {
  readonly [Name in ScheduleName]: (event: unknown, context: never) => Promise<void>;
} = {
  expireConversations,
  finishPayments,
  remindExpiring,
  deliverPostponed,
  payOut,
  watchPayouts,
  reconcileLedger,
  publishReliability,
  recheckLinks,
  deleteAccounts,
  finishBlocks,
};

/**
 * Returns the cost per due item: the difference between a run with three due items and a run with none, divided by
 * three.
 */
async function costPerDueItem(
  world: World,
  name: ScheduleName,
  fallDue: (world: World) => Promise<unknown>,
): Promise<Cost> {
  const run = () => schedules[name]({}, lambdaContext() as never);
  const wait = () => world.advance(WAITS[name] ?? LONGEST_WAIT);
  await finishDueWork(world);
  // Monthly work, such as a reminder, becomes due in both runs and cancels out.
  wait();
  const idle = (await metered(run)).cost;
  for (let nth = 0; nth < ITEMS; nth += 1) await fallDue(world);
  wait();
  const busy = (await metered(run)).cost;
  const each = (count: (cost: Cost) => number) => (count(busy) - count(idle)) / ITEMS;
  return {
    calls: each(({ calls }) => calls),
    reads: each(({ reads }) => reads),
    writes: each(({ writes }) => writes),
  };
}

const ITEMS = 3;

/**
 * How far the clock advances before a run; LONGEST_WAIT if not listed. The reconciliation covers the current day,
 * a reminder is due only until the deadline, and a notification can be postponed by hours.
 */
const WAITS: { readonly [Name in ScheduleName]?: number } = {
  reconcileLedger: 0,
  remindExpiring: 8.5 * DAY,
  deliverPostponed: 2 * HOUR,
  recheckLinks: RECHECK_AFTER,
};

/** Longer than every deadline, and past the next 8th of a month. */
const LONGEST_WAIT = 45 * DAY;

/** Finishes everything that is due or will become due. */
async function finishDueWork(world: World): Promise<void> {
  world.advance(LONGEST_WAIT);
  for (const run of [finishPayments, expireConversations, remindExpiring, payOut, reconcileLedger])
    await run({}, lambdaContext()).catch(() => undefined);
}
