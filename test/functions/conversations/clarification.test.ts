import { describe, expect, test } from '@jest/globals';
import { handler as checkPendingInbox } from '#functions/conversations/checkPendingInbox.ts';
import { handler as viewInbox } from '#functions/conversations/viewInbox.ts';
import { handler as viewInboxList } from '#functions/conversations/viewInboxList.ts';
import { handler as viewInboxMessages } from '#functions/conversations/viewInboxMessages.ts';
import { handler as viewOrderList } from '#functions/conversations/viewOrderList.ts';
import { handler as viewOrderMessages } from '#functions/conversations/viewOrderMessages.ts';
import { handler as remindExpiring } from '#functions/jobs/remindExpiring.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { CLARIFICATION_TIME } from '#shared/rules/conversations/clarification.ts';
import { RESPONSE_TIME } from '#shared/rules/conversations/state-machine.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { type Answer, call, lambdaContext } from '../../support/call.ts';
import { newDevice } from '../../support/devices.ts';
import {
  deliverToDevices,
  domainEventsOf,
  newestDomainEvent,
} from '../../support/domain-events.ts';
import { expectLedgerMatchesStripe, runSchedules } from '../../support/money.ts';
import {
  ANSWER,
  answer,
  askFirst,
  CLARIFYING_QUESTION,
  cancel,
  capturedOrder,
  decline,
  endPause,
  giveReply,
  INFORMATION,
  pausedOrder,
  payWithCard,
  pendingOrder,
  report,
  seenBySender,
} from '../../support/orders.ts';
import { newPerson, type Person, signedIn, signedInAgain } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket } from '../../support/tickets.ts';

const world = worldOfFile();

const get = async (handler: unknown, { user }: Person, query = {}) => {
  const { token } = await signedIn(user, world.now());
  return (await call(handler, query, { method: 'GET', token })).body;
};
const seenByRecipient = async (recipient: Person, id: string) =>
  (await get(viewInbox, recipient, { id })).data?.[0];
type Seen = {
  readonly deadlineAt: string;
  readonly clarification: { askedAt: string; until: string; endedAt: string | null };
};
/** The times of a conversation, in milliseconds: its deadline, and the length of its pause and of the longest possible one. */
const timesOf = ({ deadlineAt, clarification: { askedAt, until, endedAt } }: Seen) => ({
  deadline: Date.parse(deadlineAt),
  longest: Date.parse(until) - Date.parse(askedAt),
  pause: endedAt === null ? undefined : Date.parse(endedAt) - Date.parse(askedAt),
});
const deadlineIn = ({ deadlineAt }: { deadlineAt: string }) => Date.parse(deadlineAt);
const eventsIn = ({ timeline }: { timeline: { event: string }[] }) =>
  timeline.map(({ event }) => event);
const publishedOf = async (id: string, type: `conversation.info${'Asked' | 'Given' | 'Ended'}`) =>
  (await domainEventsOf(world, type)).filter(
    ({ detail }) => 'conversationId' in detail && detail.conversationId === id,
  );
const refused = (status: string, inboxStatus?: string) =>
  expect.objectContaining({
    body: expect.objectContaining({ status, ...(inboxStatus && { inboxStatus }) }),
  }) as unknown as Answer;

