import { describe, expect, test } from '@jest/globals';
import { handler as viewDashboardStats } from '#functions/accounts/viewDashboardStats.ts';
import { handler as createInboxMessage } from '#functions/conversations/createInboxMessage.ts';
import { handler as createOrderMessage } from '#functions/conversations/createOrderMessage.ts';
import { handler as markInboxAsRead } from '#functions/conversations/markInboxAsRead.ts';
import { handler as markInboxAsReceived } from '#functions/conversations/markInboxAsReceived.ts';
import { handler as markInboxMessageAsRead } from '#functions/conversations/markInboxMessageAsRead.ts';
import { handler as markOrderMessageAsRead } from '#functions/conversations/markOrderMessageAsRead.ts';
import { handler as viewInboxList } from '#functions/conversations/viewInboxList.ts';
import { handler as viewInboxMessages } from '#functions/conversations/viewInboxMessages.ts';
import { handler as viewOrderList } from '#functions/conversations/viewOrderList.ts';
import { handler as viewOrderMessages } from '#functions/conversations/viewOrderMessages.ts';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { ANSWER } from '#lib/local/deeds/texts.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { call, lambdaContext } from '../../support/call.ts';
import { expectLedgerMatchesStripe, runSchedules } from '../../support/money.ts';
import { PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person, signedInAgain } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const get = (handler: unknown, who: Person, query: Record<string, unknown> = {}) =>
  call(handler, query, { method: 'GET', token: who.token });
const post = (handler: unknown, who: Person, input: Record<string, unknown>) =>
  call(handler, input, { token: who.token });
const rows = async (handler: unknown, who: Person, query = {}) =>
  (await get(handler, who, query)).body;

describe('access to conversations', () => {
  test('lets only the sender cancel and only the recipient report', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await expectRefused(recipient.cancels(order), 403, 'FORBIDDEN');
    await expectRefused(sender.reportsLetter(order), 403, 'FORBIDDEN');
    const early = {
      orderId: order.id,
      conversationStatus: 'OPEN',
      messageBody: '<p>One more thing</p>',
    };
    expect((await post(createOrderMessage, sender, early)).body).toMatchObject({
      status: 'WRONG_STATUS',
      inboxStatus: 'PENDING',
    });
    expect((await post(createOrderMessage, recipient, early)).body.status).toBe('FORBIDDEN');
  });

  test('shows a canceled order only to its sender, under its own filter', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await sender.cancels(order);
    // A recipient who is writing an answer sees the canceled status; the text of the message is removed.
    expect((await recipient.sees(order)).status).toBe('CANCELLED');
    const messages = await recipient.calls('viewInboxMessages', { inboxId: order.id });
    expect(messages).toMatchObject({ pageTotal: 0, data: [] });
    const { token } = recipient;
    expect((await call(markInboxAsRead, { inboxId: order.id }, { token })).http).toBe(200);
    const { timeline } = await sender.sees(order);
    expect(timeline.map(({ event }: { event: string }) => event)).not.toContain('READ');
    expect(await rows(viewInboxList, recipient)).toMatchObject({ pageTotal: 0, data: [] });
    expect(await rows(viewOrderList, sender)).toMatchObject({ pageTotal: 0, data: [] });
    expect(await rows(viewOrderList, sender, { filter: 'CANCELLED' })).toMatchObject({
      pageTotal: 1,
      data: [{ id: order.id }],
    });
    expect((await responseTo(recipient.answers(order))).body).toMatchObject({
      status: 'WRONG_STATUS',
      inboxStatus: 'CANCELLED',
    });
    expect((await responseTo(sender.cancels(order))).body).toMatchObject({
      status: 'WRONG_STATUS',
      inboxStatus: 'CANCELLED',
    });
  });
});

