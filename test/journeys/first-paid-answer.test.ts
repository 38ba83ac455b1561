import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
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
let inboxId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'replypaid-'));
  local = await startLocal({
    folder,
    port: 0,
    seed: false,
    web: false,
    quiet: true,
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

async function order(): Promise<string> {
  const paid = await responseTo(
    ben.calls('createInbox', {
      recipientId: ana.id,
      messageSubject: SUBJECT,
      messageText: QUESTION,
      price: '25',
    }),
  );
  expect(paid.body.status).toBe('SUCCESS');
  return paid.body.data[0].id;
}

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
    const body = await visitor.calls('viewUserProfile', { username: 'ana.markovic' });
    expect(body.data[0]).toMatchObject({
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
    const paid = await responseTo(
      ben.calls('createInboxWithPayment', {
        recipientId: ana.id,
        messageSubject: SUBJECT,
        messageText: QUESTION,
        price: '25.00',
        creditCardName: 'Ben Okafor',
        paymentMethodId: 'pm_card_visa',
      }),
    );
    expect(paid.body).toMatchObject({
      status: 'SUCCESS',
      data: [{ status: 'PENDING', moneyState: 'HELD' }],
    });
    inboxId = paid.body.data[0].id;
    expect(await newestIntent()).toMatchObject({ status: 'requires_capture', amount: 2_500 });
    expect(await ledger()).toMatchObject({ held: 2_500, 'card:clearing': -2_500 });
  });

  test('a second message to the same person is refused while the first is pending', async () => {
    const body = await ben.calls('checkPendingInbox', { userId: ana.id });
    expect(body.hasPendingInbox).toBe(true);
    const again = await responseTo(
      ben.calls('createInbox', {
        recipientId: ana.id,
        messageSubject: SUBJECT,
        messageText: QUESTION,
        price: '25.00',
      }),
    );
    expect(again.body.status).toBe('PENDING_INBOX_EXISTS');
  });

  test('the recipient finds the message in the inbox, reads it, and sees what it earns', async () => {
    const list = await responseTo(ana.calls('viewInboxList', { filter: 'PENDING' }));
    expect(list.body).toMatchObject({
      pageTotal: 1,
      data: [{ id: inboxId, senderName: 'Ben Okafor', subject: SUBJECT, netEarnings: 22 }],
    });
    expect((await ana.calls('viewDashboardStats')).data[0].pendingPayments).toBe(22);
    await ana.calls('markInboxAsReceived', { inboxId });
    await ana.calls('markInboxAsRead', { inboxId });
    const messages = await ana.calls('viewInboxMessages', { inboxId });
    expect(messages.data[0].body).toContain('I applied in March');
    const seen = await ben.calls('viewOrder', { id: inboxId });
    expect(seen.data[0].timeline.map((step: { event: string }) => step.event)).toEqual([
      'PAID',
      'READ',
    ]);
  });

  test('an answer under 200 characters is refused, and a longer one earns the net amount', async () => {
    const short = await responseTo(
      ana.calls('createInboxMessage', {
        inboxId,
        conversationStatus: 'OPEN',
        messageBody: '<p>Ask again.</p>',
      }),
    );
    expect(short.body).toMatchObject({
      status: 'INVALID_INPUT',
      fields: { messageBody: 'Your reply must be at least 200 characters' },
    });
    const answered = await responseTo(
      ana.calls('createInboxMessage', {
        inboxId,
        conversationStatus: 'OPEN',
        messageBody: ANSWER,
      }),
    );
    expect(answered.body.status).toBe('SUCCESS');
    expect(await newestIntent()).toMatchObject({ status: 'succeeded', amount_received: 2_500 });
    expect(await ledger()).toMatchObject({
      held: 0,
      'card:clearing': -2_500,
      [`user:${ana.id}`]: 2_200,
      'platform:fees': 300,
    });
  });

  test('the balance and the dashboard are correct to the cent', async () => {
    expect((await ana.calls('viewAccountBalance')).data[0]).toMatchObject({
      messageCount: 1,
      totalMessages: 1,
      totalEarnings: 22,
      grossRevenue: 25,
      platformFees: 3,
      accountBalance: 22,
    });
    expect((await ana.calls('viewDashboardStats')).data[0]).toMatchObject({
      pendingPayments: 0,
      accountBalance: 22,
    });
    expect((await ben.calls('viewDashboardStats')).data[0].unreadOutbox).toBe(1);
  });

  test('the sender reads the answer, and both reply for free', async () => {
    const body = await ben.calls('viewOrderMessages', { orderId: inboxId });
    expect(body.data.map((message: { kind: string }) => message.kind)).toEqual([
      'PAID_RESPONSE',
      'QUESTION',
    ]);
    await ben.calls('markOrderMessageAsRead', { orderMessageId: body.data[0].id });
    expect((await ben.calls('viewDashboardStats')).data[0].unreadOutbox).toBe(0);
    const thanks = await responseTo(
      ben.calls('createOrderMessage', {
        orderId: inboxId,
        conversationStatus: 'OPEN',
        messageBody: 'Thank you!',
      }),
    );
    const welcome = await responseTo(
      ana.calls('createInboxMessage', {
        inboxId,
        conversationStatus: 'OPEN',
        messageBody: 'Good luck.',
      }),
    );
    expect([thanks.body.status, welcome.body.status]).toEqual(['SUCCESS', 'SUCCESS']);
    expect((await ledger())[`user:${ana.id}`]).toBe(2_200);
  });

  test('a canceled order releases the hold, and nothing is charged', async () => {
    const cancelled = await order();
    const done = await responseTo(
      ben.calls('cancelOrder', { inboxId: cancelled, reasonCode: 'MISTAKE' }),
    );
    expect(done.body.status).toBe('SUCCESS');
    expect((await newestIntent()).status).toBe('canceled');
    const body = await ben.calls('viewOrder', { id: cancelled });
    expect(body.data[0]).toMatchObject({ status: 'CANCELLED', moneyState: 'RELEASED' });
    // A recipient who has the message open sees that it ended, and cannot read it.
    const withdrawn = await ana.calls('viewInbox', { id: cancelled });
    expect(withdrawn.data[0]).toMatchObject({ status: 'CANCELLED', moneyState: 'RELEASED' });
    const messages = await ana.calls('viewInboxMessages', { inboxId: cancelled });
    expect(messages.data).toEqual([]);
    expect(await ledger()).toMatchObject({ held: 0, 'card:clearing': -2_500 });
  });

  test('an unanswered order is captured before its hold lapses and refunded after ten days', async () => {
    const ignored = await order();
    await local.advance(7 * DAY_SECONDS);
    await ben.refreshesTokens();
    const waiting = await ben.calls('viewOrder', { id: ignored });
    expect(waiting.data[0]).toMatchObject({ status: 'PENDING', moneyState: 'CHARGED' });
    await local.advance(3 * DAY_SECONDS);
    await ben.refreshesTokens();
    const expired = await ben.calls('viewOrder', { id: ignored });
    expect(expired.data[0]).toMatchObject({
      status: 'EXPIRED',
      moneyState: 'REFUNDED',
      reasonCode: 'RETURN_TO_SENDER',
    });
    const refunds = (await readLocal(local.url, '/_local/stripe/refunds')).data;
    expect(refunds.map((refund: { amount: number }) => refund.amount)).toEqual([2_500]);
    expect(await ledger()).toMatchObject({ held: 0, 'card:clearing': -2_500 });
  });
});