describe('asking for information', () => {
  test('pauses the deadline, and both sides see the question and until when', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    const before = await seenBySender(world, sender, id);
    expect(before.clarification).toBeNull();
    world.advance(DAY);
    const asked = await askFirst(await signedInAgain(world, recipient), id);
    expect(asked.body.data[0]).toMatchObject({
      kind: 'CLARIFICATION',
      senderId: recipient.user.id,
      body: CLARIFYING_QUESTION,
    });
    const shown = { status: 'NEEDS_INFO', moneyState: 'HELD' };
    expect(await seenBySender(world, sender, id)).toMatchObject({
      ...shown,
      allowResponse: false,
    });
    const seen = await seenByRecipient(recipient, id);
    expect(seen).toMatchObject({ ...shown, allowResponse: true, expiringSoon: false });
    expect(eventsIn(seen)).toEqual(['PAID', 'INFO_ASKED']);
    expect(seen.clarification.askedAt).toBe(seen.timeline[1].at);
    expect(timesOf(seen)).toEqual({
      deadline: deadlineIn(before) + CLARIFICATION_TIME,
      longest: CLARIFICATION_TIME,
      pause: undefined,
    });
    for (const messages of [
      (await get(viewOrderMessages, sender, { orderId: id })).data,
      (await get(viewInboxMessages, recipient, { inboxId: id })).data,
    ])
      expect(messages.map(({ kind }: { kind: string }) => kind)).toEqual([
        'CLARIFICATION',
        'QUESTION',
      ]);
    await expectLedgerMatchesStripe(world);
  });

  test('is sanitized like a message, and has 20 to 2,000 characters of text', async () => {
    const { recipient, id } = await pendingOrder(world);
    for (const text of [
      'Too short',
      '<script>a long text that does not count at all</script>',
      'a'.repeat(2_001),
    ])
      expect((await askFirst(recipient, id, text)).body).toMatchObject({
        status: 'INVALID_INPUT',
        fields: { messageBody: expect.any(String) },
      });
    const html = '<p onclick="x()">How cold does it become <img src=x> at night?</p>';
    const asked = await askFirst(recipient, id, html);
    expect(asked.body.data[0].body).toBe('<p>How cold does it become  at night?</p>');
  });

  test('is refused to the sender and to strangers', async () => {
    const { sender, id } = await pendingOrder(world);
    expect(await askFirst(sender, id)).toEqual(refused('FORBIDDEN'));
    expect(await askFirst(await newPerson(world), id)).toEqual(refused('NOT_FOUND'));
    expect(await seenBySender(world, sender, id)).toMatchObject({ status: 'PENDING' });
  });

  test('is possible once, with a sentence that says so', async () => {
    const { sender, recipient, id } = await pausedOrder(world);
    const twice = { status: 'WRONG_STATUS', message: expect.stringContaining('already') };
    expect((await askFirst(recipient, id)).body).toMatchObject(twice);
    await giveReply(sender, id);
    const { deadlineAt } = await seenBySender(world, sender, id);
    expect((await askFirst(recipient, id)).body).toMatchObject(twice);
    expect(await seenBySender(world, sender, id)).toMatchObject({ status: 'PENDING', deadlineAt });
  });

  test('is refused about a help ticket, with a sentence that says what to do', async () => {
    const { support, sender, id } = await pendingTicket(world, await newPerson(world));
    expect((await askFirst(support, id)).body).toMatchObject({
      status: 'FORBIDDEN',
      message: expect.stringContaining('reply'),
    });
    expect(await seenBySender(world, sender, id)).toMatchObject({ status: 'PENDING' });
  });

  test('is refused after an answer, and from the deadline on', async () => {
    const answered = await pendingOrder(world);
    await answer(answered.recipient, answered.id);
    expect(await askFirst(answered.recipient, answered.id)).toEqual(
      refused('WRONG_STATUS', 'OPEN'),
    );
    const late = await pendingOrder(world);
    world.advance(RESPONSE_TIME);
    const recipient = await signedInAgain(world, late.recipient);
    expect(await askFirst(recipient, late.id)).toEqual(refused('WRONG_STATUS', 'EXPIRED'));
    await runSchedules();
    expect(await seenBySender(world, late.sender, late.id)).toMatchObject({ status: 'EXPIRED' });
  });

  test('that is repeated with its key writes one question', async () => {
    const { recipient, id } = await pendingOrder(world);
    const first = await askFirst(recipient, id, CLARIFYING_QUESTION, 'ask');
    world.advance(1_000);
    const again = await askFirst(recipient, id, CLARIFYING_QUESTION, 'ask');
    expect(again.body).toEqual(first.body);
    expect((await get(viewInboxMessages, recipient, { inboxId: id })).data).toHaveLength(2);
    expect(await publishedOf(id, 'conversation.infoAsked')).toHaveLength(1);
  });
});

