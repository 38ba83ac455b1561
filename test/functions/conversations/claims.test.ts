import { describe, expect, test } from '@jest/globals';
import { claimCountsOf } from '#functions/storage/conversations/claims.ts';
import { caseById } from '#functions/storage/desk/cases.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { CLAIM_TEXT, CONTEST_TEXT, IMPROVED_ANSWER } from '#lib/local/deeds/texts.ts';
import { CLAIMS_PERIOD } from '#shared/rules/conversations/claims.ts';
import { DAY, HOUR, SECOND } from '#shared/time.ts';
import type { Answer } from '../../support/call.ts';
import {
  claimedOrder,
  contestedOrder,
  improvedOrder,
  openCasesAbout,
} from '../../support/claims.ts';
import { newDevice } from '../../support/devices.ts';
import {
  deliverToDevices,
  domainEventsOf,
  newestDomainEvent,
} from '../../support/domain-events.ts';
import { runSchedules } from '../../support/money.ts';
import { answeredOrder, pendingOrder, type Scene } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket } from '../../support/tickets.ts';

const world = worldOfFile();

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
    expect(await pending.sender.sees(pending)).toMatchObject({
      claim: null,
      claimUntil: null,
    });
    expect(await responseTo(pending.sender.claims(pending))).toEqual(
      refused('WRONG_STATUS', 'answered'),
    );
    const { sender, recipient, order } = await answeredOrder(world);
    const seen = await sender.sees(order);
    const at = seen.timeline.find(({ event }) => event === 'ANSWERED')?.at;
    expect(Date.parse(String(seen.claimUntil))).toBe(Date.parse(String(at)) + 72 * HOUR);
    expect(await recipient.sees(order)).toMatchObject({ claimUntil: null });
    world.advance(72 * HOUR);
    expect(await responseTo(sender.claims(order))).toEqual(refused('WRONG_STATUS', '72 hours'));
    expect(await sender.sees(order)).toMatchObject({ claimUntil: null });
  });

  test('is shown to both sides, with what each may do', async () => {
    const { sender, recipient, order } = await answeredOrder(world);
    await sender.claims(order, { reason: 'COPIED' });
    const shown = {
      state: 'OPEN',
      reason: 'COPIED',
      text: CLAIM_TEXT,
      decisionReason: null,
      improvedAt: null,
      contest: null,
      endedAt: null,
    };
    const bySender = await sender.sees(order);
    expect(bySender).toMatchObject({ status: 'OPEN', moneyState: 'CHARGED', claimUntil: null });
    expect(bySender.claim).toMatchObject({ ...shown, frozen: null, actions: ['withdraw'] });
    const byRecipient = await recipient.sees(order);
    const { claim } = byRecipient;
    expect(claim).toMatchObject({ ...shown, frozen: 22 });
    expect(claim?.actions).toEqual(['improve', 'giveBack', 'contest']);
    expect(Date.parse(String(claim?.until))).toBe(Date.parse(String(claim?.claimedAt)) + 72 * HOUR);
    expect(byRecipient.timeline.at(-1)).toMatchObject({ event: 'CLAIMED', amount: 22 });
    expect(bySender.timeline.at(-1)).not.toHaveProperty('amount');
    expect((await recipient.inbox()).data[0]).toMatchObject({ claimState: 'OPEN' });
    expect((await sender.outbox()).data[0]).toMatchObject({ claimState: 'OPEN' });
  });

  test('needs a reason and 20 to 2,000 characters of plain text', async () => {
    const { sender, order } = await answeredOrder(world);
    for (const [more, field] of [
      [{ reason: 'BORING' }, 'reason'],
      [{ text: 'Too short' }, 'text'],
      [{ text: 'a'.repeat(2_001) }, 'text'],
      [{ text: `${' '.repeat(30)}short` }, 'text'],
    ] as const)
      expect((await responseTo(sender.claims(order, { input: more }))).body).toMatchObject({
        status: 'INVALID_INPUT',
        fields: { [field]: expect.any(String) },
      });
  });

  test('is refused to the recipient, to strangers, and about a help ticket', async () => {
    const { recipient, order } = await answeredOrder(world);
    await expectRefused(recipient.claims(order), 403, 'FORBIDDEN');
    await expectRefused((await newPerson(world)).claims(order), 404, 'NOT_FOUND');
    const ticket = await pendingTicket(world, await newPerson(world));
    await ticket.support.answers(ticket);
    expect(await responseTo(ticket.sender.claims(ticket))).toEqual(refused('FORBIDDEN', 'free'));
    expect(await ticket.sender.sees(ticket)).toMatchObject({ claimUntil: null });
  });

  test('is possible once, also after it was withdrawn', async () => {
    const { sender, order } = await claimedOrder(world);
    expect(await responseTo(sender.claims(order))).toEqual(refused('WRONG_STATUS', 'already'));
    await sender.withdraws(order);
    expect(await responseTo(sender.claims(order))).toEqual(refused('WRONG_STATUS', 'already'));
  });

  test('that is repeated with its key is one claim', async () => {
    const { sender, recipient, order } = await answeredOrder(world);
    await sender.claims(order, { key: 'once' });
    await sender.claims(order, { key: 'once' });
    expect(eventsIn(await recipient.sees(order))).toEqual(['CLAIMED']);
    expect(await claimCountsOf(table, sender.user.id)).toMatchObject({ made: 1 });
  });

  test('leaves the conversation as it is: both still reply, and the recipient closes it', async () => {
    const { sender, recipient, order } = await claimedOrder(world);
    const reply = { orderId: order.id, conversationStatus: 'OPEN', messageBody: '<p>Well?</p>' };
    await sender.calls('createOrderMessage', reply);
    await recipient.closes(order);
    await recipient.improves(order);
    expect(await sender.sees(order)).toMatchObject({
      status: 'COMPLETED',
      claim: { state: 'IMPROVED' },
    });
  });
});

