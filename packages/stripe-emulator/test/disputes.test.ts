import { expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { day, holdOf, refusalOf, secretKey, startEmulator, type TestEmulator } from './emulator.ts';

/* Files, the evidence of disputes, and early fraud warnings. */

const PDF = Buffer.from('%PDF-1.4\n\xff\x00 bytes that are no text', 'latin1');

async function disputed({ stripe, emulator }: TestEmulator): Promise<Stripe.Dispute> {
  const intent = await stripe.paymentIntents.create({
    ...holdOf(5_000),
    capture_method: 'automatic',
  });
  emulator.performBankAction(intent.id, 'dispute');
  const { data } = await stripe.disputes.list({ payment_intent: intent.id });
  return data[0] as Stripe.Dispute;
}

const upload = ({ stripe }: TestEmulator, data: Uint8Array, key = 'a-key') =>
  stripe.files.create(
    { purpose: 'dispute_evidence', file: { data, name: 'record.pdf', type: 'application/pdf' } },
    { idempotencyKey: key },
  );

const postToBank = (world: TestEmulator, path: string, form = {}) =>
  fetch(`${world.emulator.url}/_bank/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams(form),
  });

const warn = (world: TestEmulator, chargeId: string) =>
  postToBank(world, `charges/${chargeId}/fraud_warning`);
const decide = (world: TestEmulator, id: string, outcome: 'won' | 'lost') =>
  postToBank(world, `disputes/${id}/decision`, { outcome });

test('an uploaded file keeps its bytes, and the same key uploads it once', async () => {
  const world = await startEmulator();
  const file = await upload(world, PDF);
  expect(file).toMatchObject({
    object: 'file',
    purpose: 'dispute_evidence',
    type: 'pdf',
    filename: 'record.pdf',
    size: PDF.length,
  });
  expect((await upload(world, PDF)).id).toBe(file.id);
  expect(world.emulator.read('files')).toHaveLength(1);
  expect(await world.stripe.files.retrieve(file.id)).toMatchObject({ id: file.id });
  expect(await refusalOf(upload(world, Buffer.from('%PDF-another')))).toMatchObject({
    type: 'StripeIdempotencyError',
  });
});

test('a file that is no PDF, JPEG or PNG, or is larger than 5 MB, is refused as evidence', async () => {
  const world = await startEmulator();
  expect((await refusalOf(upload(world, Buffer.from('a text'), '1'))).message).toMatch(
    'Invalid file type',
  );
  const large = Buffer.alloc(5 * 1024 * 1024 + 1);
  PDF.copy(large);
  expect((await refusalOf(upload(world, large, '2'))).message).toMatch('too large');
  expect(world.emulator.read('files')).toEqual([]);
});

test('evidence is staged, submitted once, and then decided by the bank', async () => {
  const world = await startEmulator();
  const { stripe, emulator } = world;
  const { id } = await disputed(world);
  const staged = await stripe.disputes.update(id, {
    evidence: { customer_name: 'Jenny Rosen' },
    submit: false,
  });
  expect(staged).toMatchObject({
    status: 'needs_response',
    evidence: { customer_name: 'Jenny Rosen', service_documentation: null },
    evidence_details: { has_evidence: true, submission_count: 0 },
  });
  const file = await upload(world, PDF);
  const submitted = await stripe.disputes.update(id, {
    evidence: { service_documentation: file.id },
  });
  expect(submitted).toMatchObject({
    status: 'under_review',
    evidence: { customer_name: 'Jenny Rosen', service_documentation: file.id },
    evidence_details: { submission_count: 1 },
  });
  const events = emulator.read('events') as Stripe.Event[];
  expect(events[0]).toMatchObject({
    type: 'charge.dispute.updated',
    data: { previous_attributes: { status: 'needs_response' } },
  });
  const again = stripe.disputes.update(id, { evidence: { customer_name: 'Somebody else' } });
  expect((await refusalOf(again)).message).toMatch('can no longer be changed');
});

test('evidence with an unknown file, or after the deadline, is refused', async () => {
  const world = await startEmulator();
  const { stripe, clock } = world;
  const { id } = await disputed(world);
  const unknown = stripe.disputes.update(id, { evidence: { service_documentation: 'file_none' } });
  expect(await refusalOf(unknown)).toMatchObject({
    code: 'resource_missing',
    param: 'evidence[service_documentation]',
  });
  clock.now += 8 * day;
  expect((await stripe.disputes.retrieve(id)).evidence_details.past_due).toBe(true);
  const late = stripe.disputes.update(id, { evidence: { customer_name: 'Jenny Rosen' } });
  expect((await refusalOf(late)).message).toMatch('deadline');
});

test('evidence of more pages than a card network takes is refused', async () => {
  const world = await startEmulator();
  const { stripe } = world;
  const { id } = await disputed(world);
  const ofPages = (count: number) =>
    Buffer.from(`%PDF-1.4\n${'<< /Type /Page >>\n'.repeat(count)}`);
  const [fits, tooLong] = [
    await upload(world, ofPages(18), '1'),
    await upload(world, ofPages(19), '2'),
  ];
  const submitted = (file: Stripe.File) =>
    stripe.disputes.update(id, {
      evidence: { uncategorized_text: 'It was answered.', service_documentation: file.id },
    });
  expect(await refusalOf(submitted(tooLong))).toMatchObject({
    code: 'dispute_evidence_page_limit_exceeded',
  });
  expect((await submitted(fits)).status).toBe('under_review');
});

test('a charge is not refunded while it is disputed or after it was lost; an inquiry allows it', async () => {
  const world = await startEmulator();
  const { stripe } = world;
  const { id, charge } = await disputed(world);
  const refund = () => stripe.refunds.create({ charge: String(charge) });
  expect((await refusalOf(refund())).code).toBe('charge_disputed');
  expect((await decide(world, id, 'lost')).status).toBe(200);
  expect((await refusalOf(refund())).code).toBe('charge_disputed');
  const inquired = await stripe.paymentIntents.create({
    ...holdOf(5_000, 'pm_card_createDisputeInquiry'),
    capture_method: 'automatic',
  });
  const { data } = await stripe.disputes.list({ payment_intent: inquired.id });
  expect(data).toMatchObject([{ status: 'warning_needs_response', balance_transactions: [] }]);
  const given = await stripe.refunds.create({ payment_intent: inquired.id });
  expect(given.status).toBe('succeeded');
});

test('a dispute is decided once, but the card holder can withdraw a lost one', async () => {
  const world = await startEmulator();
  const { id } = await disputed(world);
  const answers: number[] = [];
  for (const outcome of ['lost', 'lost', 'won', 'won', 'lost'] as const)
    answers.push((await decide(world, id, outcome)).status);
  expect(answers).toEqual([200, 400, 200, 400, 400]);
});

test('an early fraud warning of a disputed charge is not actionable', async () => {
  const world = await startEmulator();
  const { charge } = await disputed(world);
  await warn(world, String(charge));
  const { data } = await world.stripe.radar.earlyFraudWarnings.list({ charge: String(charge) });
  expect(data).toMatchObject([{ actionable: false }]);
});

test('an early fraud warning names the payment and moves no money', async () => {
  const world = await startEmulator();
  const { stripe, emulator } = world;
  const intent = await stripe.paymentIntents.create(holdOf(5_000));
  expect((await warn(world, String(intent.latest_charge))).status).toBe(200);
  const { data } = await stripe.radar.earlyFraudWarnings.list({ payment_intent: intent.id });
  expect(data).toMatchObject([
    { object: 'radar.early_fraud_warning', payment_intent: intent.id, actionable: true },
  ]);
  const events = emulator.read('events') as Stripe.Event[];
  expect(events[0]).toMatchObject({
    type: 'radar.early_fraud_warning.created',
    data: { object: { id: data[0]?.id } },
  });
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_capture');
  expect((await warn(world, 'ch_none')).status).toBe(404);
});
