import { expect, test } from '@jest/globals';
import { cards } from '#functions/gateways/cards.ts';
import { disputes } from '#functions/gateways/disputes.ts';
import { payments } from '#functions/gateways/payments.ts';
import { payouts } from '#functions/gateways/payouts.ts';
import { statements } from '#functions/gateways/statements.ts';
import { subscriptions } from '#functions/gateways/subscriptions.ts';
import { cents } from '#shared/money.ts';
import { instant } from '#shared/time.ts';
import {
  type StripeAnswer,
  type StripeError,
  withStripeAnswers,
} from '../../support/stripe-answers.ts';
import {
  account,
  CUSTOMER,
  cardOrder,
  dispute,
  evidence,
  GET,
  INTENT,
  intent,
  invoice,
  list,
  manyRefunds,
  newCard,
  OF_PLAN,
  order,
  POST,
  REVERSALS,
  request,
  reversed,
  SUBSCRIPTION,
  subscription,
  transfer,
} from '../../support/stripe-objects.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The result of each gateway request when Stripe fails for another reason: no response, an internal error, too many requests, a wrong key. */

worldOfFile();

const NOW = instant(Date.UTC(2027, 4, 1));
const between = { from: NOW, to: NOW };

/** A method with the requests that it makes. */
type Row = [method: string, work: () => Promise<unknown>, ...answers: StripeAnswer[]];

const ROWS: Row[] = [
  ['a customer', () => payments.customer('u'), POST('customers', { id: 'cus_1' })],
  ['a hold', () => payments.hold(cardOrder), POST('payment_intents', intent('requires_capture'))],
  [
    'the status of a payment',
    () => payments.status('pi_1'),
    GET(INTENT, intent('succeeded', { latest_charge: manyRefunds })),
    GET('disputes', list()),
    GET('refunds', list()),
  ],
  ['its conversation', () => payments.conversationOf('pi_1'), GET(INTENT, intent('canceled'))],
  [
    'a search for a payment',
    () => payments.find('c', 'cus_1', NOW),
    GET('payment_intents', list(intent('canceled'))),
    GET(INTENT, intent('canceled')),
  ],
  [
    'a capture',
    () => payments.capture('pi_1'),
    POST(`${INTENT}/capture`),
    GET(INTENT, intent('succeeded')),
  ],
  [
    'a release',
    () => payments.cancelOrRefund('c', 'pi_1'),
    GET(INTENT, intent('requires_capture')),
    POST(`${INTENT}/cancel`),
    GET(INTENT, intent('canceled')),
  ],
  [
    'a refund',
    () => payments.cancelOrRefund('c', 'pi_1'),
    GET(INTENT, intent('succeeded')),
    GET(INTENT, intent('succeeded')),
    POST('refunds'),
    GET(INTENT, intent('succeeded')),
  ],
  [
    'a refund of a part',
    () => payments.refundPart('c', 'pi_1', { total: cents(1), count: 1 }),
    GET(INTENT, intent('succeeded')),
    POST('refunds'),
    GET(INTENT, intent('succeeded')),
  ],
  [
    'a card that is set up',
    () => cards.setUp(newCard),
    POST('setup_intents', { id: 'seti_1', status: 'requires_action' }),
    GET('setup_intents/seti_1', { status: 'requires_action' }),
  ],
  ['a card that is attached', () => cards.attach(newCard), POST('payment_methods/pm_1/attach')],
  ['a default card', () => cards.makeDefault('cus_1', 'pm_1'), CUSTOMER],
  ['a removed card', () => cards.detach('pm_1'), POST('payment_methods/pm_1/detach')],
  ['a payout account', () => payouts.openAccount('u', 0), POST('accounts', account)],
  ['its status', () => payouts.account('acct_1'), GET('accounts/acct_1', account)],
  [
    'a link to it',
    () => payouts.setupLink('acct_1', { done: 'd', again: 'a' }),
    POST('account_links', { url: 'https://stripe' }),
  ],
  [
    'a transfer',
    () => payouts.transfer(order),
    GET('transfers', list()),
    POST('transfers', transfer),
  ],
  [
    'a search for a transfer',
    () => payouts.findTransfer(order),
    GET('transfers', list(reversed)),
    GET(REVERSALS, list()),
  ],
  [
    'what can be reversed',
    () => payouts.reversible('tr_1'),
    GET('transfers/tr_1', { ...transfer, destination: 'acct_1' }),
    GET('balance', { available: [] }),
  ],
  [
    'a reversal',
    () => payouts.reverse({ transferId: 'tr_1', amount: cents(1), name: 'n' }),
    GET(REVERSALS, list()),
    POST(REVERSALS),
  ],
  [
    'the status of a transfer',
    () => payouts.transferStatus('tr_1'),
    GET('transfers/tr_1', { ...reversed, metadata: order }),
    GET(REVERSALS, list()),
  ],
  [
    'the status of a subscription',
    () => subscriptions.status('sub_1'),
    GET(SUBSCRIPTION, subscription('incomplete', { latest_invoice: invoice })),
    GET(INTENT, intent('processing')),
  ],
  [
    'a search for a subscription',
    () => subscriptions.find('cus_1'),
    GET('subscriptions', list(subscription('active'))),
    GET(SUBSCRIPTION, subscription('active')),
  ],
  [
    'a new subscription',
    () => subscriptions.subscribe(request as never),
    CUSTOMER,
    GET('prices', list()),
    POST('prices', { id: 'price_1' }),
    POST('subscriptions', { id: 'sub_1' }),
    GET(SUBSCRIPTION, subscription('active')),
  ],
  [
    'an upgrade',
    () => subscriptions.raise({ ...request, subscriptionId: 'sub_1' } as never),
    GET(SUBSCRIPTION, subscription('active')),
    CUSTOMER,
    GET('prices', list({ id: 'price_1' })),
    POST(SUBSCRIPTION),
    GET(SUBSCRIPTION, subscription('active')),
  ],
  [
    'an unpaid subscription that is given up',
    () => subscriptions.giveUp('sub_1'),
    GET(SUBSCRIPTION, subscription('incomplete')),
    ['DELETE /v1/subscriptions/sub_1', {}],
  ],
  [
    'an unpaid upgrade that is given up',
    () => subscriptions.giveUp('sub_1'),
    GET(SUBSCRIPTION, subscription('active', { pending_update: {}, latest_invoice: invoice })),
    POST('invoices/in_1/void'),
  ],
  [
    'the payment of a renewal',
    () => subscriptions.payDebt('sub_1', request),
    GET(SUBSCRIPTION, subscription('past_due', { latest_invoice: invoice })),
    CUSTOMER,
    POST('invoices/in_1/pay'),
    GET(SUBSCRIPTION, subscription('active')),
  ],
  [
    'a subscription that ends with its month',
    () => subscriptions.setEnding('sub_1', true),
    POST(SUBSCRIPTION),
  ],
  [
    'a subscription that ends',
    () => subscriptions.end('sub_1'),
    ['DELETE /v1/subscriptions/sub_1', {}],
  ],
  ['the card of renewals', () => subscriptions.makeDefault('cus_1', 'pm_1'), CUSTOMER],
  ['the payment of a plan', () => subscriptions.payment({ invoiceId: 'in_1' }), ...OF_PLAN],
  ['paid months', () => subscriptions.paidMonths('cus_1'), GET('invoices', list())],
  ['invoices', () => subscriptions.invoices('cus_1'), GET('invoices', list())],
  [
    'evidence',
    () => disputes.submit('pi_1', evidence),
    GET('disputes', list(dispute)),
    POST('files', { id: 'file_1' }),
    POST('disputes/dp_1'),
  ],
  [
    'an accepted dispute',
    () => disputes.accept('pi_1'),
    GET('disputes', list(dispute)),
    POST('disputes/dp_1/close'),
  ],
  ['a page of events', () => statements.touched(between, undefined), GET('events', list())],
  [
    'a page of balance transactions',
    () => statements.moved(between, undefined),
    GET('balance_transactions', list()),
  ],
  ['events under way', () => statements.underWay(NOW), GET('events', list())],
  ['the balance of a payment', () => statements.payment('pi_1'), GET(INTENT, intent('succeeded'))],
  ['the balance of a payout', () => statements.payout('u', 'p'), GET('transfers', list())],
  [
    'the owner of a customer',
    () => statements.ownerOf({ customerId: 'cus_1' }),
    GET('customers/cus_1', {}),
  ],
  [
    'the owner of an account',
    () => statements.ownerOf({ accountId: 'acct_1' }),
    GET('accounts/acct_1', {}),
  ],
];

