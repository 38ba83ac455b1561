import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PATIENCE_MS } from '@replypaid/test-browser/patience';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { Order } from '#lib/local/deeds/things.ts';
import { type Local, startLocal } from '#lib/local/local.ts';
import { type HttpPerson, readLocal, registerOver, visitorOver } from '../support/client.ts';

/*
 * The main job from end to end through the HTTP front, with the bundles that are deployed: each test goes on
 * where the one before it stopped.
 */

const SUBJECT = 'Refused at the counter, what now?';
const QUESTION = `<p>I applied in March with all papers that the site lists. On Friday the clerk said that one is missing and would not say which. What should I do now?</p>`;
const ANSWER = `<p>Dear Ben,</p><p>The paper she meant is the certified copy of the lease, and you are right: the list does not name it. It stands in the annex, which most people never open.</p><p>Do not file again. Write to the same office within 28 days, name the file number and hand in the copy.</p>`;
const DAY_SECONDS = 24 * 60 * 60;

let folder: string;
let local: Local;
let ana: HttpPerson;
let ben: HttpPerson;
let order: Order;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'replypaid-'));
  local = await startLocal({
    folder,
    port: 0,
    seed: false,
    web: false,
    quiet: true,
    gatewayTimeoutMs: PATIENCE_MS,
    deployed: true,
  });
});

