import { beforeEach, describe, expect, test } from '@jest/globals';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { handler as remindExpiring } from '#functions/jobs/remindExpiring.ts';
import { lockedConversationOf } from '#functions/storage/conversations/conversations.ts';
import { mailboxCountsOf } from '#functions/storage/conversations/list-counters.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import { letters } from '../../support/letters.ts';
import {
  expectLedgerMatchesStripe,
  intentsOf,
  ledgerOf,
  postAllEvents,
  runSchedules,
} from '../../support/money.ts';
import { PRICE } from '../../support/orders.ts';
import { bearer, newPerson, type Person, visitor } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket, supportOf } from '../../support/tickets.ts';
import type { World } from '../../support/world.ts';

const world = worldOfFile();
let sender: Person;
let support: Person;
beforeEach(async () => {
  support = await supportOf(world);
  sender = await newPerson(world);
});

test('one of concurrent calls to answer, cancel and expire a ticket succeeds', async () => {
  const { order } = await pendingTicket(world, sender);
  const raced = await Promise.all([
    responseTo(support.answers(order)),
    responseTo(sender.cancels(order)),
    responseTo(support.reportsLetter(order)),
  ]);
  expect(raced.filter(({ http }) => http === 200)).toHaveLength(1);
  await expectLedgerMatchesStripe(world);
});

describe('sending a help ticket', () => {
  test('is allowed without a card, and before a plan is chosen', async () => {
    const beginner = await newPerson(world, { licenseId: 'NONE' });
    expect(await responseTo(beginner.asksSupport())).toMatchObject({
      http: 200,
      body: { status: 'SUCCESS' },
    });
  });

  test('is refused to the support account', async () => {
    const { http, body } = await responseTo(support.asksSupport());
    expect([http, body.fields]).toEqual([
      400,
      { recipientId: 'You can’t send a help ticket to yourself' },
    ]);
  });
});

describe('a help ticket is refused', () => {
  test.each([
    [{ messageSubject: '' }, { messageSubject: 'Enter a subject line' }],
    [{ messageSubject: 'Help' }, { messageSubject: 'Subject must be at least 5 characters' }],
    [{ messageSubject: letters(51) }, { messageSubject: 'Subject can have at most 50 characters' }],
    [{ messageText: '<p> </p>' }, { messageText: 'Enter a message' }],
    [
      { messageText: `<p>${letters(99)}</p>` },
      { messageText: 'Message must be at least 100 characters' },
    ],
    [
      { messageText: `<p>Help</p><script>${letters(200)}</script>` },
      { messageText: 'Message must be at least 100 characters' },
    ],
  ])('with %j', async (more, fields) => {
    expect((await responseTo(sender.asksSupport({ input: more }))).body).toMatchObject({
      status: 'INVALID_INPUT',
      fields,
    });
  });

  test('with another recipient, at that field', async () => {
    const { user } = await newPerson(world, { price: PRICE });
    const { body } = await responseTo(sender.asksSupport({ input: { recipientId: user.id } }));
    expect(body).toMatchObject({
      status: 'INVALID_INPUT',
      fields: { recipientId: 'A help ticket goes to our own support account only' },
    });
  });

  test('while an earlier one is pending, which the form announces', async () => {
    const { token } = sender;
    expect((await bearer(token).looksForPendingLetter()).hasPendingInbox).toBe(false);
    const first = await sender.asksSupport();
    expect((await responseTo(sender.asksSupport({ subject: 'Another thing' }))).body).toMatchObject(
      {
        status: 'PENDING_INBOX_EXISTS',
      },
    );
    const inboxId = first.id;
    for (const asked of [{ userId: support.user.id }, {}])
      expect(
        (await responseTo(bearer(token).calls('checkPendingInbox', asked))).body,
      ).toMatchObject({
        hasPendingInbox: true,
        inboxId,
      });
  });

  test('with a price: support cannot be paid', async () => {
    await expectRefused(sender.pays(support, { card: 'pm_card_visa' }), 409, 'NOT_ACCEPTING');
    expect(intentsOf(world)).toEqual([]);
  });
});

