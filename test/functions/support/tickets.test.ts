import { beforeEach, describe, expect, test } from '@jest/globals';
import { handler as viewDashboardStats } from '#functions/accounts/viewDashboardStats.ts';
import { handler as checkPendingInbox } from '#functions/conversations/checkPendingInbox.ts';
import { handler as viewInbox } from '#functions/conversations/viewInbox.ts';
import { handler as viewInboxList } from '#functions/conversations/viewInboxList.ts';
import { handler as viewOrderList } from '#functions/conversations/viewOrderList.ts';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { handler as remindExpiring } from '#functions/jobs/remindExpiring.ts';
import { handler as viewAccountBalance } from '#functions/ledger/viewAccountBalance.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { call, lambdaContext } from '../../support/call.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import { letters } from '../../support/letters.ts';
import { expectLedgerMatchesStripe, intentsOf, ledgerOf } from '../../support/money.ts';
import { answer, cancel, PRICE, payWithCard, report } from '../../support/orders.ts';
import { newPerson, type Person, signedIn, signedInAgain, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { askSupport, pendingTicket, supportOf } from '../../support/tickets.ts';

const world = worldOfFile();
let sender: Person;
let support: Person;
beforeEach(async () => {
  support = await supportOf(world);
  sender = await newPerson(world);
});

const get = async (handler: unknown, { user }: Person, query = {}) => {
  const { token } = await signedIn(user, world.now());
  return (await call(handler, query, { method: 'GET', token })).body;
};

test('one of concurrent calls to answer, cancel and expire a ticket succeeds', async () => {
  const { id } = await pendingTicket(world, sender);
  const raced = await Promise.all([
    answer(support, id),
    cancel(sender, id),
    report(support, id, 'SPAM_PHISHING'),
  ]);
  expect(raced.filter(({ http }) => http === 200)).toHaveLength(1);
  await expectLedgerMatchesStripe(world);
});

describe('sending a help ticket', () => {
  test('is allowed without a card, and before a plan is chosen', async () => {
    const beginner = await newPerson(world, { licenseId: 'NONE' });
    expect(await askSupport(beginner)).toMatchObject({ http: 200, body: { status: 'SUCCESS' } });
  });

  test('is refused to the support account', async () => {
    const { http, body } = await askSupport(support);
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
    expect((await askSupport(sender, more)).body).toMatchObject({
      status: 'INVALID_INPUT',
      fields,
    });
  });

  test('with another recipient, at that field', async () => {
    const { user } = await newPerson(world, { price: PRICE });
    const { body } = await askSupport(sender, { recipientId: user.id });
    expect(body).toMatchObject({
      status: 'INVALID_INPUT',
      fields: { recipientId: 'A help ticket goes to our own support account only' },
    });
  });

  test('while an earlier one is pending, which the form announces', async () => {
    const { token } = sender;
    expect((await call(checkPendingInbox, {}, { token })).body.hasPendingInbox).toBe(false);
    const first = await askSupport(sender);
    expect((await askSupport(sender, { messageSubject: 'Another thing' })).body).toMatchObject({
      status: 'PENDING_INBOX_EXISTS',
    });
    const inboxId = first.body.data[0].id;
    for (const asked of [{ userId: support.user.id }, {}])
      expect((await call(checkPendingInbox, asked, { token })).body).toMatchObject({
        hasPendingInbox: true,
        inboxId,
      });
  });

  test('with a price: support cannot be paid', async () => {
    expect((await payWithCard(sender, support)).body.status).toBe('NOT_ACCEPTING');
    expect(intentsOf(world)).toEqual([]);
  });
});

describe('a help ticket', () => {
  test('is pending immediately, free of charge, with or without a recipient', async () => {
    const { body } = await askSupport(sender, { recipientId: support.user.id });
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
    const { id } = await pendingTicket(world, sender);
    expect((await answer(support, id)).http).toBe(200);
    const reply = { orderId: id, conversationStatus: 'OPEN', messageBody: '<p>Thank you!</p>' };
    expect((await responseTo(sender.calls('createOrderMessage', reply))).http).toBe(200);
    const close = {
      inboxId: id,
      conversationStatus: 'COMPLETED',
      messageBody: '<p>You are welcome.</p>',
    };
    expect((await responseTo(support.calls('createInboxMessage', close))).http).toBe(200);
    const [seen] = (await get(viewInbox, support, { id })).data;
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
    expect((await get(viewInbox, support, { id })).data[0]).toMatchObject({ status: 'OPEN' });
  });

  test.each([
    ['taken back by its sender', 'CANCELLED', (id: string) => cancel(sender, id)],
    ['reported as not meant for them', 'REPORTED', (id: string) => report(support, id, 'NOT_ME')],
    ['reported as spam', 'REPORTED', (id: string) => report(support, id, 'SPAM_PHISHING')],
  ] as const)('%s ends, allows the next one, and causes no charge', async (_how, status, end) => {
    const { id } = await pendingTicket(world, sender);
    expect((await end(id)).http).toBe(200);
    const orders = await get(viewOrderList, sender, { filter: status });
    expect(orders.data[0]).toMatchObject({ id, status, price: 0, moneyState: 'RELEASED' });
    expect((await askSupport(sender)).http).toBe(200);
  });

  test('without an answer never expires: it waits in the queue of the desk, and can be answered a year later', async () => {
    const { id } = await pendingTicket(world, sender);
    for (const days of [10, 30, 325]) {
      world.advance(days * DAY + HOUR);
      await expireConversations({}, lambdaContext());
      await remindExpiring({}, lambdaContext());
      const [row] = (await get(viewOrderList, sender, { filter: 'PENDING' })).data;
      expect(row).toMatchObject({ id, status: 'PENDING', expiringSoon: false });
    }
    const staff = await newPerson(world, { staff: ['SUPPORT'] });
    const queue = await responseTo(staff.calls('viewDeskQueue', { tile: 'TICKETS' }));
    expect(queue.body.data.map((item: { id: string }) => item.id)).toContain(id);
    const answering = { conversationId: id, messageBody: '<p>Fixed.</p>' };
    const answered = { ...answering, conversationStatus: 'OPEN' };
    expect((await responseTo(staff.calls('answerTicket', answered))).http).toBe(200);
    const reminders = await domainEventsOf(world, 'conversation.expiringSoon');
    expect(reminders).toEqual([]);
    const later = await signedInAgain(world, sender);
    expect((await askSupport(later)).http).toBe(200);
  });
});

describe('the statistics', () => {
  test('of the support account count its tickets, but not as earnings', async () => {
    const before = (await get(viewDashboardStats, support)).data[0];
    const { id } = await pendingTicket(world, sender);
    expect((await get(viewDashboardStats, support)).data[0]).toMatchObject({
      pendingPayments: 0,
      pendingInbox: before.pendingInbox + 1,
      unreadInbox: before.unreadInbox + 1,
    });
    const profile = async () =>
      (await visitor().calls('viewUserProfile', { username: 'support' })).data[0];
    const { answeredCount, endedCount } = await profile();
    await answer(support, id);
    expect((await get(viewAccountBalance, support)).data[0]).toMatchObject({
      messageCount: 0,
      totalMessages: 0,
      totalEarnings: 0,
      grossRevenue: 0,
      platformFees: 0,
      accountBalance: 0,
    });
    expect(await profile()).toMatchObject({ answeredCount, endedCount });
    const list = await get(viewInboxList, support, { filter: 'OPEN' });
    expect(list.data[0]).toMatchObject({ id, netEarnings: 0 });
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
    const first = await askSupport(sender, {}, 'ticket-1');
    const second = await askSupport(sender, {}, 'ticket-1');
    expect(second.body.data[0].id).toBe(first.body.data[0].id);
    expect((await get(viewOrderList, sender)).pageTotal).toBe(1);
  });

  test('with the same key creates one ticket even if the calls are concurrent', async () => {
    const asked = await Promise.all([1, 2, 3].map(() => askSupport(sender, {}, 'ticket-2')));
    expect(asked.map(({ http }) => http)).toEqual([200, 200, 200]);
    expect(new Set(asked.map(({ body }) => body.data[0].id)).size).toBe(1);
    expect((await get(viewOrderList, sender)).pageTotal).toBe(1);
  });

  test('without a key is sent once if the calls are concurrent, and the other calls are refused', async () => {
    const asked = await Promise.all([1, 2, 3].map(() => askSupport(sender)));
    expect(asked.map(({ body }) => body.status).sort()).toEqual([
      'PENDING_INBOX_EXISTS',
      'PENDING_INBOX_EXISTS',
      'SUCCESS',
    ]);
  });

  test('with a key of another request is refused', async () => {
    await askSupport(sender, {}, 'ticket-3');
    const { body } = await askSupport(sender, { messageSubject: 'Something else' }, 'ticket-3');
    expect(body).toMatchObject({ status: 'INVALID_INPUT' });
  });
});