describe('the limit of claims', () => {
  /** Another letter of the sender, with its answer. */
  async function another({ sender, recipient }: Scene) {
    const order = await sender.pays(recipient, { card: 'pm_card_visa' });
    await recipient.answers(order);
    return { sender, order };
  }

  test('is three in 90 days, however they end', async () => {
    const order = await claimedOrder(world);
    await order.sender.withdraws(order);
    world.advance(2 * DAY);
    for (let claims = 2; claims <= 3; claims += 1) {
      const again = await another(order);
      await again.sender.claims(again.order);
    }
    const fourth = await another(order);
    const over = await responseTo(fourth.sender.claims(fourth.order));
    expect(over).toEqual(refused('TOO_MANY_REQUESTS', '90 days'));
    // The first of the three claims was made two days ago.
    const wait = Number(over.headers['retry-after']) - (CLAIMS_PERIOD - 2 * DAY) / SECOND;
    expect([wait <= 0, wait > -HOUR / SECOND]).toEqual([true, true]);
    expect(await fourth.sender.sees(fourth.order)).toMatchObject({ claim: null });
    expect(await claimCountsOf(table, order.sender.user.id)).toMatchObject({ made: 3, against: 0 });
    expect(await claimCountsOf(table, order.recipient.user.id)).toMatchObject({
      made: 0,
      against: 3,
      open: 2,
    });
    world.advance(CLAIMS_PERIOD);
    const later = await another(order);
    await later.sender.claims(later.order);
  });

  test('is not exceeded by claims at the same moment', async () => {
    const order = await claimedOrder(world);
    const answered: string[] = [];
    for (let count = 1; count <= 4; count += 1) answered.push((await another(order)).order.id);
    const { sender } = order;
    const outcomes = await Promise.all(answered.map((id) => responseTo(sender.claims({ id }))));
    expect(outcomes.map(({ http }) => http).sort()).toEqual([200, 200, 429, 429]);
    expect(await claimCountsOf(table, sender.user.id)).toMatchObject({ made: 3 });
  });
});

describe('improving the answer', () => {
  test('writes a message, and gives the sender 72 hours to ask for a decision', async () => {
    const { sender, recipient, order } = await claimedOrder(world);
    const improved = await recipient.improves(order);
    expect(improved).toMatchObject({ kind: 'IMPROVED_ANSWER', body: IMPROVED_ANSWER });
    const [newest] = (await sender.readsOrder(order)).data;
    expect(newest).toMatchObject({ kind: 'IMPROVED_ANSWER', senderId: recipient.user.id });
    const seen = await sender.sees(order);
    expect(seen.claim).toMatchObject({
      state: 'IMPROVED',
      actions: ['askForDecision', 'withdraw'],
    });
    expect(Date.parse(String(seen.claim?.until))).toBe(
      Date.parse(String(seen.claim?.improvedAt)) + 72 * HOUR,
    );
    const own = await recipient.sees(order);
    expect(own.claim).toMatchObject({ frozen: 22, actions: ['giveBack'] });
    expect((await sender.outbox()).data[0]).toMatchObject({
      claimState: 'IMPROVED',
      messageRead: false,
    });
  });

  test('needs 200 characters, and is possible once and for the recipient', async () => {
    const { sender, recipient, order } = await claimedOrder(world);
    expect(
      (await responseTo(recipient.improves(order, { text: '<p>Sorry, here is more.</p>' }))).body,
    ).toMatchObject({
      status: 'INVALID_INPUT',
      fields: { messageBody: expect.any(String) },
    });
    await expectRefused(sender.improves(order), 403, 'FORBIDDEN');
    await expectRefused((await newPerson(world)).improves(order), 404, 'NOT_FOUND');
    const first = await responseTo(recipient.improves(order, { key: 'once' }));
    expect((await responseTo(recipient.improves(order, { key: 'once' }))).body).toEqual(first.body);
    expect(await responseTo(recipient.improves(order))).toEqual(
      refused('WRONG_STATUS', 'just changed'),
    );
    await expectRefused(recipient.contests(order), 409, 'WRONG_STATUS');
  });

  test('is refused without a claim, and once the 72 hours are over', async () => {
    const answered = await answeredOrder(world);
    await expectRefused(answered.recipient.improves(answered), 409, 'WRONG_STATUS');
    const late = await claimedOrder(world);
    world.advance(72 * HOUR);
    await expectRefused(late.recipient.improves(late), 409, 'WRONG_STATUS');
    expect((await late.recipient.sees(late)).claim).toMatchObject({
      state: 'LAPSED',
      actions: [],
      until: null,
    });
  });
});

