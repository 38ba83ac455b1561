import { describe, expect, test } from '@jest/globals';
import { handler as remindExpiring } from '#functions/jobs/remindExpiring.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { ANSWER, CLARIFYING_QUESTION, INFORMATION } from '#lib/local/deeds/texts.ts';
import { CLARIFICATION_TIME } from '#shared/rules/conversations/clarification.ts';
import { RESPONSE_TIME } from '#shared/rules/conversations/state-machine.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { type Answer, lambdaContext } from '../../support/call.ts';
import { newDevice } from '../../support/devices.ts';
import {
  deliverToDevices,
  domainEventsOf,
  newestDomainEvent,
} from '../../support/domain-events.ts';
import { expectLedgerMatchesStripe, runSchedules } from '../../support/money.ts';
import { capturedOrder, pausedOrder, pendingOrder, type Scene } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket } from '../../support/tickets.ts';

const world = worldOfFile();

type Seen = Awaited<ReturnType<Person['sees']>>;
/** The times of a conversation, in milliseconds: its deadline, and the length of its pause and of the longest possible one. */
function timesOf({ deadlineAt, clarification }: Seen) {
  const { askedAt = '', until = '', endedAt = null } = clarification ?? {};
  return {
    deadline: Date.parse(deadlineAt),
    longest: Date.parse(until) - Date.parse(askedAt),
    pause: endedAt === null ? undefined : Date.parse(endedAt) - Date.parse(askedAt),
  };
}
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
    const { sender, recipient, order } = await pendingOrder(world);
    const before = await sender.sees(order);
    expect(before.clarification).toBeNull();
    world.advance(DAY);
    const asked = await recipient.asks(order);
    expect(asked).toMatchObject({
      kind: 'CLARIFICATION',
      senderId: recipient.user.id,
      body: CLARIFYING_QUESTION,
    });
    const shown = { status: 'NEEDS_INFO', moneyState: 'HELD' };
    expect(await sender.sees(order)).toMatchObject({
      ...shown,
      allowResponse: false,
    });
    const seen = await recipient.sees(order);
    expect(seen).toMatchObject({ ...shown, allowResponse: true, expiringSoon: false });
    expect(eventsIn(seen)).toEqual(['PAID', 'INFO_ASKED']);
    expect(seen.clarification?.askedAt).toBe(seen.timeline[1]?.at);
    expect(timesOf(seen)).toEqual({
      deadline: deadlineIn(before) + CLARIFICATION_TIME,
      longest: CLARIFICATION_TIME,
      pause: undefined,
    });
    for (const messages of [
      (await sender.readsOrder(order)).data,
      (await recipient.readsInbox(order)).data,
    ])
      expect(messages.map(({ kind }: { kind: string }) => kind)).toEqual([
        'CLARIFICATION',
        'QUESTION',
      ]);
    await expectLedgerMatchesStripe(world);
  });

  test('is sanitized like a message, and has 20 to 2,000 characters of text', async () => {
    const { recipient, order } = await pendingOrder(world);
    for (const text of [
      'Too short',
      '<script>a long text that does not count at all</script>',
      'a'.repeat(2_001),
    ])
      expect((await responseTo(recipient.asks(order, { text }))).body).toMatchObject({
        status: 'INVALID_INPUT',
        fields: { messageBody: expect.any(String) },
      });
    const html = '<p onclick="x()">How cold does it become <img src=x> at night?</p>';
    const asked = await recipient.asks(order, { text: html });
    expect(asked.body).toBe('<p>How cold does it become  at night?</p>');
  });

  test('is refused to the sender and to strangers', async () => {
    const { sender, order } = await pendingOrder(world);
    await expectRefused(sender.asks(order), 403, 'FORBIDDEN');
    await expectRefused((await newPerson(world)).asks(order), 404, 'NOT_FOUND');
    expect(await sender.sees(order)).toMatchObject({ status: 'PENDING' });
  });

  test('is possible once, with a sentence that says so', async () => {
    const { sender, recipient, order } = await pausedOrder(world);
    const twice = { status: 'WRONG_STATUS', message: expect.stringContaining('already') };
    expect((await responseTo(recipient.asks(order))).body).toMatchObject(twice);
    await sender.tells(order);
    const { deadlineAt } = await sender.sees(order);
    expect((await responseTo(recipient.asks(order))).body).toMatchObject(twice);
    expect(await sender.sees(order)).toMatchObject({ status: 'PENDING', deadlineAt });
  });

  test('is refused about a help ticket, with a sentence that says what to do', async () => {
    const { support, sender, order } = await pendingTicket(world, await newPerson(world));
    expect((await responseTo(support.asks(order))).body).toMatchObject({
      status: 'FORBIDDEN',
      message: expect.stringContaining('reply'),
    });
    expect(await sender.sees(order)).toMatchObject({ status: 'PENDING' });
  });

  test('is refused after an answer, and from the deadline on', async () => {
    const answered = await pendingOrder(world);
    await answered.recipient.answers(answered);
    expect(await responseTo(answered.recipient.asks(answered))).toEqual(
      refused('WRONG_STATUS', 'OPEN'),
    );
    const late = await pendingOrder(world);
    world.advance(RESPONSE_TIME);
    expect(await responseTo(late.recipient.asks(late))).toEqual(refused('WRONG_STATUS', 'EXPIRED'));
    await runSchedules();
    expect(await late.sender.sees(late)).toMatchObject({ status: 'EXPIRED' });
  });

  test('that is repeated with its key writes one question', async () => {
    const { recipient, order } = await pendingOrder(world);
    const first = await responseTo(recipient.asks(order, { key: 'ask' }));
    world.advance(1_000);
    const again = await responseTo(recipient.asks(order, { key: 'ask' }));
    expect(again.body).toEqual(first.body);
    expect((await recipient.readsInbox(order)).data).toHaveLength(2);
    expect(await publishedOf(order.id, 'conversation.infoAsked')).toHaveLength(1);
  });
});