describe('a message in a conversation', () => {
  test('needs 200 readable characters if it is a paid answer', async () => {
    const { recipient, id } = await pendingOrder(world);
    for (const messageBody of [
      '<p>Short</p>',
      `<p>Short</p><script>${ANSWER}</script>`,
      `<p>a</p>${'<p></p>'.repeat(200)}`,
    ]) {
      const refused = await post(createInboxMessage, recipient, {
        inboxId: id,
        conversationStatus: 'OPEN',
        messageBody,
      });
      expect(refused.body).toMatchObject({
        status: 'INVALID_INPUT',
        fields: { messageBody: 'Your reply must be at least 200 characters' },
      });
    }
  });

  test('is sanitized', async () => {
    const { recipient, id } = await pendingOrder(world);
    const messageBody = `${ANSWER}<p onclick="x()"><a href="javascript:x()">a</a> <a href="https://example.com" onmouseover="x()">b</a><img src=x onerror=x()></p><script>x()</script>`;
    const { body } = await post(createInboxMessage, recipient, {
      inboxId: id,
      conversationStatus: 'OPEN',
      messageBody,
    });
    expect(body.data[0].body).toBe(
      `${ANSWER}<p><a rel="ugc nofollow noopener" target="_blank">a</a> <a href="https://example.com" rel="ugc nofollow noopener" target="_blank">b</a></p>`,
    );
  });

  test('is free while the conversation is open', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.answers(order);
    const reply = (conversationStatus: string) => ({
      conversationStatus,
      messageBody: '<p>Thank you</p>',
    });
    const thanks = await post(createOrderMessage, sender, { orderId: order.id, ...reply('OPEN') });
    expect(thanks.body.data[0]).toMatchObject({
      kind: 'REPLY',
      senderId: sender.user.id,
      messageRead: false,
    });
    expect(
      (await post(createOrderMessage, sender, { orderId: order.id, ...reply('COMPLETED') })).body
        .fields,
    ).toEqual({
      conversationStatus: 'Only the recipient can close a conversation',
    });
    expect(
      (await post(createInboxMessage, sender, { inboxId: order.id, ...reply('OPEN') })).body.status,
    ).toBe('SUCCESS');
    expect(
      (await post(createInboxMessage, recipient, { inboxId: order.id, ...reply('COMPLETED') })).body
        .status,
    ).toBe('SUCCESS');
    expect(
      (await post(createOrderMessage, sender, { orderId: order.id, ...reply('OPEN') })).body,
    ).toMatchObject({
      status: 'WRONG_STATUS',
      inboxStatus: 'COMPLETED',
    });
    const seen = await sender.sees(order);
    expect(seen).toMatchObject({
      status: 'COMPLETED',
      allowResponse: false,
      moneyState: 'CHARGED',
    });
    expect(seen.timeline.map(({ event }: { event: string }) => event)).toEqual([
      'PAID',
      'ANSWERED',
      'CAPTURED',
      ...(seen.timeline[3]?.event === 'CLOSED' ? ['CLOSED', 'REPLIED'] : ['REPLIED', 'CLOSED']),
    ]);
    const messages = await rows(viewOrderMessages, sender, { orderId: order.id });
    expect(messages.pageTotal).toBe(5);
    expect(messages.data.map(({ kind }: { kind: string }) => kind)).toEqual([
      'REPLY',
      'REPLY',
      'REPLY',
      'PAID_RESPONSE',
      'QUESTION',
    ]);
  });
});

describe('read markers', () => {
  test('move only forward, and the sender sees that the message was read', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    const mine = async () => (await rows(viewInboxList, recipient)).data[0];
    expect(await mine()).toMatchObject({
      messageNew: true,
      messageSeen: false,
      messageRead: false,
    });
    await post(markInboxAsReceived, recipient, { inboxId: id });
    expect(await mine()).toMatchObject({
      messageNew: false,
      messageSeen: true,
      messageRead: false,
    });
    await post(markInboxAsRead, recipient, { inboxId: id });
    await post(markInboxAsReceived, recipient, { inboxId: id });
    await post(markInboxAsRead, recipient, { inboxId: id });
    expect(await mine()).toMatchObject({
      messageNew: false,
      messageSeen: false,
      messageRead: true,
    });
    expect((await rows(viewOrderList, sender)).data[0]).toMatchObject({
      messageRead: true,
      status: 'PENDING',
    });
    const seen = await sender.seesAsSender({ id });
    expect(seen.timeline.map(({ event }: { event: string }) => event)).toEqual(['PAID', 'READ']);
  });

  test('update the unread counters', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    const unread = async (who: Person) => (await rows(viewDashboardStats, who)).data[0];
    expect(await unread(recipient)).toMatchObject({ unreadInbox: 1, unreadOutbox: 0 });
    const [question] = (await rows(viewInboxMessages, recipient, { inboxId: order.id })).data;
    await post(markInboxMessageAsRead, recipient, { inboxMessageId: question.id });
    expect(await unread(recipient)).toMatchObject({ unreadInbox: 0 });
    await recipient.answers(order);
    expect(await unread(sender)).toMatchObject({ unreadOutbox: 1 });
    const [response] = (await rows(viewOrderMessages, sender, { orderId: order.id })).data;
    for (let again = 0; again < 2; again += 1)
      expect(
        (await post(markOrderMessageAsRead, sender, { orderMessageId: response.id })).body.status,
      ).toBe('SUCCESS');
    expect(await unread(sender)).toMatchObject({ unreadOutbox: 0 });
    const [read] = (await rows(viewInboxMessages, recipient, { inboxId: order.id })).data;
    expect(read).toMatchObject({ messageRead: true });
  });
});