describe('taking a claim to the desk', () => {
  test('opens a case when the recipient contests it', async () => {
    const { sender, recipient, order } = await claimedOrder(world);
    await recipient.contests(order);
    const [opened, ...others] = await openCasesAbout(order.id);
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
    expect((await sender.sees(order)).claim).toMatchObject({
      ...contested,
      contest: { by: 'recipient', text: CONTEST_TEXT },
      actions: ['withdraw'],
    });
    expect((await recipient.sees(order)).claim).toMatchObject({
      ...contested,
      actions: [],
    });
    await expectRefused(recipient.givesBack(order), 409, 'WRONG_STATUS');
  });

  test('opens a case when the sender is not content with the improved answer', async () => {
    const { sender, recipient, order } = await improvedOrder(world);
    await expectRefused(recipient.asksForDecision(order), 403, 'FORBIDDEN');
    await expectRefused(sender.asksForDecision(order, { text: 'No' }), 400, 'INVALID_INPUT');
    await sender.asksForDecision(order, { key: 'once' });
    await sender.asksForDecision(order, { key: 'once' });
    expect(await openCasesAbout(order.id)).toMatchObject([
      { quotes: [{ userId: sender.user.id }] },
    ]);
    expect((await recipient.sees(order)).claim?.contest).toMatchObject({ by: 'sender' });
  });

  test('is refused to the wrong side, to strangers and at the wrong time', async () => {
    const { sender, recipient, order } = await claimedOrder(world);
    await expectRefused(sender.contests(order), 403, 'FORBIDDEN');
    await expectRefused((await newPerson(world)).contests(order), 404, 'NOT_FOUND');
    await expectRefused(recipient.contests(order, { text: 'No' }), 400, 'INVALID_INPUT');
    await expectRefused(sender.asksForDecision(order), 409, 'WRONG_STATUS');
    await expectRefused((await newPerson(world)).asksForDecision(order), 404, 'NOT_FOUND');
    await recipient.improves(order);
    world.advance(72 * HOUR);
    await expectRefused(sender.asksForDecision(order), 409, 'WRONG_STATUS');
    expect((await sender.sees(order)).claim).toMatchObject({ state: 'ACCEPTED' });
    expect(await openCasesAbout(order.id)).toEqual([]);
  });

  test('ends with the case closed when the sender withdraws the claim', async () => {
    const { sender, order } = await contestedOrder(world);
    const [opened] = await openCasesAbout(order.id);
    await sender.withdraws(order, { key: 'once' });
    await sender.withdraws(order, { key: 'once' });
    expect(await openCasesAbout(order.id)).toEqual([]);
    expect(await caseById(table, opened?.id ?? '')).toMatchObject({
      decision: { outcome: 'REJECTED', byUserId: sender.user.id },
    });
  });
});

test('withdrawing and giving back are refused to the wrong side, to strangers and after the end', async () => {
  const { sender, recipient, order } = await claimedOrder(world);
  const stranger = await newPerson(world);
  await expectRefused(recipient.withdraws(order), 403, 'FORBIDDEN');
  await expectRefused(stranger.withdraws(order), 404, 'NOT_FOUND');
  await expectRefused(sender.givesBack(order), 403, 'FORBIDDEN');
  await expectRefused(stranger.givesBack(order), 404, 'NOT_FOUND');
  await recipient.givesBack(order, { key: 'once' });
  await recipient.givesBack(order, { key: 'once' });
  await expectRefused(recipient.givesBack(order), 409, 'WRONG_STATUS');
  await expectRefused(sender.withdraws(order), 409, 'WRONG_STATUS');
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
  await order.recipient.improves(order);
  await deliverToDevices(await newestDomainEvent(world, 'claim.improved'));
  expect(received()).toEqual([1, 1]);
  // The claim has moved on.
  await deliverToDevices(await newestDomainEvent(world, 'claim.opened'));
  expect(received()).toEqual([1, 1]);
  await order.sender.asksForDecision(order);
  await deliverToDevices(await newestDomainEvent(world, 'claim.contested'));
  expect(received()).toEqual([1, 2]);
  await order.sender.withdraws(order);
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
