import { describe, expect, test } from '@jest/globals';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { changeConversation } from '#functions/storage/conversations/conversations.ts';
import { conversationKey, userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { ANSWER } from '#lib/local/deeds/texts.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { expectLedgerMatchesStripe, runSchedules } from '../../support/money.ts';
import { PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

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
    expect((await responseTo(sender.calls('createOrderMessage', early))).body).toMatchObject({
      status: 'WRONG_STATUS',
      inboxStatus: 'PENDING',
    });
    await expectRefused(recipient.calls('createOrderMessage', early), 403, 'FORBIDDEN');
  });

  test('shows a canceled order only to its sender, under its own filter', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await sender.cancels(order);
    // A recipient who is writing an answer sees the canceled status; the text of the message is removed.
    expect((await recipient.sees(order)).status).toBe('CANCELLED');
    const messages = await recipient.readsInbox(order);
    expect(messages).toMatchObject({ pageTotal: 0, data: [] });
    await recipient.readsLetter(order);
    const { timeline } = await sender.sees(order);
    expect(timeline.map(({ event }: { event: string }) => event)).not.toContain('READ');
    expect(await recipient.inbox()).toMatchObject({ pageTotal: 0, data: [] });
    expect(await sender.outbox()).toMatchObject({ pageTotal: 0, data: [] });
    expect(await sender.outbox({ filter: 'CANCELLED' })).toMatchObject({
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
      await expectRefused(recipient.answers({ id }, { text: messageBody }), 400, 'INVALID_INPUT', {
        messageBody: 'Your reply must be at least 200 characters',
      });
    }
  });

  test('is sanitized', async () => {
    const { recipient, id } = await pendingOrder(world);
    const messageBody = `${ANSWER}<p onclick="x()"><a href="javascript:x()">a</a> <a href="https://example.com" onmouseover="x()">b</a><img src=x onerror=x()></p><script>x()</script>`;
    const answer = await recipient.answers({ id }, { text: messageBody });
    expect(answer.body).toBe(
      `${ANSWER}<p><a rel="ugc nofollow noopener" target="_blank">a</a> <a href="https://example.com" rel="ugc nofollow noopener" target="_blank">b</a></p>`,
    );
  });

  test('is free while the conversation is open', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.answers(order);
    expect(await sender.writes(order)).toMatchObject({
      kind: 'REPLY',
      senderId: sender.user.id,
      messageRead: false,
    });
    await expectRefused(sender.writes(order, { closes: true }), 400, 'INVALID_INPUT', {
      conversationStatus: 'Only the recipient can close a conversation',
    });
    // Either operation takes the replies of both sides.
    await sender.answers(order, { text: '<p>Thank you</p>' });
    await recipient.writes(order, { closes: true });
    expect((await responseTo(sender.writes(order))).body).toMatchObject({
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
    const messages = await sender.readsOrder(order);
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
    const mine = async () => (await recipient.inbox()).data[0];
    expect(await mine()).toMatchObject({
      messageNew: true,
      messageSeen: false,
      messageRead: false,
    });
    await recipient.receivesLetter({ id });
    expect(await mine()).toMatchObject({
      messageNew: false,
      messageSeen: true,
      messageRead: false,
    });
    await recipient.readsLetter({ id });
    await recipient.receivesLetter({ id });
    await recipient.readsLetter({ id });
    expect(await mine()).toMatchObject({
      messageNew: false,
      messageSeen: false,
      messageRead: true,
    });
    expect((await sender.outbox()).data[0]).toMatchObject({
      messageRead: true,
      status: 'PENDING',
    });
    const seen = await sender.seesAsSender({ id });
    expect(seen.timeline.map(({ event }: { event: string }) => event)).toEqual(['PAID', 'READ']);
  });

  test('update the unread counters', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    const unread = (who: Person) => who.dashboard();
    expect(await unread(recipient)).toMatchObject({ unreadInbox: 1, unreadOutbox: 0 });
    const [question] = (await recipient.readsInbox(order)).data;
    await recipient.marksInboxMessage(question as Ref);
    expect(await unread(recipient)).toMatchObject({ unreadInbox: 0 });
    await recipient.answers(order);
    expect(await unread(sender)).toMatchObject({ unreadOutbox: 1 });
    const [response] = (await sender.readsOrder(order)).data;
    for (let again = 0; again < 2; again += 1) await sender.marksOrderMessage(response as Ref);
    expect(await unread(sender)).toMatchObject({ unreadOutbox: 0 });
    const [read] = (await recipient.readsInbox(order)).data;
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
    expect((await buyer.outbox()).data.map((row: { id: string }) => row.id)).toEqual(ids);
    const skipped = await buyer.outbox({ skip: 2 });
    expect(skipped.data.map((row: { id: string }) => row.id)).toEqual(ids.slice(2));
    expect(skipped.pageTotal).toBe(5);
    expect(await buyer.outbox({ skip: 5 })).toMatchObject({ pageTotal: 5, data: [] });
    expect(await recipient.inbox()).toMatchObject({ pageTotal: 5 });
    await recipient.answers((await recipient.inbox()).data[4] as Ref);
    expect(await recipient.inbox({ filter: 'OPEN' })).toMatchObject({
      pageTotal: 1,
    });
    expect(await recipient.inbox({ filter: 'PENDING' })).toMatchObject({
      pageTotal: 4,
    });
    expect((await recipient.inbox()).data[0]).toMatchObject({
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
    expect(JSON.stringify(await recipient.inbox())).toContain('New Sender');
    expect(JSON.stringify(await sender.outbox())).toContain('New Recipient');
  });

  test('continue at a cursor, which shows nothing to other people', async () => {
    const [sender, stranger] = [await newPerson(world), await newPerson(world)];
    for (let count = 0; count < 20; count += 1)
      await sender.pays(await newPerson(world, { price: PRICE }), { card: 'pm_card_visa' });
    world.advance(61 * 60_000);
    await sender.pays(await newPerson(world, { price: PRICE }), { card: 'pm_card_visa' });
    const first = await sender.outbox();
    expect(first.data).toHaveLength(20);
    const next = await sender.outbox({ cursor: first.cursor });
    expect(next.data).toHaveLength(1);
    expect(next.cursor).toBeUndefined();
    expect((await stranger.outbox({ cursor: first.cursor })).data).toEqual([]);
    await expectRefused(stranger.outbox({ cursor: 'x' }), 400, 'INVALID_INPUT', {
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

test('a change of a conversation that others overtake is given up after ten tries', async () => {
  const { id } = await pendingOrder(world);
  const change = () =>
    changeConversation(table, id, world.now(), (conversation) => ({ next: conversation }));
  expect(await world.losingEveryWrite(conversationKey(id), change)).toEqual({
    result: new Error(`conversation ${id} could not be changed: MOVED`),
    tries: 10,
  });
});