describe('giving the information', () => {
  test('ends the pause, and the deadline moves by its length', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    const before = await sender.sees(order);
    await recipient.asks(order);
    world.advance(7 * HOUR);
    const given = await sender.tells(order);
    expect(given).toMatchObject({ kind: 'CLARIFICATION_REPLY', body: INFORMATION });
    const seen = await recipient.sees(order);
    expect(seen).toMatchObject({ status: 'PENDING', allowResponse: true });
    const { deadline, pause = 0 } = timesOf(seen);
    expect(pause).toBeGreaterThanOrEqual(7 * HOUR);
    expect(pause).toBeLessThan(8 * HOUR);
    expect(deadline).toBe(deadlineIn(before) + pause);
    expect(eventsIn(seen)).toEqual(['PAID', 'INFO_ASKED', 'INFO_GIVEN']);
    expect((await recipient.readsInbox(order)).data[0]).toMatchObject({
      kind: 'CLARIFICATION_REPLY',
    });
  });

  test('is refused to the recipient, strangers, and without a question', async () => {
    const { sender, recipient, order } = await pausedOrder(world);
    await expectRefused(recipient.tells(order), 403, 'FORBIDDEN');
    await expectRefused((await newPerson(world)).tells(order), 404, 'NOT_FOUND');
    await expectRefused(sender.tells(order, { text: 'Too short' }), 400, 'INVALID_INPUT');
    const plain = await pendingOrder(world);
    expect(await responseTo(plain.sender.tells(plain))).toEqual(refused('WRONG_STATUS', 'PENDING'));
  });

  test('is refused a second time, and after the pause even before the schedule has run', async () => {
    const once = await pausedOrder(world);
    await once.sender.tells(once);
    expect(await responseTo(once.sender.tells(once))).toEqual(refused('WRONG_STATUS', 'PENDING'));
    const late = await pausedOrder(world);
    world.advance(CLARIFICATION_TIME);
    expect(await responseTo(late.sender.tells(late))).toEqual(refused('WRONG_STATUS', 'PENDING'));
    expect(await responseTo(late.sender.endsPause(late))).toEqual(
      refused('WRONG_STATUS', 'PENDING'),
    );
    await expectRefused(late.recipient.asks(late), 409, 'WRONG_STATUS');
  });

  test('that is repeated with its key writes one reply and moves the deadline once', async () => {
    const { sender, recipient, order } = await pausedOrder(world);
    world.advance(HOUR);
    const first = await responseTo(sender.tells(order, { key: 'give' }));
    const { deadlineAt } = await recipient.sees(order);
    world.advance(5_000);
    expect((await responseTo(sender.tells(order, { key: 'give' }))).body).toEqual(first.body);
    expect(await recipient.sees(order)).toMatchObject({ deadlineAt });
    expect((await recipient.readsInbox(order)).data).toHaveLength(3);
    expect(await publishedOf(order.id, 'conversation.infoGiven')).toHaveLength(1);
  });
});