describe('a help ticket', () => {
  test('is pending immediately, free of charge, with or without a recipient', async () => {
    const { body } = await responseTo(
      sender.asksSupport({ input: { recipientId: support.user.id } }),
    );
    expect(body.data[0]).toMatchObject({
      status: 'PENDING',
      recipientId: support.user.id,
      recipientUsername: 'support',
      price: 0,
      netEarnings: 0,
      moneyState: 'RELEASED',
      timeline: [{ event: 'SENT', moneyState: 'RELEASED' }],
    });
  });

  test('is answered, replied to and closed like any conversation, without earnings', async () => {
    const { order } = await pendingTicket(world, sender);
    await support.answers(order);
    const reply = {
      orderId: order.id,
      conversationStatus: 'OPEN',
      messageBody: '<p>Thank you!</p>',
    };
    expect((await responseTo(sender.calls('createOrderMessage', reply))).http).toBe(200);
    const close = {
      inboxId: order.id,
      conversationStatus: 'COMPLETED',
      messageBody: '<p>You are welcome.</p>',
    };
    expect((await responseTo(support.calls('createInboxMessage', close))).http).toBe(200);
    const seen = await support.seesAsRecipient(order);
    expect(seen).toMatchObject({ status: 'COMPLETED', netEarnings: 0, moneyState: 'RELEASED' });
    const told = seen.timeline.map(({ event }: { event: string }) => event);
    expect(told.sort()).toEqual(['ANSWERED', 'CLOSED', 'REPLIED', 'SENT']);
  });

  test('may be answered by support with any text that is not empty', async () => {
    const { id } = await pendingTicket(world, sender);
    const reply = { inboxId: id, conversationStatus: 'OPEN', messageBody: '<p>Fixed.</p>' };
    const nothing = { ...reply, messageBody: '<p> </p>' };
    expect((await responseTo(support.calls('createInboxMessage', nothing))).body.fields).toEqual({
      messageBody: 'Please enter a message',
    });
    const { http, body } = await responseTo(support.calls('createInboxMessage', reply));
    expect([http, body.data[0].kind]).toEqual([200, 'PAID_RESPONSE']);
    expect(await support.seesAsRecipient({ id })).toMatchObject({ status: 'OPEN' });
  });

  test.each([
    ['taken back by its sender', 'CANCELLED', (id: string) => sender.cancels({ id })],
    [
      'reported as not meant for them',
      'REPORTED',
      (id: string) => support.reportsLetter({ id }, { reason: 'NOT_ME' }),
    ],
    ['reported as spam', 'REPORTED', (id: string) => support.reportsLetter({ id })],
  ] as const)('%s ends, allows the next one, and causes no charge', async (_how, status, end) => {
    const { id } = await pendingTicket(world, sender);
    await end(id);
    const orders = await sender.outbox({ filter: status });
    expect(orders.data[0]).toMatchObject({ id, status, price: 0, moneyState: 'RELEASED' });
    await sender.asksSupport();
  });

  test('without an answer never expires: it waits in the queue of the desk, and can be answered a year later', async () => {
    const { id } = await pendingTicket(world, sender);
    for (const days of [10, 30, 325]) {
      world.advance(days * DAY + HOUR);
      await expireConversations({}, lambdaContext());
      await remindExpiring({}, lambdaContext());
      const [row] = (await sender.outbox({ filter: 'PENDING' })).data;
      expect(row).toMatchObject({ id, status: 'PENDING', expiringSoon: false });
    }
    const staff = await newPerson(world, { staff: ['SUPPORT'] });
    const queue = await responseTo(staff.queue({ tile: 'TICKETS' }));
    expect(queue.body.data.map((item: { id: string }) => item.id)).toContain(id);
    const answering = { conversationId: id, messageBody: '<p>Fixed.</p>' };
    const answered = { ...answering, conversationStatus: 'OPEN' };
    expect((await responseTo(staff.calls('answerTicket', answered))).http).toBe(200);
    const reminders = await domainEventsOf(world, 'conversation.expiringSoon');
    expect(reminders).toEqual([]);
    await sender.asksSupport();
  });
});

describe('the statistics', () => {
  test('of the support account count its tickets, but not as earnings', async () => {
    const before = await support.dashboard();
    const { order } = await pendingTicket(world, sender);
    expect(await support.dashboard()).toMatchObject({
      pendingPayments: 0,
      pendingInbox: before.pendingInbox + 1,
      unreadInbox: before.unreadInbox + 1,
    });
    const profile = async () =>
      (await visitor().calls('viewUserProfile', { username: 'support' })).data[0];
    const { answeredCount, endedCount } = await profile();
    await support.answers(order);
    expect(await support.balance()).toMatchObject({
      messageCount: 0,
      totalMessages: 0,
      totalEarnings: 0,
      grossRevenue: 0,
      platformFees: 0,
      accountBalance: 0,
    });
    expect(await profile()).toMatchObject({ answeredCount, endedCount });
    const list = await support.inbox({ filter: 'OPEN' });
    expect(list.data[0]).toMatchObject({ id: order.id, netEarnings: 0 });
  });

  test('of the ledger and Stripe do not include tickets', async () => {
    await pendingTicket(world, sender);
    expect(Object.values(await ledgerOf(world)).every((balance) => balance === 0)).toBe(true);
    expect(intentsOf(world)).toEqual([]);
    expect(world.stripe.read('customers')).toEqual([]);
    await expectLedgerMatchesStripe(world);
  });
});

