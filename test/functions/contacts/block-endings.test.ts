import { describe, expect, test } from '@jest/globals';
import { endPendingOnBlock } from '#functions/conversations/end-blocked.ts';
import { handler as endBlockedConversations } from '#functions/events/endBlockedConversations.ts';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { userPartition } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { type Conversation, isPending } from '#shared/rules/conversations/conversations.ts';
import { DAY, later, MINUTE, SECOND } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { domainEventsBetween } from '../../support/contacts.ts';
import { intentOf } from '../../support/disputes.ts';
import { newestDomainEvent } from '../../support/domain-events.ts';
import { expectLedgerMatchesStripe, postAllEvents } from '../../support/money.ts';
import { answeredOrder, PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* What a block ends between two people. docs/product/contacts.md#blocking */

const world = worldOfFile();

const blockEvent = () => newestDomainEvent(world, 'contact.blocked');
const deliver = (event: DomainEvent) =>
  endBlockedConversations({ detail: event } as never, lambdaContext());

/** Blocks a person, and delivers the event as the bus does. */
async function blockAndEnd(blocker: Person, blocked: Person): Promise<DomainEvent> {
  world.advance(SECOND);
  await blocker.blocks(blocked);
  const event = await blockEvent();
  await deliver(event);
  return event;
}

const seen = async (view: 'viewInbox' | 'viewOrder', one: Person, id: string) =>
  (await one.calls(view, { id })).data[0];
const intent = (id: string) => intentOf(world, id).status;

describe('blocking a person', () => {
  test('declines the message that is pending from them, without a note', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    await blockAndEnd(recipient, sender);
    const order = await seen('viewOrder', sender, id);
    expect(order).toMatchObject({ status: 'DECLINED', note: null, moneyState: 'RELEASED' });
    expect(intent(id)).toBe('canceled');
    await expectLedgerMatchesStripe(world);
  });

  test('cancels the message that is pending to them', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    await blockAndEnd(sender, recipient);
    expect(await seen('viewOrder', sender, id)).toMatchObject({
      status: 'CANCELLED',
      moneyState: 'RELEASED',
    });
    expect(intent(id)).toBe('canceled');
    await expectLedgerMatchesStripe(world);
  });

  test('ends what is pending in both directions', async () => {
    const one = await newPerson(world, { price: PRICE });
    const other = await newPerson(world, { price: PRICE });
    const sent = (await one.pays(other, { card: 'pm_card_visa' })).id;
    const received = (await other.pays(one, { card: 'pm_card_visa' })).id;
    await blockAndEnd(one, other);
    expect((await seen('viewOrder', one, sent)).status).toBe('CANCELLED');
    expect((await seen('viewInbox', one, received)).status).toBe('DECLINED');
  });

  test('ends a message during a clarifying question', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.asks(order);
    await blockAndEnd(recipient, sender);
    expect((await seen('viewOrder', sender, order.id)).status).toBe('DECLINED');
  });

  test('refunds a payment that was captured', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    world.advance(6.6 * DAY);
    await expireConversations({}, lambdaContext());
    await postAllEvents(world);
    await blockAndEnd(recipient, sender);
    const order = await seen('viewOrder', sender, id);
    expect(order).toMatchObject({ status: 'DECLINED', moneyState: 'REFUNDED' });
    await expectLedgerMatchesStripe(world);
  });

  test('undoes a payment that waits for the bank', async () => {
    const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
    const waiting = await responseTo(
      sender.pays(recipient, { card: 'pm_card_authenticationRequired' }),
    );
    expect(waiting.body.status).toBe('CARD_ACTION_REQUIRED');
    const id = String(waiting.body.inboxId);
    await blockAndEnd(recipient, sender);
    expect(intent(id)).toBe('canceled');
    await expectRefused(sender.pays(recipient, { card: 'pm_card_visa' }), 409, 'NOT_ACCEPTING');
  });

  test('leaves an answered conversation open, and does not notify the blocked person', async () => {
    const { sender, recipient, id } = await answeredOrder(world);
    const before = await seen('viewOrder', sender, id);
    await blockAndEnd(recipient, sender);
    expect(await seen('viewOrder', sender, id)).toEqual(before);
    expect(await domainEventsBetween(world, sender, recipient)).toEqual(['contact.blocked']);
  });

  test('leaves a message after its deadline to the job, which gives the money back', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    world.advance(10 * DAY);
    await blockAndEnd(recipient, sender);
    await expireConversations({}, lambdaContext());
    const order = await seen('viewOrder', sender, id);
    expect(order.status).toBe('EXPIRED');
  });
});