describe('ending the pause without a reply', () => {
  test.each(['sender', 'recipient'] as const)('is possible for the %s, once', async (side) => {
    const order = await pausedOrder(world);
    const before = await order.sender.sees(order);
    world.advance(HOUR);
    const person = order[side];
    await person.endsPause(order, { key: 'end' });
    const seen = await order.sender.sees(order);
    expect(seen.status).toBe('PENDING');
    const { deadline, pause = 0 } = timesOf(seen);
    expect(pause).toBeGreaterThanOrEqual(HOUR);
    expect(pause).toBeLessThan(2 * HOUR);
    expect(deadline).toBe(deadlineIn(before) - CLARIFICATION_TIME + pause);
    expect(eventsIn(seen)).toEqual(['PAID', 'INFO_ASKED', 'INFO_ENDED']);
    await person.endsPause(order, { key: 'end' });
    expect(await responseTo(person.endsPause(order))).toEqual(refused('WRONG_STATUS', 'PENDING'));
    expect(await publishedOf(order.id, 'conversation.infoEnded')).toMatchObject([
      { detail: { byUserId: person.user.id } },
    ]);
  });

  test('is refused to strangers, and if nothing was asked', async () => {
    const { order } = await pausedOrder(world);
    await expectRefused((await newPerson(world)).endsPause(order), 404, 'NOT_FOUND');
    const plain = await pendingOrder(world);
    expect(await responseTo(plain.sender.endsPause(plain))).toEqual(
      refused('WRONG_STATUS', 'PENDING'),
    );
  });

  test('happens by the schedule after 72 hours, however late it runs', async () => {
    const { sender, order } = await pausedOrder(world);
    const { deadlineAt, clarification } = await sender.sees(order);
    world.advance(CLARIFICATION_TIME - MINUTE);
    await runSchedules();
    expect(await sender.sees(order)).toMatchObject({ status: 'NEEDS_INFO' });
    world.advance(DAY);
    await runSchedules();
    const seen = await sender.sees(order);
    expect(seen).toMatchObject({
      status: 'PENDING',
      deadlineAt,
      clarification: { endedAt: clarification?.until },
    });
    const [ended] = await publishedOf(order.id, 'conversation.infoEnded');
    expect(ended?.detail).not.toHaveProperty('byUserId');
  });
});

