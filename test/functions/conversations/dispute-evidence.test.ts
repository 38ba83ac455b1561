import { describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/time.ts';
import { newDevice } from '../../support/devices.ts';
import { operator } from '../../support/disputes.ts';
import { deliverToDevices, newestDomainEvent } from '../../support/domain-events.ts';
import { errorLines } from '../../support/error-lines.ts';
import { refundManually } from '../../support/manual-decisions.ts';
import { expectLedgerMatchesStripe, postAllEvents, runSchedules } from '../../support/money.ts';
import { answeredOrder, capturedOrder } from '../../support/orders.ts';
import { pdfText } from '../../support/pdf-text.ts';
import { worldOfFile } from '../../support/test-world.ts';
import type { World } from '../../support/world.ts';

/* Our responses to disputes of messages for $25.00. */

const world = worldOfFile();

const disputeAt = (where: World, { id }: Stripe.Dispute): Stripe.Dispute =>
  (where.stripe.read('disputes') as Stripe.Dispute[]).find(
    (one) => one.id === id,
  ) as Stripe.Dispute;
const submissionsOf = (where: World, opened: Stripe.Dispute) =>
  disputeAt(where, opened).evidence_details.submission_count;
const filesOf = (where: World) => where.stripe.read('files') as Stripe.File[];
const newestFileText = (where: World) => {
  const [{ data } = { data: '' }] = where.stripe.read('fileContents') as { data: string }[];
  return pdfText(Buffer.from(data, 'latin1'));
};
const outcomeOf = async (id: string) =>
  (await conversationById(table, id, world.now()))?.money.response?.outcome;
const eventsIn = ({ timeline }: { timeline: { event: string }[] }) =>
  timeline.map(({ event }) => event);

describe('the evidence for a dispute of an answered message', () => {
  test('is submitted at once with the texts and the record, and both sides see that', async () => {
    const { sender, recipient, order, intent } = await answeredOrder(world);
    const files = filesOf(world).length;
    const opened = await world.bank.disputes(intent);
    await postAllEvents(world);
    const { status, evidence, evidence_details: details } = disputeAt(world, opened);
    expect([status, details.submission_count]).toEqual(['under_review', 1]);
    expect(evidence).toMatchObject({
      customer_name: sender.user.fullName,
      product_description: expect.stringContaining('"Dry winters"'),
      service_date: expect.stringMatching(/^\w{3} \d+, \d{4}$/),
      refund_policy_disclosure: expect.stringContaining('refunded in full'),
      cancellation_policy_disclosure: expect.stringContaining('can cancel'),
      uncategorized_text: expect.stringContaining('the recipient answered it'),
      service_documentation: filesOf(world)[0]?.id,
    });
    expect(filesOf(world)).toHaveLength(files + 1);
    expect(eventsIn(await recipient.sees(order)).at(-1)).toBe('EVIDENCE_SENT');
    expect(eventsIn(await sender.sees(order)).at(-1)).toBe('EVIDENCE_SENT');
    expect(await outcomeOf(order.id)).toBe('EVIDENCE');
  });

  test('has the question, the answer and their hashes in a PDF without fees, cards or phone numbers', async () => {
    const { sender, recipient, intent } = await answeredOrder(world);
    await world.bank.disputes(intent);
    await postAllEvents(world);
    const text = await newestFileText(world);
    for (const part of [
      'How do I keep a violin',
      'Keep it in its case',
      'ANSWERED by the recipient',
    ])
      expect(text).toContain(part);
    // Hashes and ids are letters and digits by chance.
    const words = text.replace(/[0-9a-f]{64}|[0-9A-Z]{26}/g, '');
    expect(words).not.toMatch(/fee|earning|cus_|pm_|pi_/i);
    for (const { user } of [sender, recipient]) expect(text).not.toContain(user.phoneNumber);
  });

  test('notifies the recipient', async () => {
    const { recipient, intent } = await answeredOrder(world);
    const device = await newDevice(world, recipient);
    await world.bank.disputes(intent);
    await postAllEvents(world);
    await deliverToDevices(await newestDomainEvent(world, 'conversation.evidenceSent'));
    expect(device.arrived()[0]).toMatchObject({
      body: 'We sent the bank the record of your answer.',
    });
  });

  test('is submitted once, however often and late events arrive', async () => {
    const { id, intent } = await answeredOrder(world);
    const opened = await world.bank.disputes(intent);
    await postAllEvents(world);
    const files = filesOf(world).length;
    await postAllEvents(world);
    world.advance(2 * DAY);
    await runSchedules();
    await postAllEvents(world);
    expect([submissionsOf(world, opened), filesOf(world).length]).toEqual([1, files]);
    await world.bank.decides(opened, 'won');
    await postAllEvents(world);
    expect(submissionsOf(world, opened)).toBe(1);
    expect((await conversationById(table, id, world.now()))?.money.back?.dispute).toBe('WON');
    await expectLedgerMatchesStripe(world);
  });

  test('is submitted by the schedule if Stripe does not answer the webhook', async () => {
    const { id, intent } = await answeredOrder(world);
    const opened = await world.bank.disputes(intent);
    world.stripe.faults.next({ kind: 'refuse-connection', path: '/v1/files', times: 6 });
    await expect(postAllEvents(world)).rejects.toThrow();
    expect(submissionsOf(world, opened)).toBe(0);
    world.advance(2 * MINUTE);
    await runSchedules();
    world.advance(HOUR);
    await runSchedules();
    expect([submissionsOf(world, opened), await outcomeOf(id)]).toEqual([1, 'EVIDENCE']);
  });

  test('ends with the dispute, whatever is written before it is submitted', async () => {
    const { sender, id: orderId, intent } = await answeredOrder(world);
    await world.bank.disputes(intent);
    world.stripe.faults.next({ kind: 'rate-limit', path: '/v1/files' });
    await expect(postAllEvents(world)).rejects.toThrow();
    world.advance(2 * MINUTE);
    const reply = { orderId, conversationStatus: 'OPEN', messageBody: '<p>Written later.</p>' };
    expect((await responseTo(sender.calls('createOrderMessage', reply))).http).toBe(200);
    await runSchedules();
    expect(await outcomeOf(orderId)).toBe('EVIDENCE');
    const text = await newestFileText(world);
    expect(text).toContain('Keep it in its case');
    expect(text).not.toContain('Written later.');
  });

  test('is given up without an error if the bank decides while it is submitted', async () => {
    const { id, intent } = await answeredOrder(world);
    const opened = await world.bank.disputes(intent);
    const path = '/v1/disputes/:id';
    const { held, release } = world.stripe.faults.next({ kind: 'hold', method: 'POST', path });
    const posted = postAllEvents(world);
    await held;
    await world.bank.decides(opened, 'lost');
    release();
    await posted;
    expect(await outcomeOf(id)).toBeUndefined();
    expect(disputeAt(world, opened).status).toBe('lost');
    await postAllEvents(world);
    await expectLedgerMatchesStripe(world);
  });

  test('is submitted exactly once, whichever effect the process crashes at', async () => {
    const effects = await world.crashingAtEveryWrite(async ({ crash }) => {
      const { id, intent } = await answeredOrder(world);
      world.advance(MINUTE);
      // Events have times in whole seconds.
      const [since, files] = [world.now() - SECOND, filesOf(world).length];
      const opened = await world.bank.disputes(intent);
      await crash(() => postAllEvents(world, since));
      world.advance(2 * MINUTE);
      await runSchedules();
      await postAllEvents(world, since);
      expect(submissionsOf(world, opened)).toBe(1);
      const after = await conversationById(table, id, world.now());
      expect(after?.history.filter(({ event }) => event === 'EVIDENCE_SENT')).toHaveLength(1);
      expect(filesOf(world)).toHaveLength(files + 1);
    });
    // The dispute is booked, the file uploaded, the evidence submitted and its outcome saved; each event is recorded.
    expect(effects).toBeGreaterThanOrEqual(5);
  });

  test('is submitted for the answer to a message whose payment was partly disputed before', async () => {
    const { recipient, order, intent } = await capturedOrder(world);
    const opened = await world.bank.disputes(intent, { part: 1_000 });
    await postAllEvents(world);
    expect(submissionsOf(world, opened)).toBe(0);
    const { http } = await responseTo(recipient.answers(order));
    expect(http).toBe(200);
    world.advance(5 * MINUTE);
    await runSchedules();
    expect([submissionsOf(world, opened), await outcomeOf(order.id)]).toEqual([1, 'EVIDENCE']);
    expect(await newestFileText(world)).toContain('Keep it in its case');
  });

  test('is not submitted after the deadline, and the log says so', async () => {
    const { id, intent } = await answeredOrder(world);
    const opened = await world.bank.disputes(intent);
    world.advance(8 * DAY);
    const lines = await errorLines(() => postAllEvents(world));
    expect(lines).toMatchObject([{ message: 'a dispute was not answered in time', id }]);
    expect([submissionsOf(world, opened), await outcomeOf(id)]).toEqual([0, 'TOO_LATE']);
  });

  test('is left to an operator who has submitted it already', async () => {
    const { intent } = await answeredOrder(world);
    const opened = await world.bank.disputes(intent);
    const stripe = await operator(world);
    await stripe.disputes.update(opened.id, { evidence: { customer_name: 'By hand' } });
    await postAllEvents(world);
    expect(disputeAt(world, opened)).toMatchObject({
      evidence: { customer_name: 'By hand' },
      evidence_details: { submission_count: 1 },
    });
  });

  test('is not submitted for an inquiry, which takes no money', async () => {
    const { intent } = await answeredOrder(world);
    const opened = await world.bank.disputes(intent, { isInquiry: true });
    await postAllEvents(world);
    expect(submissionsOf(world, opened)).toBe(0);
  });
});

describe('the response to a dispute of a message without an answer', () => {
  test('is evidence of the refund, if the sender has the money back already', async () => {
    const { sender, order, intent } = await capturedOrder(world);
    await sender.cancels(order);
    await postAllEvents(world);
    const opened = await world.bank.disputes(intent);
    await postAllEvents(world);
    expect(disputeAt(world, opened)).toMatchObject({
      status: 'under_review',
      evidence: { uncategorized_text: expect.stringContaining('refunded to the customer in full') },
    });
    expect(await outcomeOf(order.id)).toBe('REFUND_EVIDENCE');
    expect(eventsIn(await sender.sees(order))).not.toContain('EVIDENCE_SENT');
  });

  test('accepts the dispute, if the bank took all of the money before an answer', async () => {
    const { sender, order, intent } = await capturedOrder(world);
    const opened = await world.bank.disputes(intent);
    await postAllEvents(world);
    await postAllEvents(world);
    expect(disputeAt(world, opened)).toMatchObject({
      status: 'lost',
      evidence_details: { submission_count: 0 },
    });
    expect(await sender.sees(order)).toMatchObject({
      status: 'EXPIRED',
      reasonCode: 'HOLD_LAPSED',
      moneyState: 'REFUNDED',
    });
    await expectLedgerMatchesStripe(world);
  });

  test('leaves a dispute about a part of the money to the bank', async () => {
    const { sender, order, intent } = await capturedOrder(world);
    const opened = await world.bank.disputes(intent, { part: 1_000 });
    await postAllEvents(world);
    await sender.cancels(order);
    world.advance(5 * MINUTE);
    await runSchedules();
    expect([disputeAt(world, opened).status, await outcomeOf(order.id)]).toEqual([
      'needs_response',
      'LEFT',
    ]);
    await world.bank.decides(opened, 'won');
    await postAllEvents(world);
    // Stripe repeats its refusal during the dispute for a day.
    world.advance(25 * HOUR);
    await runSchedules();
    expect(await sender.sees(order)).toMatchObject({ moneyState: 'REFUNDED' });
    await expectLedgerMatchesStripe(world);
  });

  test('is left to an operator if a report keeps the money in review', async () => {
    const { recipient, order, intent } = await capturedOrder(world);
    await recipient.reportsLetter(order);
    const opened = await world.bank.disputes(intent);
    await postAllEvents(world);
    await runSchedules();
    expect([disputeAt(world, opened).status, await outcomeOf(order.id)]).toEqual([
      'needs_response',
      undefined,
    ]);
  });
});

test('a refund that an operator decided before the dispute accepts the dispute', async () => {
  const { id, intent } = await answeredOrder(world);
  const opened = await world.bank.disputes(intent);
  await refundManually(world, id);
  await postAllEvents(world);
  expect(disputeAt(world, opened).status).toBe('lost');
  expect(await outcomeOf(id)).toBe('ACCEPTED');
});