describe('conversation lists', () => {
  test('are paged by skip and by cursor, newest first, with totals by status', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    const senders = await Promise.all(Array.from({ length: 5 }, () => newPerson(world)));
    const ids: string[] = [];
    for (let count = 0; count < 23; count += 1) {
      const sender = senders[count % 5] as Person;
      const id = (
        await sender.pays(count < 5 ? recipient : await newPerson(world, { price: PRICE }), {
          card: 'pm_card_visa',
        })
      ).id;
      if (count % 5 === 0) ids.unshift(id);
    }
    const buyer = senders[0] as Person;
    expect((await rows(viewOrderList, buyer)).data.map((row: { id: string }) => row.id)).toEqual(
      ids,
    );
    const skipped = await rows(viewOrderList, buyer, { skip: 2 });
    expect(skipped.data.map((row: { id: string }) => row.id)).toEqual(ids.slice(2));
    expect(skipped.pageTotal).toBe(5);
    expect(await rows(viewOrderList, buyer, { skip: 5 })).toMatchObject({ pageTotal: 5, data: [] });
    expect(await rows(viewInboxList, recipient)).toMatchObject({ pageTotal: 5 });
    await recipient.answers((await rows(viewInboxList, recipient)).data[4]);
    expect(await rows(viewInboxList, recipient, { filter: 'OPEN' })).toMatchObject({
      pageTotal: 1,
    });
    expect(await rows(viewInboxList, recipient, { filter: 'PENDING' })).toMatchObject({
      pageTotal: 4,
    });
    expect((await rows(viewInboxList, recipient)).data[0]).toMatchObject({
      status: 'OPEN',
      netEarnings: 22,
    });
  });

  test('show the current name of the other person, also if it has changed since', async () => {
    const { sender, recipient } = await pendingOrder(world);
    for (const [{ user }, fullName] of [
      [sender, 'New Sender'],
      [recipient, 'New Recipient'],
    ] as const)
      await table.write(update(userKey(user.id), { set: { fullName } }));
    expect(JSON.stringify(await rows(viewInboxList, recipient))).toContain('New Sender');
    expect(JSON.stringify(await rows(viewOrderList, sender))).toContain('New Recipient');
  });

  test('continue at a cursor, which shows nothing to other people', async () => {
    const [sender, stranger] = [await newPerson(world), await newPerson(world)];
    for (let count = 0; count < 20; count += 1)
      await sender.pays(await newPerson(world, { price: PRICE }), { card: 'pm_card_visa' });
    world.advance(61 * 60_000);
    const later = await signedInAgain(world, sender);
    await later.pays(await newPerson(world, { price: PRICE }), { card: 'pm_card_visa' });
    const first = await rows(viewOrderList, later);
    expect(first.data).toHaveLength(20);
    const next = await rows(viewOrderList, later, { cursor: first.cursor });
    expect(next.data).toHaveLength(1);
    expect(next.cursor).toBeUndefined();
    const other = await signedInAgain(world, stranger);
    expect((await rows(viewOrderList, other, { cursor: first.cursor })).data).toEqual([]);
    expect((await rows(viewOrderList, other, { cursor: 'x' })).fields).toEqual({
      cursor: 'This cursor isn’t valid',
    });
  });
});

describe('concurrent calls for one message:', () => {
  test('one of answering, canceling, reporting and expiring succeeds, the others get the new status, and the money moves once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { sender, recipient, order } = await pendingOrder(world);
      const [held, deadline] = [world.now(), 10 * DAY];
      world.advance(6.6 * DAY);
      await runSchedules();
      // In even rounds a minute before the deadline, so that the three calls race; otherwise at the deadline, with
      // the sweep.
      world.advance(held + deadline - world.now() - (round % 2 === 0 ? MINUTE : 0));
      const again = {
        sender: sender,
        recipient: recipient,
      };
      const [answered, cancelled, reported] = await Promise.all([
        responseTo(again.recipient.answers(order)),
        responseTo(again.sender.cancels(order)),
        responseTo(again.recipient.reportsLetter(order, { reason: 'IGNORE' })),
        expireConversations({}, lambdaContext()),
      ]);
      const outcomes = [answered, cancelled, reported].map(({ body }) => body.status);
      const { status } = await sender.sees(order);
      expect(outcomes.filter((code) => code === 'SUCCESS').length).toBe(
        status === 'EXPIRED' ? 0 : 1,
      );
      for (const { body } of [answered, cancelled, reported])
        if (body.status !== 'SUCCESS')
          expect(body).toMatchObject({ status: 'WRONG_STATUS', inboxStatus: status });
      world.advance(3 * MINUTE);
      await runSchedules();
      await expectLedgerMatchesStripe(world);
    }
  });

  test('two answers book one earning', async () => {
    const { recipient, order } = await pendingOrder(world);
    const answers = await Promise.all([
      responseTo(recipient.answers(order, { closes: true })),
      responseTo(recipient.answers(order, { closes: true })),
    ]);
    expect(answers.map(({ body }) => body.status).sort()).toEqual(['SUCCESS', 'WRONG_STATUS']);
    expect(await recipient.balance()).toEqual({
      userId: recipient.user.id,
      messageCount: 1,
      totalMessages: 1,
      transactionCount: 1,
      totalEarnings: 22,
      grossRevenue: 25,
      platformFees: 3,
      accountBalance: 22,
      debtAmount: 0,
      frozenAmount: 0,
      outgoingAmount: 0,
      waitingAmount: 0,
    });
    await expectLedgerMatchesStripe(world);
  });
});