describe('a paused message', () => {
  test('is listed under Pending on both sides, and the pair cannot have another one', async () => {
    const { sender, recipient, id } = await pausedOrder(world);
    for (const [list, who] of [
      ['viewOrderList', sender],
      ['viewInboxList', recipient],
    ] as const) {
      const one = { pageTotal: 1, data: [{ id, status: 'NEEDS_INFO' }] };
      expect(await who.calls(list, { filter: 'PENDING' })).toMatchObject(one);
      expect(await who.calls(list)).toMatchObject(one);
    }
    const pending = await sender.looksForPendingLetter(recipient);
    expect(pending).toMatchObject({ hasPendingInbox: true, inboxId: id });
    await expectRefused(
      sender.pays(recipient, { card: 'pm_card_visa' }),
      409,
      'PENDING_INBOX_EXISTS',
    );
  });

  test('refuses free replies of the sender', async () => {
    const { sender, id } = await pausedOrder(world);
    const reply = { orderId: id, conversationStatus: 'OPEN', messageBody: '<p>Hello?</p>' };
    expect(await responseTo(sender.calls('createOrderMessage', reply))).toEqual(
      refused('WRONG_STATUS', 'NEEDS_INFO'),
    );
  });

  test('is answered with a paid response only, which earns', async () => {
    const { sender, recipient, order } = await pausedOrder(world);
    const short = { inboxId: order.id, conversationStatus: 'OPEN', messageBody: '<p>Hello?</p>' };
    for (const messageKind of [undefined, 'PAID_RESPONSE', 'REPLY'])
      expect(
        (await responseTo(recipient.calls('createInboxMessage', { ...short, messageKind }))).body
          .status,
      ).toBe(messageKind === 'REPLY' ? 'WRONG_STATUS' : 'INVALID_INPUT');
    world.advance(HOUR);
    expect(await recipient.answers(order)).toMatchObject({
      kind: 'PAID_RESPONSE',
      body: ANSWER,
    });
    expect(await sender.sees(order)).toMatchObject({
      status: 'OPEN',
      moneyState: 'CHARGED',
      clarification: { endedAt: expect.any(String) },
    });
    await expectLedgerMatchesStripe(world);
  });

  test('is canceled, declined and reported like a pending one', async () => {
    for (const [finish, status, moneyState] of [
      [({ sender, order }) => sender.cancels(order), 'CANCELLED', 'RELEASED'],
      [({ recipient, order }) => recipient.declines(order), 'DECLINED', 'RELEASED'],
      [
        ({ recipient, order }) => recipient.reportsLetter(order, { reason: 'NOT_ME' }),
        'REPORTED',
        'RELEASED',
      ],
      [({ recipient, order }) => recipient.reportsLetter(order), 'REPORTED', 'IN_REVIEW'],
    ] as readonly [(scene: Scene) => Promise<unknown>, string, string][]) {
      const order = await pausedOrder(world);
      await finish(order);
      expect(await order.sender.sees(order)).toMatchObject({
        status,
        moneyState,
      });
      await expectRefused(order.sender.tells(order), 409, 'WRONG_STATUS');
    }
    await expectLedgerMatchesStripe(world);
  });

  test('is charged before its hold lapses, does not expire, and is refunded at its later deadline', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    const deadline = deadlineIn(await sender.sees(order)) + CLARIFICATION_TIME;
    world.advance(6 * DAY);
    await recipient.asks(order);
    world.advance(13 * HOUR);
    await runSchedules();
    expect(await sender.sees(order)).toMatchObject({
      status: 'NEEDS_INFO',
      moneyState: 'CHARGED',
    });
    world.advance(3 * DAY);
    await runSchedules();
    const resumed = await sender.sees(order);
    expect(resumed.status).toBe('PENDING');
    expect(deadlineIn(resumed)).toBe(deadline);
    world.advance(deadline - world.now() - MINUTE);
    await runSchedules();
    expect(await sender.sees(order)).toMatchObject({ status: 'PENDING' });
    world.advance(MINUTE);
    await runSchedules();
    expect(await sender.sees(order)).toMatchObject({
      status: 'EXPIRED',
      moneyState: 'REFUNDED',
    });
    await expectLedgerMatchesStripe(world);
  });

  test('that was asked about in the last minute does not expire at the deadline', async () => {
    const { sender, recipient, order } = await capturedOrder(world);
    const deadline = deadlineIn(await sender.sees(order));
    world.advance(deadline - world.now() - MINUTE);
    await recipient.asks(order);
    world.advance(DAY);
    await runSchedules();
    expect(await sender.sees(order)).toMatchObject({ status: 'NEEDS_INFO' });
    await sender.tells(order);
    world.advance(MINUTE);
    expect(await responseTo(recipient.answers(order))).toEqual(refused('WRONG_STATUS', 'EXPIRED'));
  });

  test('is given to the reply, the end or the cancellation, whichever comes first', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { sender, recipient, order } = await pausedOrder(world);
      const raced = await Promise.all([
        responseTo(sender.tells(order)),
        responseTo(recipient.endsPause(order)),
        responseTo(sender.endsPause(order)),
      ]);
      expect(raced.filter(({ http }) => http === 200)).toHaveLength(1);
      const [canceled, answered] = await Promise.all([
        responseTo(sender.cancels(order)),
        responseTo(recipient.answers(order)),
      ]);
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
    const { sender, recipient, order } = await pendingOrder(world);
    world.advance(7 * DAY);
    await recipient.asks(order);
    world.advance(2 * DAY);
    await run();
    expect(await reminded(order.id)).toBe(0);
    await sender.tells(order);
    world.advance(DAY - HOUR);
    await run();
    expect(await reminded(order.id)).toBe(0);
    world.advance(2 * HOUR);
    await run();
    await run();
    expect(await reminded(order.id)).toBe(1);
  });

  test('is not sent again if it was sent before the question', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    world.advance(8.5 * DAY);
    await run();
    expect(await reminded(order.id)).toBe(1);
    await recipient.asks(order);
    world.advance(2 * DAY);
    await sender.tells(order);
    world.advance(DAY);
    await run();
    expect(await reminded(order.id)).toBe(1);
    expect(await sender.sees(order)).toMatchObject({ status: 'PENDING' });
  });
});

describe('the notifications of a clarifying question', () => {
  test('tell the sender of the question, and the recipient of the reply', async () => {
    const { sender, recipient, order } = await pendingOrder(world);
    const senders = await newDevice(world, sender, { showText: true });
    const recipients = await newDevice(world, recipient, { showText: true });
    await recipient.asks(order);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.infoAsked'));
    expect(senders.arrived()).toMatchObject([
      {
        title: `${recipient.user.fullName} has a question before answering`,
        url: `/order-viewer/${order.id}`,
      },
    ]);
    expect(recipients.arrived()).toEqual([]);
    expect(senders.arrived()[0]?.ttlSeconds).toBeLessThanOrEqual(CLARIFICATION_TIME / 1_000);
    await sender.tells(order);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.infoGiven'));
    expect(recipients.arrived()).toMatchObject([
      { title: `${sender.user.fullName} answered your question`, url: `/inbox-viewer/${order.id}` },
    ]);
    expect(senders.arrived()).toHaveLength(1);
  });

  test('tell the recipient of an end without a reply, unless they ended it', async () => {
    for (const side of ['sender', 'recipient'] as const) {
      const order = await pausedOrder(world);
      const phone = await newDevice(world, order.recipient);
      await order[side].endsPause(order);
      await deliverToDevices(await newestDomainEvent(world, 'conversation.infoEnded'));
      expect(phone.arrived().map(({ title }) => title)).toEqual(
        side === 'sender' ? ['Your question wasn’t answered'] : [],
      );
    }
  });
});
