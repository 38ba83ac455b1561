import { describe, expect, test } from '@jest/globals';
import { handler as measureBusiness } from '#functions/events/measureBusiness.ts';
import {
  DOMAIN_EVENT_TYPES,
  type DomainEvent,
  type DomainEventType,
  parseDomainEvent,
} from '#shared/domain-events.ts';
import {
  CONFIRMED_TEXT_CENTS,
  EVENT_TEXTS_UNSENT,
  NEW_NUMBER_TEXT_CENTS,
  PAYOUTS_LATE,
  RECONCILE_DIFFERENCES,
  RECONCILE_LAG,
  WRONG_CODES,
  WRONG_PASSWORDS,
} from '#shared/metrics.ts';
import { DAY } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { newestDomainEvent } from '../../support/domain-events.ts';
import { METRICS, printedMetrics } from '../../support/metrics.ts';
import { runSchedules } from '../../support/money.ts';
import { PRICE, pendingOrder } from '../../support/orders.ts';
import { NET } from '../../support/payouts.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Business metrics, as the handlers print them for CloudWatch. Alarms and the dashboard read these metrics. */

const world = worldOfFile();

const measure = (fact: DomainEvent) => () =>
  measureBusiness(
    { 'detail-type': fact.type, detail: fact } as Parameters<typeof measureBusiness>[0],
    lambdaContext(),
  );

/** Returns the metrics that the newest domain event of a type prints. */
const figuresOf = async (type: DomainEventType) =>
  printedMetrics(measure(await newestDomainEvent(world, type)));

test('the business metrics are exactly those listed, and each is printed by a function', async () => {
  const detail = {
    conversationId: 'c',
    senderId: 'a',
    recipientId: 'b',
    amountCents: 100,
    reasonCode: 'x',
    userId: 'a',
    ownerId: 'b',
    byUserId: 'b',
    invitedUserId: 'b',
    period: '2026-11',
    sessionId: 's',
    exportId: 'e',
    deletionAt: 1,
    outcome: 'UPHELD',
    chatId: 'd',
    messageAt: 1,
    plan: 'STARTER',
    addedUserIds: [],
    removedUserIds: [],
    stage: 'HOURS_12',
    statementId: 's',
    appealable: true,
  };
  const printed = new Set([
    // Printed by scheduled jobs: payouts/late.test.ts and ledger/reconciliation.test.ts test them.
    PAYOUTS_LATE,
    RECONCILE_DIFFERENCES,
    RECONCILE_LAG,
    // Printed by text messages about events: notifications/channels.test.ts tests it.
    EVENT_TEXTS_UNSENT,
    // Printed by sign-in operations: auth/guessing.test.ts and auth/new-number-limits.test.ts test them.
    WRONG_CODES,
    WRONG_PASSWORDS,
    NEW_NUMBER_TEXT_CENTS,
    CONFIRMED_TEXT_CENTS,
  ]);
  for (const type of DOMAIN_EVENT_TYPES) {
    const fact = parseDomainEvent({ id: 'f', type, at: 1, detail });
    for (const name of Object.keys(await printedMetrics(measure(fact)))) printed.add(name);
  }
  expect([...printed].sort()).toEqual(METRICS);
});

describe('business metrics', () => {
  test('count the price of a paid message and the earning of an answered one', async () => {
    const { recipient, order } = await pendingOrder(world);
    expect(await figuresOf('conversation.paid')).toEqual({
      'conversation.paid': 1,
      'conversation.paid.cents': PRICE,
    });
    await recipient.answers(order);
    expect(await figuresOf('conversation.answered')).toEqual({
      'conversation.answered': 1,
      'conversation.answered.cents': NET,
    });
  });

  test('count the price of a refunded message', async () => {
    const { sender, order } = await pendingOrder(world);
    await sender.cancels(order);
    expect(await figuresOf('conversation.cancelled')).toMatchObject({
      'conversation.cancelled.cents': PRICE,
    });
    const declined = await pendingOrder(world);
    await declined.recipient.declines(declined);
    expect(await figuresOf('conversation.declined')).toMatchObject({
      'conversation.declined.cents': PRICE,
    });
    const notMine = await pendingOrder(world);
    await notMine.recipient.reportsLetter(notMine, { reason: 'NOT_ME' });
    expect(await figuresOf('conversation.reported')).toMatchObject({
      'conversation.reported.cents': PRICE,
    });
    await pendingOrder(world);
    world.advance(11 * DAY);
    await runSchedules();
    expect(await figuresOf('conversation.expired')).toMatchObject({
      'conversation.expired.cents': PRICE,
    });
  });

  test('do not count a refund while a report is in review', async () => {
    const { recipient, order } = await pendingOrder(world);
    await recipient.reportsLetter(order);
    expect(await figuresOf('conversation.reported')).toEqual({ 'conversation.reported': 1 });
  });
});
