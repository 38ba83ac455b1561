import { statements } from '#functions/gateways/statements.ts';
import { instant } from '#shared/time.ts';
import { type GatewayCase, type StripeAnswer, testGateway } from '../../support/stripe-answers.ts';
import { charge, GET, INTENT, intent, list, more } from '../../support/stripe-objects.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* How the gateway for statements reads Stripe's pages and objects. */

worldOfFile();

const NOW = instant(Date.UTC(2027, 4, 1));

const intentOf = (status: string, other: object) => GET(INTENT, intent(status, other));

const page = () => statements.touched({ from: NOW, to: NOW }, undefined);

const OF_PAGES: GatewayCase[] = [
  [
    'the last page of events has no next one',
    page,
    [GET('events', list({ id: 'evt_1', type: 'invoice.paid', data: { object: { id: 'in_1' } } }))],
    { touched: [{ invoiceId: 'in_1' }], next: undefined },
  ],
  [
    'another page of events begins after its last',
    page,
    [
      GET(
        'events',
        more(
          { id: 'evt_1', type: 'invoice.paid', data: { object: { id: 'in_1' } } },
          { id: 'evt_2', type: 'charge.refunded', data: { object: {} } },
        ),
      ),
    ],
    { touched: [{ invoiceId: 'in_1' }], next: 'evt_2' },
  ],
  [
    'events that wait for a delivery are under way, from all pages',
    () => statements.underWay(NOW),
    [
      GET('events', {
        ...more({
          id: 'evt_1',
          pending_webhooks: 1,
          type: 'invoice.paid',
          data: { object: { id: 'in_1' } },
        }),
        url: '/v1/events',
      }),
      GET(
        'events',
        list(
          {
            id: 'evt_2',
            pending_webhooks: 0,
            type: 'invoice.paid',
            data: { object: { id: 'in_2' } },
          },
          {
            id: 'evt_3',
            pending_webhooks: 2,
            type: 'invoice.paid',
            data: { object: { id: 'in_3' } },
          },
        ),
      ),
    ],
    [{ invoiceId: 'in_1' }, { invoiceId: 'in_3' }],
  ],
];

const eventsOf = (type: string, object: object): StripeAnswer[] => [
  GET('events', list({ id: 'evt_1', type, data: { object } })),
];
const movedPage = () => statements.moved({ from: NOW, to: NOW }, undefined);
const linesOf = (source: object | string | null): StripeAnswer[] => [
  GET('balance_transactions', list({ id: 'txn_1', source })),
];
const only = (...touched: object[]) => ({ touched, next: undefined });
const ofPayout = {
  transfer_group: 'payout:u:p',
  id: 'tr_1',
  amount: 100,
  amount_reversed: 30,
  metadata: { userId: 'u', period: 'p' },
};
const otherTransfer = { ...ofPayout, metadata: {}, destination: 'acct_1' };
const captured = {
  object: 'charge',
  payment_intent: 'pi_1',
  captured: true,
  disputed: false,
  amount_captured: 100,
  amount_refunded: 30,
  metadata: { conversationId: 'c' },
};
const ofIntent = { id: 'pi_1', amount_capturable: 0, amount_received: 90 };
const IN_CONVERSATION = { intentId: 'pi_1', conversationId: 'c' };
const NO_CONVERSATION = { intentId: 'pi_1', conversationId: null };

