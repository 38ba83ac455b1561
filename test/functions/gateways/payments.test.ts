import { expect } from '@jest/globals';
import { cards } from '#functions/gateways/cards.ts';
import { payments } from '#functions/gateways/payments.ts';
import { cents } from '#shared/money.ts';
import { DAY, fromSeconds, instant, later } from '#shared/time.ts';
import { type GatewayCase, type StripeAnswer, testGateway } from '../../support/stripe-answers.ts';
import {
  cardOrder,
  charge,
  GET,
  INTENT,
  intent,
  list,
  more,
  newCard,
  POST,
} from '../../support/stripe-objects.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* How the gateway for payments reads Stripe's objects, and which requests it leaves out. */

worldOfFile();

const NOW = instant(Date.UTC(2027, 4, 1));

const including = (some: object) => expect.objectContaining(some);

const without = (some: object) => expect.not.objectContaining(some);

const card = { brand: 'visa', last4: '4242', capture_before: 90_000 };

const method = { id: 'pm_1', card: { ...card, fingerprint: 'f' }, billing_details: { name: 'A' } };

const shown = { id: 'pm_1', brand: 'visa', lastFour: '4242', name: 'A', fingerprint: 'f' };

const hold = () => payments.hold(cardOrder);

const held = (other: object): StripeAnswer[] => [
  POST('payment_intents', intent('requires_capture', other)),
];

const asked = (status: string, other: object = {}): StripeAnswer[] => [
  POST('payment_intents', intent(status, other)),
];

const SECRET = { client_secret: 'secret' };