describe('giving the information', () => {
  test('ends the pause, and the deadline moves by its length', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    const before = await seenBySender(world, sender, id);
    await askFirst(recipient, id);
    world.advance(7 * HOUR);
    const given = await giveReply(await signedInAgain(world, sender), id);
    expect(given.body.data[0]).toMatchObject({ kind: 'CLARIFICATION_REPLY', body: INFORMATION });
    const seen = await seenByRecipient(recipient, id);
    expect(seen).toMatchObject({ status: 'PENDING', allowResponse: true });
    const { deadline, pause = 0 } = timesOf(seen);
    expect(pause).toBeGreaterThanOrEqual(7 * HOUR);
    expect(pause).toBeLessThan(8 * HOUR);
    expect(deadline).toBe(deadlineIn(before) + pause);
    expect(eventsIn(seen)).toEqual(['PAID', 'INFO_ASKED', 'INFO_GIVEN']);
    expect((await get(viewInboxMessages, recipient, { inboxId: id })).data[0]).toMatchObject({
      kind: 'CLARIFICATION_REPLY',
    });
  });

  test('is refused to the recipient, strangers, and without a question', async () => {
    const { sender, recipient, id } = await pausedOrder(world);
    expect(await giveReply(recipient, id)).toEqual(refused('FORBIDDEN'));
    expect(await giveReply(await newPerson(world), id)).toEqual(refused('NOT_FOUND'));
    expect((await giveReply(sender, id, 'Too short')).body.status).toBe('INVALID_INPUT');
    const plain = await pendingOrder(world);
    expect(await giveReply(plain.sender, plain.id)).toEqual(refused('WRONG_STATUS', 'PENDING'));
  });

  test('is refused a second time, and after the pause even before the schedule has run', async () => {
    const once = await pausedOrder(world);
    await giveReply(once.sender, once.id);
    expect(await giveReply(once.sender, once.id)).toEqual(refused('WRONG_STATUS', 'PENDING'));
    const late = await pausedOrder(world);
    world.advance(CLARIFICATION_TIME);
    const sender = await signedInAgain(world, late.sender);
    expect(await giveReply(sender, late.id)).toEqual(refused('WRONG_STATUS', 'PENDING'));
    expect(await endPause(sender, late.id)).toEqual(refused('WRONG_STATUS', 'PENDING'));
    const recipient = await signedInAgain(world, late.recipient);
    expect((await askFirst(recipient, late.id)).body.status).toBe('WRONG_STATUS');
  });

  test('that is repeated with its key writes one reply and moves the deadline once', async () => {
    const { sender, recipient, id } = await pausedOrder(world);
    world.advance(HOUR);
    const there = await signedInAgain(world, sender);
    const first = await giveReply(there, id, INFORMATION, 'give');
    const { deadlineAt } = await seenByRecipient(recipient, id);
    world.advance(5_000);
    expect((await giveReply(there, id, INFORMATION, 'give')).body).toEqual(first.body);
    expect(await seenByRecipient(recipient, id)).toMatchObject({ deadlineAt });
    expect((await get(viewInboxMessages, recipient, { inboxId: id })).data).toHaveLength(3);
    expect(await publishedOf(id, 'conversation.infoGiven')).toHaveLength(1);
  });
});

describe('ending the pause without a reply', () => {
  test.each(['sender', 'recipient'] as const)('is possible for the %s, once', async (side) => {
    const order = await pausedOrder(world);
    const before = await seenBySender(world, order.sender, order.id);
    world.advance(HOUR);
    const person = await signedInAgain(world, order[side]);
    expect((await endPause(person, order.id, 'end')).http).toBe(200);
    const seen = await seenBySender(world, order.sender, order.id);
    expect(seen.status).toBe('PENDING');
    const { deadline, pause = 0 } = timesOf(seen);
    expect(pause).toBeGreaterThanOrEqual(HOUR);
    expect(pause).toBeLessThan(2 * HOUR);
    expect(deadline).toBe(deadlineIn(before) - CLARIFICATION_TIME + pause);
    expect(eventsIn(seen)).toEqual(['PAID', 'INFO_ASKED', 'INFO_ENDED']);
    expect((await endPause(person, order.id, 'end')).http).toBe(200);
    expect(await endPause(person, order.id)).toEqual(refused('WRONG_STATUS', 'PENDING'));
    expect(await publishedOf(order.id, 'conversation.infoEnded')).toMatchObject([
      { detail: { byUserId: person.user.id } },
    ]);
  });

  test('is refused to strangers, and if nothing was asked', async () => {
    const { id } = await pausedOrder(world);
    expect(await endPause(await newPerson(world), id)).toEqual(refused('NOT_FOUND'));
    const plain = await pendingOrder(world);
    expect(await endPause(plain.sender, plain.id)).toEqual(refused('WRONG_STATUS', 'PENDING'));
  });

  test('happens by the schedule after 72 hours, however late it runs', async () => {
    const { sender, id } = await pausedOrder(world);
    const { deadlineAt, clarification } = await seenBySender(world, sender, id);
    world.advance(CLARIFICATION_TIME - MINUTE);
    await runSchedules();
    expect(await seenBySender(world, sender, id)).toMatchObject({ status: 'NEEDS_INFO' });
    world.advance(DAY);
    await runSchedules();
    const seen = await seenBySender(world, sender, id);
    expect(seen).toMatchObject({
      status: 'PENDING',
      deadlineAt,
      clarification: { endedAt: clarification.until },
    });
    const [ended] = await publishedOf(id, 'conversation.infoEnded');
    expect(ended?.detail).not.toHaveProperty('byUserId');
  });
});