/** The item that an event or a balance transaction names, and its amount. */
const OF_ITEMS: GatewayCase[] = [
  [
    'an event of a hold shows its amount',
    page,
    eventsOf('payment_intent.amount_capturable_updated', {
      ...ofIntent,
      amount_capturable: 80,
      metadata: { conversationId: 'c' },
    }),
    only({ ...IN_CONVERSATION, balance: 80 }),
  ],
  [
    'an event of a payment shows what was received',
    page,
    eventsOf('payment_intent.succeeded', { ...ofIntent, metadata: {} }),
    only({ ...NO_CONVERSATION, balance: 90 }),
  ],
  [
    'an event of a refunded charge shows what is left',
    page,
    eventsOf('charge.refunded', captured),
    only({ ...IN_CONVERSATION, balance: 70 }),
  ],
  [
    'an event of a charge that is not captured shows nothing',
    page,
    eventsOf('charge.refunded', { ...captured, captured: false }),
    only({ ...IN_CONVERSATION, balance: 0 }),
  ],
  [
    'an event of a disputed charge has no balance',
    page,
    eventsOf('charge.refunded', { ...captured, disputed: true }),
    only(IN_CONVERSATION),
  ],
  [
    'an event of a charge without a payment is ignored',
    page,
    eventsOf('charge.refunded', { ...captured, payment_intent: null }),
    only(),
  ],
  [
    'an event of a dispute names its payment',
    page,
    eventsOf('charge.dispute.created', { payment_intent: 'pi_1' }),
    only({ intentId: 'pi_1' }),
  ],
  [
    'an event of a refund names its payment',
    page,
    eventsOf('refund.failed', { payment_intent: { id: 'pi_1' } }),
    only({ intentId: 'pi_1' }),
  ],
  [
    'an event of a refund without a payment is ignored',
    page,
    eventsOf('refund.failed', { payment_intent: null }),
    only(),
  ],
  [
    'an event of a payout shows what was not reversed',
    page,
    eventsOf('transfer.reversed', ofPayout),
    only({ transferId: 'tr_1', userId: 'u', period: 'p', balance: 70 }),
  ],
  [
    'an event of a transfer that names a payout and is not in its group takes from us',
    page,
    eventsOf('transfer.reversed', { ...ofPayout, transfer_group: null, destination: 'acct_1' }),
    only({ transferId: 'tr_1', accountId: 'acct_1', balance: -70 }),
  ],
  [
    'an event of another transfer takes from us',
    page,
    eventsOf('transfer.reversed', otherTransfer),
    only({ transferId: 'tr_1', accountId: 'acct_1', balance: -70 }),
  ],
  [
    'an event of a transfer to nobody is ignored',
    page,
    eventsOf('transfer.reversed', { ...otherTransfer, destination: null }),
    only(),
  ],
  [
    'a balance transaction of a charge shows what is left',
    movedPage,
    linesOf(captured),
    only({ ...IN_CONVERSATION, balance: 70 }),
  ],
  [
    'a balance transaction of a payout shows what was not reversed',
    movedPage,
    linesOf({ object: 'transfer', ...ofPayout }),
    only({ transferId: 'tr_1', userId: 'u', period: 'p', balance: 70 }),
  ],
  ...['refund', 'dispute'].map(
    (object): GatewayCase => [
      `a balance transaction of a ${object} names its payment`,
      movedPage,
      linesOf({ object, payment_intent: 'pi_1' }),
      only({ intentId: 'pi_1' }),
    ],
  ),
  [
    'a balance transaction of a refund without a payment is ignored',
    movedPage,
    linesOf({ object: 'refund', payment_intent: null }),
    only(),
  ],
  [
    'a balance transaction of anything else is ignored',
    movedPage,
    linesOf({ object: 'payout', payment_intent: 'pi_1' }),
    only(),
  ],
  ['a balance transaction without a source is ignored', movedPage, linesOf(null), only()],
  ['a balance transaction with an unknown source is ignored', movedPage, linesOf('txn_2'), only()],
  [
    'a hold can be refunded whole',
    () => statements.payment('pi_1'),
    [intentOf('requires_capture', { amount_capturable: 80 })],
    { balance: 80, refundable: 80, conversationId: 'c', customerId: 'cus_1' },
  ],
  [
    'what is left of a payment can be refunded',
    () => statements.payment('pi_1'),
    [
      intentOf('succeeded', {
        latest_charge: { ...charge, refunds: list({ status: 'succeeded', amount: 30 }) },
        customer: { id: 'cus_2' },
        metadata: {},
      }),
    ],
    { balance: 70, refundable: 70, customerId: 'cus_2' },
  ],
  [
    'the fees of a dispute are gone, too',
    () => statements.payment('pi_1'),
    [
      intentOf('succeeded', { latest_charge: { ...charge, disputed: true }, customer: null }),
      GET(
        'disputes',
        list({
          status: 'needs_response',
          amount: 60,
          balance_transactions: [{ amount: -60, fee: 15 }],
        }),
      ),
    ],
    { balance: 25, refundable: 40, conversationId: 'c' },
  ],
  [
    'a payout is what was transferred less what was reversed',
    () => statements.payout('u', 'p'),
    [
      GET(
        'transfers',
        list({ amount: 100, amount_reversed: 30 }, { amount: 5, amount_reversed: 0 }),
      ),
    ],
    75,
  ],
  [
    'a customer belongs to a person',
    () => statements.ownerOf({ customerId: 'cus_1' }),
    [GET('customers/cus_1', { metadata: { userId: 'u' } })],
    'u',
  ],
  [
    'a deleted customer belongs to nobody',
    () => statements.ownerOf({ customerId: 'cus_1' }),
    [GET('customers/cus_1', { deleted: true })],
    undefined,
  ],
];

testGateway([...OF_PAGES, ...OF_ITEMS]);