const FUNDS = { last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' } };

const NOT_SENT = 'Your letter wasn’t sent and you weren’t charged.';

const OF_HOLD: GatewayCase[] = [
  [
    'a hold ends when its charge says',
    hold,
    held({ latest_charge: { ...charge, payment_method_details: { card } } }),
    including({ is: 'held', captureBefore: fromSeconds(90_000) }),
  ],
  [
    'a hold lasts for five days from its charge',
    hold,
    held({ latest_charge: { ...charge, created: 7 } }),
    including({ is: 'held', captureBefore: later(fromSeconds(7), 5 * DAY) }),
  ],
  [
    'a hold lasts for five days from its payment',
    hold,
    held({ latest_charge: 'ch_1', created: 8 }),
    including({ is: 'held', captureBefore: later(fromSeconds(8), 5 * DAY) }),
  ],
  ['a hold shows its card', hold, held({ payment_method: method }), including({ card: shown })],
  [
    'a hold shows no card by its id alone',
    hold,
    held({ payment_method: 'pm_1' }),
    including({ card: undefined }),
  ],
  [
    'a hold shows nothing else than a card',
    hold,
    held({ payment_method: { id: 'pm_1' } }),
    including({ card: undefined }),
  ],
  [
    'a card may have no name and no fingerprint',
    hold,
    held({ payment_method: { ...method, card, billing_details: { name: null } } }),
    including({ card: { id: 'pm_1', brand: 'visa', lastFour: '4242' } }),
  ],
  [
    'a payment that the bank asks about needs an action',
    hold,
    asked('requires_action', SECRET),
    { is: 'needsAction', intentId: 'pi_1', clientSecret: 'secret' },
  ],
  [
    'an unconfirmed payment needs an action',
    hold,
    asked('requires_confirmation', SECRET),
    { is: 'needsAction', intentId: 'pi_1', clientSecret: 'secret' },
  ],
  [
    'a payment that lacks a card is declined with its reason',
    hold,
    asked('requires_payment_method', FUNDS),
    { is: 'declined', intentId: 'pi_1', sentence: `Your card has insufficient funds. ${NOT_SENT}` },
  ],
  [
    'a payment that lacks a card is declined without a reason',
    hold,
    asked('requires_payment_method'),
    { is: 'declined', intentId: 'pi_1', sentence: `Your card was declined. ${NOT_SENT}` },
  ],
  ['a canceled payment is released', hold, asked('canceled'), { is: 'released', intentId: 'pi_1' }],
  [
    'a captured payment is charged',
    hold,
    asked('succeeded', { payment_method: method }),
    { is: 'charged', intentId: 'pi_1', card: shown },
  ],
  [
    'a refunded payment is refunded',
    hold,
    asked('succeeded', { latest_charge: { ...charge, refunded: true } }),
    { is: 'refunded', intentId: 'pi_1' },
  ],
  [
    'a payment that is being processed is UNAVAILABLE',
    hold,
    asked('processing'),
    including({ code: 'UNAVAILABLE' }),
  ],
];

const refunds = (...amounts: readonly [amount: number, status: string, reason?: string][]) =>
  amounts.map(([amount, status, reason]) => ({ amount, status, reason }));

const withRefunds = (...all: object[]) => [
  GET(INTENT, intent('succeeded', { latest_charge: { ...charge, refunds: list(...all) } })),
];

const moved = (amount: number, fee: number) => ({ amount, fee });

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

const status = () => payments.status('pi_1');

const summary = (some: object) => including({ chargeSummary: including(some) });

const OF_STATUS: GatewayCase[] = [
  [
    'an intact payment is charged',
    status,
    withRefunds(),
    {
      is: 'charged',
      intentId: 'pi_1',
      card: undefined,
      chargeSummary: { received: 100, refunded: 0, chargedBack: 0, fees: 0, disputed: 0 },
    },
  ],
  [
    'a payment of which a part is refunded is charged',
    status,
    withRefunds(...refunds([60, 'succeeded'], [39, 'pending'])),
    including({ is: 'charged', chargeSummary: including({ refunded: 99 }) }),
  ],
  [
    'a payment whose parts are all refunded is refunded',
    status,
    withRefunds(...refunds([60, 'succeeded'], [40, 'pending'])),
    including({ is: 'refunded', chargeSummary: including({ refunded: 100 }) }),
  ],
  [
    'a refund that the bank refused does not count',
    status,
    withRefunds(...refunds([60, 'failed'], [40, 'canceled'])),
    including({ is: 'charged', chargeSummary: including({ refunded: 0, refused: 2 }) }),
  ],
  [
    'a refund for fraud is counted, unless it was refused',
    status,
    withRefunds(
      ...refunds([60, 'succeeded', 'fraudulent'], [20, 'failed', 'fraudulent'], [5, 'succeeded']),
    ),
    summary({ fraudulent: 60 }),
  ],
  [
    'a payment without fraud has no such amount',
    status,
    withRefunds(...refunds([60, 'succeeded', 'duplicate'])),
    including({ chargeSummary: without({ fraudulent: expect.anything() }) }),
  ],
  [
    'all refunds are listed if the charge shows only some',
    status,
    [
      GET(INTENT, intent('succeeded', { latest_charge: { ...charge, refunds: more() } })),
      GET('refunds', {
        ...more({ id: 're_1', amount: 30, status: 'succeeded' }),
        url: '/v1/refunds',
      }),
      GET('refunds', list({ id: 're_2', amount: 20, status: 'succeeded' })),
    ],
    summary({ refunded: 50 }),
  ],
  [
    'all refunds are listed if the charge shows none',
    status,
    [
      GET(INTENT, intent('succeeded', { latest_charge: { ...charge, refunds: undefined } })),
      GET('refunds', list({ id: 're_1', amount: 30, status: 'succeeded' })),
    ],
    summary({ refunded: 30 }),
  ],
  [
    'a charge that is not captured has no refunds',
    status,
    [GET(INTENT, intent('succeeded', { latest_charge: { ...charge, captured: false } }))],
    summary({ refunded: 0 }),
  ],
  [
    'an open dispute counts',
    status,
    withDisputes(disputeOf('needs_response', 40, moved(-40, 15))),
    summary({ dispute: 'OPEN', disputed: 40, chargedBack: 40, fees: 15 }),
  ],
  [
    'a dispute under review is open',
    status,
    withDisputes(disputeOf('under_review')),
    summary({ dispute: 'OPEN', disputed: 40 }),
  ],
  [
    'a lost dispute counts',
    status,
    withDisputes(disputeOf('lost', 40, moved(-40, 15))),
    summary({ dispute: 'LOST', disputed: 40, chargedBack: 40 }),
  ],
  [
    'a won dispute gave everything back',
    status,
    withDisputes(disputeOf('won', 40, moved(-40, 15), moved(40, -15))),
    summary({ dispute: 'WON', disputed: 0, chargedBack: 0, fees: 0 }),
  ],
  [
    'an inquiry is no dispute',
    status,
    withDisputes(disputeOf('warning_needs_response'), disputeOf('prevented')),
    including({
      chargeSummary: { received: 100, refunded: 0, chargedBack: 0, fees: 0, disputed: 0 },
    }),
  ],
  [
    'an open dispute says more than a lost one',
    status,
    withDisputes(disputeOf('lost'), disputeOf('needs_response', 7)),
    summary({ dispute: 'OPEN', disputed: 47 }),
  ],
  [
    'a lost dispute says more than a won one',
    status,
    withDisputes(disputeOf('won'), disputeOf('lost')),
    summary({ dispute: 'LOST', disputed: 40 }),
  ],
];

const find = () => payments.find('c', 'cus_1', NOW);

const other = { id: 'pi_0', metadata: {} };

const refundAll = () => payments.cancelOrRefund('c', 'pi_1');

const refundPart = () => payments.refundPart('c', 'pi_1', { total: cents(40), count: 1 });

const charged = GET(INTENT, intent('succeeded'));

const charges = including({ is: 'charged' });

const OF_REQUESTS: GatewayCase[] = [
  [
    'a payment of another conversation is not found',
    find,
    [GET('payment_intents', list(other))],
    { is: 'none' },
  ],
  [
    'a payment is found on the second page',
    find,
    [
      GET('payment_intents', { ...more(other), url: '/v1/payment_intents' }),
      GET('payment_intents', list(intent('canceled'))),
      GET(INTENT, intent('canceled')),
    ],
    { is: 'released', intentId: 'pi_1' },
  ],
  [
    'a released payment is not released again',
    refundAll,
    [GET(INTENT, intent('canceled')), GET(INTENT, intent('canceled'))],
    { is: 'released', intentId: 'pi_1' },
  ],
  [
    'a payment without anything left is not refunded',
    refundAll,
    [charged, ...withDisputes(disputeOf('lost', 100, moved(-100, 0)))],
    charges,
  ],
  [
    'a payment whose refund was refused twice is not refunded',
    refundAll,
    [charged, ...withRefunds(...refunds([100, 'failed'], [100, 'failed']))],
    charges,
  ],
  [
    'a refunded part is not refunded again',
    refundPart,
    withRefunds(...refunds([40, 'succeeded'])),
    charges,
  ],
  [
    'a part is not refunded while a dispute is open',
    refundPart,
    withDisputes(disputeOf('needs_response')),
    charges,
  ],
  [
    'a part is not refunded after a lost dispute',
    refundPart,
    withDisputes(disputeOf('lost')),
    charges,
  ],
  [
    'a part of a released payment is not refunded',
    refundPart,
    [GET(INTENT, intent('canceled'))],
    { is: 'released', intentId: 'pi_1' },
  ],
];

const cardStatus = () => cards.setUp(newCard);

const setUp = (state: string, some: object = {}): StripeAnswer[] => [
  POST('setup_intents', { id: 'seti_1', status: 'processing' }),
  GET('setup_intents/seti_1', { status: state, ...some }),
];

const NOT_SAVED = 'The card wasn’t saved.';

const OF_CARDS: GatewayCase[] = [
  [
    'a card that is saved is kept',
    cardStatus,
    [POST('setup_intents', { status: 'succeeded', payment_method: method })],
    { is: 'kept', card: shown },
  ],
  [
    'a card that is saved meanwhile is kept',
    cardStatus,
    setUp('succeeded', { payment_method: method }),
    { is: 'kept', card: shown },
  ],
  [
    'a card that the bank asks about needs an action',
    cardStatus,
    setUp('requires_action', SECRET),
    { is: 'needsAction', clientSecret: 'secret' },
  ],
  [
    'an unconfirmed card needs an action',
    cardStatus,
    setUp('requires_confirmation', SECRET),
    { is: 'needsAction', clientSecret: 'secret' },
  ],
  [
    'a declined card is not saved',
    cardStatus,
    setUp('requires_payment_method', { last_setup_error: { code: 'expired_card' } }),
    { is: 'declined', sentence: `Your card has expired. ${NOT_SAVED}` },
  ],
  [
    'a canceled card is not saved',
    cardStatus,
    setUp('canceled'),
    { is: 'declined', sentence: `Your card was declined. ${NOT_SAVED}` },
  ],
  [
    'a card that is being processed is UNAVAILABLE',
    cardStatus,
    setUp('processing'),
    including({ code: 'UNAVAILABLE' }),
  ],
  [
    'something that is no card is not saved',
    () => cards.attach(newCard),
    [POST('payment_methods/pm_1/attach', { id: 'pm_1' })],
    { is: 'declined', sentence: `This card can’t be used. Please enter it again. ${NOT_SAVED}` },
  ],
];

testGateway([...OF_HOLD, ...OF_STATUS, ...OF_REQUESTS, ...OF_CARDS]);
