import { describe, expect, test } from '@jest/globals';
import { handler as viewInbox } from '#functions/conversations/viewInbox.ts';
import { handler as viewInboxList } from '#functions/conversations/viewInboxList.ts';
import { handler as viewOrderList } from '#functions/conversations/viewOrderList.ts';
import { handler as viewOrderMessages } from '#functions/conversations/viewOrderMessages.ts';
import { claimCountsOf } from '#functions/storage/conversations/claims.ts';
import { caseById } from '#functions/storage/desk/cases.ts';
import { table } from '#functions/storage/table.ts';
import { CLAIMS_PERIOD } from '#shared/rules/conversations/claims.ts';
import { DAY, HOUR, SECOND } from '#shared/time.ts';
import { type Answer, call } from '../../support/call.ts';
import {
  askToDecide,
  CLAIM_TEXT,
  CONTEST_TEXT,
  claim,
  claimedOrder,
  contest,
  contestedOrder,
  done,
  giveBack,
  improve,
  improvedOrder,
  openCasesAbout,
  withdraw,
} from '../../support/claims.ts';
import { newDevice } from '../../support/devices.ts';
import {
  deliverToDevices,
  domainEventsOf,
  newestDomainEvent,
} from '../../support/domain-events.ts';
import { runSchedules } from '../../support/money.ts';
import {
  ANSWER,
  answer,
  answeredOrder,
  close,
  payWithCard,
  pendingOrder,
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
const eventsIn = ({ timeline }: { timeline: { event: string }[] }) =>
  timeline.map(({ event }) => event).filter((event) => event.startsWith('CLAIM'));
const refused = (status: string, words?: string) =>
  expect.objectContaining({
    body: expect.objectContaining({
      status,
      ...(words && { message: expect.stringContaining(words) }),
    }),
  }) as unknown as Answer;

describe('a claim', () => {
  test('is possible for the sender within 72 hours of the answer, which the view says', async () => {
    const pending = await pendingOrder(world);
    expect(await seenBySender(world, pending.sender, pending.id)).toMatchObject({
      claim: null,
      claimUntil: null,
    });
    expect(await claim(pending.sender, pending.id)).toEqual(refused('WRONG_STATUS', 'answered'));
    const { sender, recipient, id } = await answeredOrder(world);
    const seen = await seenBySender(world, sender, id);
    const { at } = seen.timeline.find(({ event }: { event: string }) => event === 'ANSWERED');
    expect(Date.parse(seen.claimUntil)).toBe(Date.parse(at) + 72 * HOUR);
    expect(await seenByRecipient(recipient, id)).toMatchObject({ claimUntil: null });
    world.advance(72 * HOUR);
    const late = await signedInAgain(world, sender);
    expect(await claim(late, id)).toEqual(refused('WRONG_STATUS', '72 hours'));
    expect(await seenBySender(world, sender, id)).toMatchObject({ claimUntil: null });
  });

  test('is shown to both sides, with what each may do', async () => {
    const { sender, recipient, id } = await answeredOrder(world);
    await done(claim(sender, id, { reason: 'COPIED' }));
    const shown = {
      state: 'OPEN',
      reason: 'COPIED',
      text: CLAIM_TEXT,
      decisionReason: null,
      improvedAt: null,
      contest: null,
      endedAt: null,
    };
    const bySender = await seenBySender(world, sender, id);
    expect(bySender).toMatchObject({ status: 'OPEN', moneyState: 'CHARGED', claimUntil: null });
    expect(bySender.claim).toMatchObject({ ...shown, frozen: null, actions: ['withdraw'] });
    const byRecipient = await seenByRecipient(recipient, id);
    const { claimedAt, until } = byRecipient.claim;
    expect(byRecipient.claim).toMatchObject({ ...shown, frozen: 22 });
    expect(byRecipient.claim.actions).toEqual(['improve', 'giveBack', 'contest']);
    expect(Date.parse(until)).toBe(Date.parse(claimedAt) + 72 * HOUR);
    expect(byRecipient.timeline.at(-1)).toMatchObject({ event: 'CLAIMED', amount: 22 });
    expect(bySender.timeline.at(-1)).not.toHaveProperty('amount');
    expect((await get(viewInboxList, recipient)).data[0]).toMatchObject({ claimState: 'OPEN' });
    expect((await get(viewOrderList, sender)).data[0]).toMatchObject({ claimState: 'OPEN' });
  });

  test('needs a reason and 20 to 2,000 characters of plain text', async () => {
    const { sender, id } = await answeredOrder(world);
    for (const [more, field] of [
      [{ reason: 'BORING' }, 'reason'],
      [{ text: 'Too short' }, 'text'],
      [{ text: 'a'.repeat(2_001) }, 'text'],
      [{ text: `${' '.repeat(30)}short` }, 'text'],
    ] as const)
      expect((await claim(sender, id, more)).body).toMatchObject({
        status: 'INVALID_INPUT',
        fields: { [field]: expect.any(String) },
      });
  });

  test('is refused to the recipient, to strangers, and about a help ticket', async () => {
    const { recipient, id } = await answeredOrder(world);
    expect(await claim(recipient, id)).toEqual(refused('FORBIDDEN'));
    expect(await claim(await newPerson(world), id)).toEqual(refused('NOT_FOUND'));
    const ticket = await pendingTicket(world, await newPerson(world));
    await done(answer(ticket.support, ticket.id));
    expect(await claim(ticket.sender, ticket.id)).toEqual(refused('FORBIDDEN', 'free'));
    expect(await seenBySender(world, ticket.sender, ticket.id)).toMatchObject({ claimUntil: null });
  });

  test('is possible once, also after it was withdrawn', async () => {
    const { sender, id } = await claimedOrder(world);
    expect(await claim(sender, id)).toEqual(refused('WRONG_STATUS', 'already'));
    await done(withdraw(sender, id));
    expect(await claim(sender, id)).toEqual(refused('WRONG_STATUS', 'already'));
  });

  test('that is repeated with its key is one claim', async () => {
    const { sender, recipient, id } = await answeredOrder(world);
    await done(claim(sender, id, {}, 'once'));
    await done(claim(sender, id, {}, 'once'));
    expect(eventsIn(await seenByRecipient(recipient, id))).toEqual(['CLAIMED']);
    expect(await claimCountsOf(table, sender.user.id)).toMatchObject({ made: 1 });
  });

  test('leaves the conversation as it is: both still reply, and the recipient closes it', async () => {
    const { sender, recipient, id } = await claimedOrder(world);
    const reply = { orderId: id, conversationStatus: 'OPEN', messageBody: '<p>Well?</p>' };
    await sender.calls('createOrderMessage', reply);
    await done(close(recipient, id));
    await done(improve(recipient, id));
    expect(await seenBySender(world, sender, id)).toMatchObject({
      status: 'COMPLETED',
      claim: { state: 'IMPROVED' },
    });
  });
});

describe('the limit of claims', () => {
  /** An answer of the recipient to another message of the sender. */
  async function another({ sender, recipient }: { sender: Person; recipient: Person }) {
    const [asking, answering] = [
      await signedInAgain(world, sender),
      await signedInAgain(world, recipient),
    ];
    const paid = await done(payWithCard(asking, answering));
    const id = String(paid.body.data[0].id);
    await done(answer(answering, id));
    return { sender: asking, id };
  }

  test('is three in 90 days, however they end', async () => {
    const order = await claimedOrder(world);
    await done(withdraw(order.sender, order.id));
    world.advance(2 * DAY);
    for (let claims = 2; claims <= 3; claims += 1) {
      const { sender, id } = await another(order);
      await done(claim(sender, id));
    }
    const fourth = await another(order);
    const over = await claim(fourth.sender, fourth.id);
    expect(over).toEqual(refused('TOO_MANY_REQUESTS', '90 days'));
    // The first of the three claims was made two days ago.
    const wait = Number(over.headers['retry-after']) - (CLAIMS_PERIOD - 2 * DAY) / SECOND;
    expect([wait <= 0, wait > -HOUR / SECOND]).toEqual([true, true]);
    expect(await seenBySender(world, fourth.sender, fourth.id)).toMatchObject({ claim: null });
    expect(await claimCountsOf(table, order.sender.user.id)).toMatchObject({ made: 3, against: 0 });
    expect(await claimCountsOf(table, order.recipient.user.id)).toMatchObject({
      made: 0,
      against: 3,
      open: 2,
    });
    world.advance(CLAIMS_PERIOD);
    const later = await another(order);
    await done(claim(later.sender, later.id));
  });

  test('is not exceeded by claims at the same moment', async () => {
    const order = await claimedOrder(world);
    const answered: string[] = [];
    for (let count = 1; count <= 4; count += 1) answered.push((await another(order)).id);
    const { sender } = order;
    const outcomes = await Promise.all(answered.map((id) => claim(sender, id)));
    expect(outcomes.map(({ http }) => http).sort()).toEqual([200, 200, 429, 429]);
    expect(await claimCountsOf(table, sender.user.id)).toMatchObject({ made: 3 });
  });
});

describe('improving the answer', () => {
  test('writes a message, and gives the sender 72 hours to ask for a decision', async () => {
    const { sender, recipient, id } = await claimedOrder(world);
    const improved = await done(improve(recipient, id));
    expect(improved.body.data[0]).toMatchObject({ kind: 'IMPROVED_ANSWER', body: ANSWER });
    const [newest] = (await get(viewOrderMessages, sender, { orderId: id })).data;
    expect(newest).toMatchObject({ kind: 'IMPROVED_ANSWER', senderId: recipient.user.id });
    const seen = await seenBySender(world, sender, id);
    expect(seen.claim).toMatchObject({
      state: 'IMPROVED',
      actions: ['askForDecision', 'withdraw'],
    });
    const { improvedAt, until } = seen.claim;
    expect(Date.parse(until)).toBe(Date.parse(improvedAt) + 72 * HOUR);
    const own = await seenByRecipient(recipient, id);
    expect(own.claim).toMatchObject({ frozen: 22, actions: ['giveBack'] });
    expect((await get(viewOrderList, sender)).data[0]).toMatchObject({
      claimState: 'IMPROVED',
      messageRead: false,
    });
  });

  test('needs 200 characters, and is possible once and for the recipient', async () => {
    const { sender, recipient, id } = await claimedOrder(world);
    expect((await improve(recipient, id, '<p>Sorry, here is more.</p>')).body).toMatchObject({
      status: 'INVALID_INPUT',
      fields: { messageBody: expect.any(String) },
    });
    expect(await improve(sender, id)).toEqual(refused('FORBIDDEN'));
    expect(await improve(await newPerson(world), id)).toEqual(refused('NOT_FOUND'));
    const first = await done(improve(recipient, id, ANSWER, 'once'));
    expect((await improve(recipient, id, ANSWER, 'once')).body).toEqual(first.body);
    expect(await improve(recipient, id)).toEqual(refused('WRONG_STATUS', 'just changed'));
    expect(await contest(recipient, id)).toEqual(refused('WRONG_STATUS'));
  });

  test('is refused without a claim, and once the 72 hours are over', async () => {
    const answered = await answeredOrder(world);
    expect(await improve(answered.recipient, answered.id)).toEqual(refused('WRONG_STATUS'));
    const late = await claimedOrder(world);
    world.advance(72 * HOUR);
    const recipient = await signedInAgain(world, late.recipient);
    expect(await improve(recipient, late.id)).toEqual(refused('WRONG_STATUS'));
    expect((await seenByRecipient(recipient, late.id)).claim).toMatchObject({
      state: 'LAPSED',
      actions: [],
      until: null,
    });
  });
});

describe('taking a claim to the desk', () => {
  test('opens a case when the recipient contests it', async () => {
    const { sender, recipient, id } = await claimedOrder(world);
    await done(contest(recipient, id));
    const [opened, ...others] = await openCasesAbout(id);
    expect(others).toEqual([]);
    expect(opened).toMatchObject({
      kind: 'CLAIM',
      harm: 1,
      openedBy: sender.user.id,
      userId: recipient.user.id,
      reason: 'NOT_ADDRESSED',
      text: CLAIM_TEXT,
      quotes: [{ userId: recipient.user.id, text: CONTEST_TEXT }],
    });
    const contested = { state: 'CONTESTED', until: null };
    expect((await seenBySender(world, sender, id)).claim).toMatchObject({
      ...contested,
      contest: { by: 'recipient', text: CONTEST_TEXT },
      actions: ['withdraw'],
    });
    expect((await seenByRecipient(recipient, id)).claim).toMatchObject({
      ...contested,
      actions: [],
    });
    expect(await giveBack(recipient, id)).toEqual(refused('WRONG_STATUS'));
  });

  test('opens a case when the sender is not content with the improved answer', async () => {
    const { sender, recipient, id } = await improvedOrder(world);
    expect(await askToDecide(recipient, id)).toEqual(refused('FORBIDDEN'));
    expect((await askToDecide(sender, id, 'No')).body.status).toBe('INVALID_INPUT');
    await done(askToDecide(sender, id, CLAIM_TEXT, 'once'));
    await done(askToDecide(sender, id, CLAIM_TEXT, 'once'));
    expect(await openCasesAbout(id)).toMatchObject([{ quotes: [{ userId: sender.user.id }] }]);
    expect((await seenByRecipient(recipient, id)).claim.contest).toMatchObject({ by: 'sender' });
  });

  test('is refused to the wrong side, to strangers and at the wrong time', async () => {
    const { sender, recipient, id } = await claimedOrder(world);
    expect(await contest(sender, id)).toEqual(refused('FORBIDDEN'));
    expect(await contest(await newPerson(world), id)).toEqual(refused('NOT_FOUND'));
    expect((await contest(recipient, id, 'No')).body.status).toBe('INVALID_INPUT');
    expect(await askToDecide(sender, id)).toEqual(refused('WRONG_STATUS'));
    expect(await askToDecide(await newPerson(world), id)).toEqual(refused('NOT_FOUND'));
    await done(improve(recipient, id));
    world.advance(72 * HOUR);
    const late = await signedInAgain(world, sender);
    expect(await askToDecide(late, id)).toEqual(refused('WRONG_STATUS'));
    expect((await seenBySender(world, sender, id)).claim).toMatchObject({ state: 'ACCEPTED' });
    expect(await openCasesAbout(id)).toEqual([]);
  });

  test('ends with the case closed when the sender withdraws the claim', async () => {
    const { sender, id } = await contestedOrder(world);
    const [opened] = await openCasesAbout(id);
    await done(withdraw(sender, id, 'once'));
    await done(withdraw(sender, id, 'once'));
    expect(await openCasesAbout(id)).toEqual([]);
    expect(await caseById(table, opened?.id ?? '')).toMatchObject({
      decision: { outcome: 'REJECTED', byUserId: sender.user.id },
    });
  });
});

test('withdrawing and giving back are refused to the wrong side, to strangers and after the end', async () => {
  const { sender, recipient, id } = await claimedOrder(world);
  const stranger = await newPerson(world);
  expect(await withdraw(recipient, id)).toEqual(refused('FORBIDDEN'));
  expect(await withdraw(stranger, id)).toEqual(refused('NOT_FOUND'));
  expect(await giveBack(sender, id)).toEqual(refused('FORBIDDEN'));
  expect(await giveBack(stranger, id)).toEqual(refused('NOT_FOUND'));
  await done(giveBack(recipient, id, 'once'));
  await done(giveBack(recipient, id, 'once'));
  expect(await giveBack(recipient, id)).toEqual(refused('WRONG_STATUS'));
  expect(await withdraw(sender, id)).toEqual(refused('WRONG_STATUS'));
});

test('each step notifies the other side, and the end of a claim by time both', async () => {
  const order = await claimedOrder(world);
  const [sender, recipient] = [
    await newDevice(world, order.sender),
    await newDevice(world, order.recipient),
  ];
  const received = () => [sender.arrived().length, recipient.arrived().length];
  await deliverToDevices(await newestDomainEvent(world, 'claim.opened'));
  expect(received()).toEqual([0, 1]);
  await done(improve(order.recipient, order.id));
  await deliverToDevices(await newestDomainEvent(world, 'claim.improved'));
  expect(received()).toEqual([1, 1]);
  // The claim has moved on.
  await deliverToDevices(await newestDomainEvent(world, 'claim.opened'));
  expect(received()).toEqual([1, 1]);
  await done(askToDecide(order.sender, order.id));
  await deliverToDevices(await newestDomainEvent(world, 'claim.contested'));
  expect(received()).toEqual([1, 2]);
  await done(withdraw(order.sender, order.id));
  await deliverToDevices(await newestDomainEvent(world, 'claim.withdrawn'));
  expect(received()).toEqual([1, 3]);

  const silent = await claimedOrder(world);
  const both = [await newDevice(world, silent.sender), await newDevice(world, silent.recipient)];
  world.advance(3 * DAY);
  await runSchedules();
  for (const event of await domainEventsOf(world, 'claim.givenBack'))
    if ('conversationId' in event.detail && event.detail.conversationId === silent.id)
      await deliverToDevices(event);
  expect(both.map((device) => device.arrived().length)).toEqual([1, 1]);
});
