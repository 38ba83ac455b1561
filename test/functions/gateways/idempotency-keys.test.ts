import { expect, test } from '@jest/globals';
import { cards } from '#functions/gateways/cards.ts';
import { disputes } from '#functions/gateways/disputes.ts';
import { payments } from '#functions/gateways/payments.ts';
import { payouts } from '#functions/gateways/payouts.ts';
import { cents } from '#shared/money.ts';
import { type StripeAnswer, withStripeAnswers } from '../../support/stripe-answers.ts';
import {
  cardOrder,
  charge,
  dispute,
  GET,
  INTENT,
  intent,
  list,
  newCard,
  order,
  POST,
  REVERSALS,
  transfer,
} from '../../support/stripe-objects.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The idempotency keys of the requests that must not be performed twice. */

worldOfFile();

const hold = () => payments.hold(cardOrder);

const asked = (status: string, other: object = {}): StripeAnswer[] => [
  POST('payment_intents', intent(status, other)),
];

const refunds = (...amounts: readonly [amount: number, status: string, reason?: string][]) =>
  amounts.map(([amount, status, reason]) => ({ amount, status, reason }));

const withRefunds = (...all: object[]) => [
  GET(INTENT, intent('succeeded', { latest_charge: { ...charge, refunds: list(...all) } })),
];

const withDisputes = (...all: object[]): StripeAnswer[] => [
  GET(INTENT, intent('succeeded', { latest_charge: { ...charge, disputed: true } })),
  GET('disputes', list(...all)),
];

const disputeOf = (status: string, amount = 40, ...transactions: object[]) => ({
  id: 'dp_1',
  status,
  amount,
  balance_transactions: transactions,
});

const refundAll = () => payments.cancelOrRefund('c', 'pi_1');

const refundPart = () => payments.refundPart('c', 'pi_1', { total: cents(40), count: 1 });

const charged = GET(INTENT, intent('succeeded'));

const cardStatus = () => cards.setUp(newCard);

const reverse = () => payouts.reverse({ transferId: 'tr_1', amount: cents(1), name: 'n' });

const transferred = () => payouts.transfer(order);

const accept = () => disputes.accept('pi_1');

/** The idempotency keys of requests that must not be performed twice. */
const KEYS: [
  what: string,
  work: () => Promise<unknown>,
  answers: readonly StripeAnswer[],
  key: string,
][] = [
  ['a hold', hold, asked('canceled'), 'hold:c'],
  ['a refund', refundAll, [charged, charged, POST('refunds'), charged], 'refund:c'],
  [
    'a refund after one that the bank refused',
    refundAll,
    [charged, ...withRefunds(...refunds([100, 'failed'])), POST('refunds'), charged],
    'refund:c:2',
  ],
  [
    'a refund after a lost dispute',
    refundAll,
    [charged, ...withDisputes(disputeOf('lost')), POST('refunds'), charged],
    'refund:c:lost',
  ],
  [
    'a refund while a dispute is open',
    refundAll,
    [charged, ...withDisputes(disputeOf('needs_response')), POST('refunds'), charged],
    'refund:c',
  ],
  ['a refund of a part', refundPart, [charged, POST('refunds'), charged], 'refund:c:part:1'],
  ['a customer', () => payments.customer('u'), [POST('customers', {})], 'customer:u'],
  [
    'a card that is set up',
    cardStatus,
    [POST('setup_intents', { status: 'succeeded' })],
    'setup:u:pm_1',
  ],
  [
    'a card that is attached',
    () => cards.attach(newCard),
    [POST('payment_methods/pm_1/attach')],
    'attach:u:pm_1',
  ],
  [
    'a payout account',
    () => payouts.openAccount('u', 0),
    [POST('accounts', {})],
    'payout-account:u',
  ],
  [
    'a transfer',
    transferred,
    [GET('transfers', list()), POST('transfers', transfer)],
    'payout:u:2027-04:1',
  ],
  ['a reversal', reverse, [GET(REVERSALS, list()), POST(REVERSALS)], 'n'],
  [
    'an accepted dispute',
    accept,
    [GET('disputes', list(dispute)), POST('disputes/dp_1/close')],
    'accept:dp_1',
  ],
];

test.each(KEYS)('%s has an idempotency key of its own', async (_what, work, answers, key) => {
  const { sent } = await withStripeAnswers(answers, work);
  expect(sent.filter(({ request }) => request.startsWith('POST')).map((one) => one.key)).toEqual([
    key,
  ]);
});