describe('a paused message', () => {
  test('is listed under Pending on both sides, and the pair cannot have another one', async () => {
    const { sender, recipient, id } = await pausedOrder(world);
    for (const [handler, who] of [
      [viewOrderList, sender],
      [viewInboxList, recipient],
    ] as const) {
      const one = { pageTotal: 1, data: [{ id, status: 'NEEDS_INFO' }] };
      expect(await get(handler, who, { filter: 'PENDING' })).toMatchObject(one);
      expect(await get(handler, who)).toMatchObject(one);
    }
    const { token } = sender;
    const pending = await call(checkPendingInbox, { userId: recipient.user.id }, { token });
    expect(pending.body).toMatchObject({ hasPendingInbox: true, inboxId: id });
    expect((await payWithCard(sender, recipient)).body.status).toBe('PENDING_INBOX_EXISTS');
  });

  test('refuses free replies of the sender', async () => {
    const { sender, id } = await pausedOrder(world);
    const reply = { orderId: id, conversationStatus: 'OPEN', messageBody: '<p>Hello?</p>' };
    expect(await responseTo(sender.calls('createOrderMessage', reply))).toEqual(
      refused('WRONG_STATUS', 'NEEDS_INFO'),
    );
  });

  test('is answered with a paid response only, which earns', async () => {
    const { sender, recipient, id } = await pausedOrder(world);
    const short = { inboxId: id, conversationStatus: 'OPEN', messageBody: '<p>Hello?</p>' };
    for (const messageKind of [undefined, 'PAID_RESPONSE', 'REPLY'])
      expect(
        (await responseTo(recipient.calls('createInboxMessage', { ...short, messageKind }))).body
          .status,
      ).toBe(messageKind === 'REPLY' ? 'WRONG_STATUS' : 'INVALID_INPUT');
    world.advance(HOUR);
    const there = await signedInAgain(world, recipient);
    expect((await answer(there, id)).body.data[0]).toMatchObject({
      kind: 'PAID_RESPONSE',
      body: ANSWER,
    });
    expect(await seenBySender(world, sender, id)).toMatchObject({
      status: 'OPEN',
      moneyState: 'CHARGED',
      clarification: { endedAt: expect.any(String) },
    });
    await expectLedgerMatchesStripe(world);
  });

  test('is canceled, declined and reported like a pending one', async () => {
    for (const [finish, status, moneyState] of [
      [({ sender, id }) => cancel(sender, id), 'CANCELLED', 'RELEASED'],
      [({ recipient, id }) => decline(recipient, id), 'DECLINED', 'RELEASED'],
      [({ recipient, id }) => report(recipient, id, 'NOT_ME'), 'REPORTED', 'RELEASED'],
      [({ recipient, id }) => report(recipient, id), 'REPORTED', 'IN_REVIEW'],
    ] as readonly [
      (order: Awaited<ReturnType<typeof pausedOrder>>) => Promise<Answer>,
      string,
      string,
    ][]) {
      const order = await pausedOrder(world);
      expect((await finish(order)).http).toBe(200);
      expect(await seenBySender(world, order.sender, order.id)).toMatchObject({
        status,
        moneyState,
      });
      expect((await giveReply(order.sender, order.id)).body.status).toBe('WRONG_STATUS');
    }
    await expectLedgerMatchesStripe(world);
  });

  test('is charged before its hold lapses, does not expire, and is refunded at its later deadline', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    const deadline = deadlineIn(await seenBySender(world, sender, id)) + CLARIFICATION_TIME;
    world.advance(6 * DAY);
    await askFirst(await signedInAgain(world, recipient), id);
    world.advance(13 * HOUR);
    await runSchedules();
    expect(await seenBySender(world, sender, id)).toMatchObject({
      status: 'NEEDS_INFO',
      moneyState: 'CHARGED',
    });
    world.advance(3 * DAY);
    await runSchedules();
    const resumed = await seenBySender(world, sender, id);
    expect(resumed.status).toBe('PENDING');
    expect(deadlineIn(resumed)).toBe(deadline);
    world.advance(deadline - world.now() - MINUTE);
    await runSchedules();
    expect(await seenBySender(world, sender, id)).toMatchObject({ status: 'PENDING' });
    world.advance(MINUTE);
    await runSchedules();
    expect(await seenBySender(world, sender, id)).toMatchObject({
      status: 'EXPIRED',
      moneyState: 'REFUNDED',
    });
    await expectLedgerMatchesStripe(world);
  });

  test('that was asked about in the last minute does not expire at the deadline', async () => {
    const { sender, recipient, id } = await capturedOrder(world);
    const deadline = deadlineIn(await seenBySender(world, sender, id));
    world.advance(deadline - world.now() - MINUTE);
    await askFirst(await signedInAgain(world, recipient), id);
    world.advance(DAY);
    await runSchedules();
    expect(await seenBySender(world, sender, id)).toMatchObject({ status: 'NEEDS_INFO' });
    await giveReply(await signedInAgain(world, sender), id);
    const there = await signedInAgain(world, recipient);
    world.advance(MINUTE);
    expect(await answer(there, id)).toEqual(refused('WRONG_STATUS', 'EXPIRED'));
  });

  test('is given to the reply, the end or the cancellation, whichever comes first', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { sender, recipient, id } = await pausedOrder(world);
      const raced = await Promise.all([
        giveReply(sender, id),
        endPause(recipient, id),
        endPause(sender, id),
      ]);
      expect(raced.filter(({ http }) => http === 200)).toHaveLength(1);
      const [canceled, answered] = await Promise.all([cancel(sender, id), answer(recipient, id)]);
      expect([canceled, answered].filter(({ http }) => http === 200)).toHaveLength(1);
    }
    await expectLedgerMatchesStripe(world);
  });
});