/** The results of a method if Stripe answers each of its requests with an error. */
async function resultsOf(
  work: () => Promise<unknown>,
  answers: readonly StripeAnswer[],
  error: StripeError,
) {
  const results = [];
  for (const [nth, [asked]] of answers.entries()) {
    const { result } = await withStripeAnswers(answers.with(nth, [asked, error]), work);
    results.push([asked, result]);
  }
  return results;
}

/** Expects the same error, whichever of the requests fails. */
const always = (answers: readonly StripeAnswer[], error: object) =>
  answers.map(([asked]) => [asked, expect.objectContaining(error)]);

test.each(ROWS)('%s succeeds', async (_method, work, ...answers) => {
  const { result, left } = await withStripeAnswers(answers, work);
  expect(result).not.toBeInstanceOf(Error);
  expect(left).toEqual([]);
});

test.each(ROWS)('%s is UNAVAILABLE if Stripe has an error', async (_method, work, ...answers) => {
  const error = { status: 500, type: 'api_error' };
  expect(await resultsOf(work, answers, error)).toEqual(always(answers, { code: 'UNAVAILABLE' }));
});

test.each(ROWS)(
  '%s is UNAVAILABLE if Stripe has too many requests',
  async (_method, work, ...answers) => {
    const error = { status: 429, type: 'invalid_request_error', code: 'rate_limit' };
    expect(await resultsOf(work, answers, error)).toEqual(always(answers, { code: 'UNAVAILABLE' }));
  },
);

test.each(ROWS)('%s fails if Stripe refuses our key', async (_method, work, ...answers) => {
  const error = { status: 401, type: 'authentication_error' };
  const type = 'StripeAuthenticationError';
  expect(await resultsOf(work, answers, error)).toEqual(always(answers, { type }));
});

/** The error for a request that another process makes at the same moment. */
const UNDER_WAY: readonly unknown[] = ['UNAVAILABLE', 'UNDERWAY', 'underway'];

test.each(ROWS)(
  '%s is under way if its idempotency key is in use',
  async (_method, work, ...answers) => {
    const error = { status: 409, type: 'idempotency_error', code: 'idempotency_key_in_use' };
    for (const [asked, result] of await resultsOf(work, answers, error)) {
      const { code, is } = result as { readonly code?: string; readonly is?: string };
      expect([asked, UNDER_WAY]).toEqual([asked, expect.arrayContaining([code ?? is ?? result])]);
    }
  },
);