describe('a repeated help ticket', () => {
  test('with the same key creates one ticket and gets the same response', async () => {
    const first = await sender.asksSupport({ key: 'ticket-1' });
    const second = await sender.asksSupport({ key: 'ticket-1' });
    expect(second.id).toBe(first.id);
    expect((await sender.outbox()).pageTotal).toBe(1);
  });

  test('with the same key creates one ticket even if the calls are concurrent', async () => {
    const asked = await Promise.all(
      [1, 2, 3].map(() => responseTo(sender.asksSupport({ key: 'ticket-2' }))),
    );
    expect(asked.map(({ http }) => http)).toEqual([200, 200, 200]);
    expect(new Set(asked.map(({ body }) => body.data[0].id)).size).toBe(1);
    expect((await sender.outbox()).pageTotal).toBe(1);
  });

  test('without a key is sent once if the calls are concurrent, and the other calls are refused', async () => {
    const asked = await Promise.all([1, 2, 3].map(() => responseTo(sender.asksSupport())));
    expect(asked.map(({ body }) => body.status).sort()).toEqual([
      'PENDING_INBOX_EXISTS',
      'PENDING_INBOX_EXISTS',
      'SUCCESS',
    ]);
  });

  test('with a key of another request is refused', async () => {
    await sender.asksSupport({ key: 'ticket-3' });
    const { body } = await responseTo(
      sender.asksSupport({ subject: 'Something else', key: 'ticket-3' }),
    );
    expect(body).toMatchObject({ status: 'INVALID_INPUT' });
  });
});

/** Recovers without user action: the webhooks arrive in any order, and the schedules run until nothing is due. */
async function heal(world: World, by: 'sweep' | 'webhook'): Promise<void> {
  if (by === 'webhook') await postAllEvents(world);
  world.advance(3 * MINUTE);
  await world.stripe.runDue();
  await runSchedules();
  world.advance(3 * MINUTE);
  await runSchedules();
  await expectLedgerMatchesStripe(world);
}

/**
 * The ledger accounts with a balance other than zero. Each scenario has its own world, so they concern its order
 * only.
 */
async function owed(world: World): Promise<Record<string, number>> {
  const accounts = Object.entries(await ledgerOf(world));
  return Object.fromEntries(accounts.filter(([, balance]) => balance !== 0));
}

test('a help ticket is created completely or not at all, and a repeated request creates no second one', async () => {
  const effects = await world.crashingAtEveryWrite(
    async ({ crash }) => {
      const [support, sender] = [await supportOf(world), await newPerson(world)];
      await crash(() => responseTo(sender.asksSupport({ key: 'ticket' })));
      const again = await responseTo(sender.asksSupport({ key: 'ticket' }));
      const lock = await lockedConversationOf(table, sender.user.id, support.user.id);
      expect([again.http, again.body.data[0].id]).toEqual([200, lock]);
      expect(await mailboxCountsOf(table, sender.user.id, 'ORDERS')).toMatchObject({
        ALL: 1,
        PENDING: 1,
      });
      expect(await mailboxCountsOf(table, support.user.id, 'INBOX')).toMatchObject({
        ALL: 1,
        PENDING: 1,
      });
      expect(await owed(world)).toEqual({});
      await expectLedgerMatchesStripe(world);
    },
    { inNewWorlds: true },
  );
  expect(effects).toBeGreaterThanOrEqual(1);
});

test('the answer to a help ticket is stored completely or not at all, and moves no money', async () => {
  await world.crashingAtEveryWrite(
    async ({ crash }) => {
      const [support, sender] = [await supportOf(world), await newPerson(world)];
      const id = (await sender.asksSupport()).id;
      const lived = await crash(() => responseTo(support.answers({ id })));
      await heal(world, 'sweep');
      const seen = await sender.seesAsSender({ id });
      if (lived) expect(seen.status).toBe('OPEN');
      expect(['OPEN', 'PENDING']).toContain(seen.status);
      expect(await owed(world)).toEqual({});
    },
    { inNewWorlds: true },
  );
});