describe('the reminder of a paused message', () => {
  const reminded = async (id: string) =>
    (await domainEventsOf(world, 'conversation.expiringSoon')).filter(
      ({ detail }) => 'conversationId' in detail && detail.conversationId === id,
    ).length;
  const run = () => remindExpiring({}, lambdaContext());

  test('is sent two days before the later deadline, and not during the pause', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    world.advance(7 * DAY);
    await askFirst(await signedInAgain(world, recipient), id);
    world.advance(2 * DAY);
    await run();
    expect(await reminded(id)).toBe(0);
    await giveReply(await signedInAgain(world, sender), id);
    world.advance(DAY - HOUR);
    await run();
    expect(await reminded(id)).toBe(0);
    world.advance(2 * HOUR);
    await run();
    await run();
    expect(await reminded(id)).toBe(1);
  });

  test('is not sent again if it was sent before the question', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    world.advance(8.5 * DAY);
    await run();
    expect(await reminded(id)).toBe(1);
    await askFirst(await signedInAgain(world, recipient), id);
    world.advance(2 * DAY);
    await giveReply(await signedInAgain(world, sender), id);
    world.advance(DAY);
    await run();
    expect(await reminded(id)).toBe(1);
    expect(await seenBySender(world, sender, id)).toMatchObject({ status: 'PENDING' });
  });
});

describe('the notifications of a clarifying question', () => {
  test('tell the sender of the question, and the recipient of the reply', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    const senders = await newDevice(world, sender, { showText: true });
    const recipients = await newDevice(world, recipient, { showText: true });
    await askFirst(recipient, id);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.infoAsked'));
    expect(senders.arrived()).toMatchObject([
      {
        title: `${recipient.user.fullName} has a question before answering`,
        url: `/order-viewer/${id}`,
      },
    ]);
    expect(recipients.arrived()).toEqual([]);
    expect(senders.arrived()[0]?.ttlSeconds).toBeLessThanOrEqual(CLARIFICATION_TIME / 1_000);
    await giveReply(sender, id);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.infoGiven'));
    expect(recipients.arrived()).toMatchObject([
      { title: `${sender.user.fullName} answered your question`, url: `/inbox-viewer/${id}` },
    ]);
    expect(senders.arrived()).toHaveLength(1);
  });

  test('tell the recipient of an end without a reply, unless they ended it', async () => {
    for (const side of ['sender', 'recipient'] as const) {
      const order = await pausedOrder(world);
      const phone = await newDevice(world, order.recipient);
      await endPause(order[side], order.id);
      await deliverToDevices(await newestDomainEvent(world, 'conversation.infoEnded'));
      expect(phone.arrived().map(({ title }) => title)).toEqual(
        side === 'sender' ? ['Your question wasn’t answered'] : [],
      );
    }
  });
});