afterAll(async () => {
  await local?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Every ledger account in cents; they always sum to zero. */
async function ledger(): Promise<Record<string, number>> {
  const { data } = await readLocal(local.url, '/_local/ledger');
  const accounts = Object.fromEntries(
    data.map((row: { account: string; balance: number }) => [row.account, row.balance]),
  );
  expect(Object.values<number>(accounts).reduce((sum, balance) => sum + balance, 0)).toBe(0);
  return accounts;
}

async function newestIntent() {
  return (await readLocal(local.url, '/_local/stripe/paymentIntents')).data.sort(
    (a: { created: number }, b: { created: number }) => b.created - a.created,
  )[0];
}

const pays = () => ben.pays(ana, { subject: SUBJECT, text: QUESTION, price: '25' });

describe('the first paid answer', () => {
  test('a creator registers with a code by text message, sets a price, and has a public profile', async () => {
    ana = await registerOver(local.url, {
      fullName: 'Ana Marković',
      username: 'ana.markovic',
      phoneNumber: '(555) 555-0101',
      password: 'Letters-4-all',
      price: '25.00',
      perMonth: '3',
    });
    const visitor = visitorOver(local.url);
    expect(await visitor.profileNamed('ana.markovic')).toMatchObject({
      fullName: 'Ana Marković',
      paidResponsePrice: 25,
      paidResponsePriceFormatted: '$25.00',
      paidResponseCommitment: 3,
      active: true,
    });
  });

  test('a sender pays with a new card: the price is held, not charged', async () => {
    ben = await registerOver(local.url, {
      fullName: 'Ben Okafor',
      username: 'ben.okafor',
      phoneNumber: '(555) 555-0102',
      password: 'Letters-4-all',
      price: '5.00',
      perMonth: '0',
    });
    order = await ben.pays(ana, {
      card: 'pm_card_visa',
      nameOnCard: 'Ben Okafor',
      subject: SUBJECT,
      text: QUESTION,
      price: '25.00',
    });
    expect(order).toMatchObject({ status: 'PENDING', moneyState: 'HELD' });
    expect(await newestIntent()).toMatchObject({ status: 'requires_capture', amount: 2_500 });
    expect(await ledger()).toMatchObject({ held: 2_500, 'card:clearing': -2_500 });
  });

  test('a second message to the same person is refused while the first is pending', async () => {
    expect(await ben.looksForPendingLetter(ana)).toMatchObject({ hasPendingInbox: true });
    const again = await responseTo(pays());
    expect(again.body.status).toBe('PENDING_INBOX_EXISTS');
  });

  test('the recipient finds the message in the inbox, reads it, and sees what it earns', async () => {
    expect(await ana.inbox({ filter: 'PENDING' })).toMatchObject({
      pageTotal: 1,
      data: [{ id: order.id, senderName: 'Ben Okafor', subject: SUBJECT, netEarnings: 22 }],
    });
    expect((await ana.dashboard()).pendingPayments).toBe(22);
    await ana.receivesLetter(order);
    await ana.readsLetter(order);
    const messages = await ana.readsInbox(order);
    expect(messages.data[0]?.body).toContain('I applied in March');
    const { timeline } = await ben.sees(order);
    expect(timeline.map(({ event }) => event)).toEqual(['PAID', 'READ']);
  });

  test('an answer under 200 characters is refused, and a longer one earns the net amount', async () => {
    const short = await responseTo(ana.answers(order, { text: '<p>Ask again.</p>' }));
    expect(short.body).toMatchObject({
      status: 'INVALID_INPUT',
      fields: { messageBody: 'Your reply must be at least 200 characters' },
    });
    await ana.answers(order, { text: ANSWER });
    expect(await newestIntent()).toMatchObject({ status: 'succeeded', amount_received: 2_500 });
    expect(await ledger()).toMatchObject({
      held: 0,
      'card:clearing': -2_500,
      [`user:${ana.id}`]: 2_200,
      'platform:fees': 300,
    });
  });

  test('the balance and the dashboard are correct to the cent', async () => {
    expect(await ana.balance()).toMatchObject({
      messageCount: 1,
      totalMessages: 1,
      totalEarnings: 22,
      grossRevenue: 25,
      platformFees: 3,
      accountBalance: 22,
    });
    expect(await ana.dashboard()).toMatchObject({
      pendingPayments: 0,
      accountBalance: 22,
    });
    expect((await ben.dashboard()).unreadOutbox).toBe(1);
  });

  test('the sender reads the answer, and both reply for free', async () => {
    const { data: messages } = await ben.readsOrder(order);
    expect(messages.map(({ kind }) => kind)).toEqual(['PAID_RESPONSE', 'QUESTION']);
    for (const message of messages.slice(0, 1)) await ben.marksOrderMessage(message);
    expect((await ben.dashboard()).unreadOutbox).toBe(0);
    await ben.writes(order, { text: 'Thank you!' });
    await ana.writes(order, { text: 'Good luck.' });
    expect((await ledger())[`user:${ana.id}`]).toBe(2_200);
  });

  test('a canceled order releases the hold, and nothing is charged', async () => {
    const canceled = await pays();
    await ben.cancels(canceled);
    expect((await newestIntent()).status).toBe('canceled');
    const released = { status: 'CANCELLED', moneyState: 'RELEASED' };
    expect(await ben.sees(canceled)).toMatchObject(released);
    // A recipient who has the message open sees that it ended, and cannot read it.
    expect(await ana.sees(canceled)).toMatchObject(released);
    expect((await ana.readsInbox(canceled)).data).toEqual([]);
    expect(await ledger()).toMatchObject({ held: 0, 'card:clearing': -2_500 });
  });

  test('an unanswered order is captured before its hold lapses and refunded after ten days', async () => {
    const ignored = await pays();
    await local.advance(7 * DAY_SECONDS);
    expect(await ben.sees(ignored)).toMatchObject({ status: 'PENDING', moneyState: 'CHARGED' });
    await local.advance(3 * DAY_SECONDS);
    expect(await ben.sees(ignored)).toMatchObject({
      status: 'EXPIRED',
      moneyState: 'REFUNDED',
      reasonCode: 'RETURN_TO_SENDER',
    });
    const refunds = (await readLocal(local.url, '/_local/stripe/refunds')).data;
    expect(refunds.map((refund: { amount: number }) => refund.amount)).toEqual([2_500]);
    expect(await ledger()).toMatchObject({ held: 0, 'card:clearing': -2_500 });
  });
});