describe('the event of a block', () => {
  test('that comes again, also after the block ended, leaves newer messages alone', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    const event = await blockAndEnd(recipient, sender);
    await deliver(event);
    expect((await seen('viewOrder', sender, id)).status).toBe('DECLINED');
    await recipient.unblocks(sender);
    world.advance(SECOND);
    const newer = (await sender.pays(recipient, { card: 'pm_card_visa' })).id;
    await deliver(event);
    expect((await seen('viewOrder', sender, newer)).status).toBe('PENDING');
  });

  test('that comes after the block ended still ends what was pending before it', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    world.advance(SECOND);
    await recipient.blocks(sender);
    const event = await blockEvent();
    await recipient.unblocks(sender);
    await deliver(event);
    expect((await seen('viewOrder', sender, id)).status).toBe('DECLINED');
  });

  test('ends the message when it is delivered again after a crash at any effect', async () => {
    const crashes = await world.crashingAtEveryWrite(async ({ crash }) => {
      const { sender, recipient, id } = await pendingOrder(world);
      world.advance(SECOND);
      await recipient.blocks(sender);
      const event = await blockEvent();
      await crash(() => deliver(event));
      await deliver(event);
      world.advance(2 * MINUTE);
      await expireConversations({}, lambdaContext());
      const order = await seen('viewOrder', sender, id);
      expect(order).toMatchObject({ status: 'DECLINED', moneyState: 'RELEASED' });
      expect(intent(id)).toBe('canceled');
    });
    expect(crashes).toBeGreaterThan(2);
  });
});

describe('a payment at the same time as a block', () => {
  test('does not begin if the block is written first', async () => {
    const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
    const refused = await world.overtaken(
      () => responseTo(sender.pays(recipient, { card: 'pm_card_visa' })),
      { at: userPartition(recipient.user.id), by: () => recipient.blocks(sender) },
    );
    expectRefusal(refused, 409, 'NOT_ACCEPTING');
  });

  test('is refused to the blocker too, who is told why', async () => {
    const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
    const refused = await world.overtaken(
      () => responseTo(sender.pays(recipient, { card: 'pm_card_visa' })),
      { at: userPartition(recipient.user.id), by: () => sender.blocks(recipient) },
    );
    expectRefusal(refused, 400, 'INVALID_INPUT');
  });
});

const log = { info: () => {}, warn: () => {}, error: () => {} };

test('a block ends what is pending before its deadline, and leaves the rest to the schedule', async () => {
  for (const [before, isLeft] of [
    [1, false],
    [0, true],
  ] as const) {
    const { id, sender, recipient } = await pendingOrder(world);
    const found = await conversationById(table, id, world.now());
    const now = later(found?.deadlineAt ?? world.now(), -before);
    const block = { blockerId: recipient.user.id, blockedId: sender.user.id, at: now };
    const context = {
      table,
      log,
      now,
      payments: { cancelOrRefund: async () => ({ is: 'underway' }) },
    };
    await endPendingOnBlock(context as never, block);
    const after = await conversationById(table, id, now);
    expect([before, after && isPending(after.status)]).toEqual([before, isLeft]);
  }
});

test('a block that has ended still ends a message that is not newer than the block', async () => {
  for (const [since, isLeft] of [
    [-1, true],
    [0, false],
  ] as const) {
    const { id, sender, recipient } = await pendingOrder(world);
    const { createdAt } = (await conversationById(table, id, world.now())) as Conversation;
    const block = { blockerId: recipient.user.id, blockedId: sender.user.id };
    const context = {
      table,
      log,
      now: world.now(),
      payments: { cancelOrRefund: async () => ({ is: 'underway' }) },
    };
    await endPendingOnBlock(context as never, { ...block, at: later(createdAt, since) });
    const after = await conversationById(table, id, world.now());
    expect([since, after && isPending(after.status)]).toEqual([since, isLeft]);
  }
});
