import { expect, test } from '@jest/globals';
import { cards } from '#functions/gateways/cards.ts';
import { disputes } from '#functions/gateways/disputes.ts';
import { payments } from '#functions/gateways/payments.ts';
import { payouts } from '#functions/gateways/payouts.ts';
import { subscriptions } from '#functions/gateways/subscriptions.ts';
import { cents } from '#shared/money.ts';
import {
  type StripeAnswer,
  type StripeError,
  withStripeAnswers,
} from '../../support/stripe-answers.ts';
import {
  CUSTOMER,
  cardOrder,
  charge,
  dispute,
  evidence,
  GET,
  INTENT,
  intent,
  invoice,
  list,
  newCard,
  order,
  POST,
  REVERSALS,
  request,
  SUBSCRIPTION,
  subscription,
} from '../../support/stripe-objects.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The result of each gateway request that Stripe refuses: for a declined card, a payment in another state, or a bug of ours. */

worldOfFile();

const refusal = (code?: string, other: Partial<StripeError> = {}): StripeError => ({
  status: 400,
  type: 'invalid_request_error',
  ...(code && { code }),
  ...other,
});
const declined = (code?: string, other: object = {}): StripeError => ({
  status: 402,
  type: 'card_error',
  code: 'card_declined',
  ...other,
  ...(code && { decline_code: code }),
});
/** Refusals that no gateway handles: Stripe's error is thrown, which raises an alarm. */
const BUG = refusal('parameter_unknown');
const thrown = expect.objectContaining({ code: 'parameter_unknown' });
const WRONG_PARAMETERS = refusal(undefined, { type: 'idempotency_error' });
const UNUSABLE = [
  refusal(undefined, { param: 'payment_method' }),
  refusal(undefined, { param: 'invoice_settings[default_payment_method]' }),
  refusal('payment_method_unexpected_state'),
];
const IN_ANOTHER_STATE = [
  refusal('payment_intent_unexpected_state'),
  refusal('charge_already_refunded'),
  refusal('charge_already_captured'),
  refusal('charge_expired_for_capture'),
  declined(),
];

const sentence = (reason: string, consequence: string) => ({
  is: 'declined',
  sentence: `${reason} ${consequence}`,
});
const FUNDS = 'Your card has insufficient funds.';
const OTHER_CARD = 'This card can’t be used. Please enter it again.';
const NOT_SENT = 'Your letter wasn’t sent and you weren’t charged.';
const NOT_SAVED = 'The card wasn’t saved.';
const NOT_CHARGED = 'Nothing was charged.';
const UNCHANGED = 'Nothing was charged and your plan hasn’t changed.';

/** A request of a gateway's method, and the result of the method for each refusal of that request. */
type Row = [
  method: string,
  work: () => Promise<unknown>,
  /** The requests before it, the request itself and those after each of the refusals. */
  requests: readonly [before: StripeAnswer[], request: string, after: StripeAnswer[]],
  ...outcomes: [refusals: readonly StripeError[], result: unknown][],
];

const held = intent('requires_capture');
const charged = intent('succeeded');
const released = { is: 'released', intentId: 'pi_1' };
const partly = (other: object) => intent('succeeded', { latest_charge: { ...charge, ...other } });
const refusedRefund = { refunds: list({ status: 'failed', amount: 100 }) };
const open = { ...dispute, amount: 100, balance_transactions: [], charge: 'ch_1' };
const disputed = (status: string): StripeAnswer[] => [
  GET(INTENT, partly({ disputed: true })),
  GET('disputes', list({ ...open, status })),
];

const subscribe = () => subscriptions.subscribe(request as never);
const raise = () => subscriptions.raise({ ...request, subscriptionId: 'sub_1' } as never);
const payDebt = () => subscriptions.payDebt('sub_1', request);
const refund = () => payments.cancelOrRefund('c', 'pi_1');
const refundPart = () => payments.refundPart('c', 'pi_1', { total: cents(40), count: 1 });
const reverse = () => payouts.reverse({ transferId: 'tr_1', amount: cents(1), name: 'n' });
const PRICES = GET('prices', list({ id: 'price_1' }));
const ACTIVE = GET(SUBSCRIPTION, subscription('active'));
const OVERDUE = GET(SUBSCRIPTION, subscription('past_due', { latest_invoice: invoice }));

const setUp = () => cards.setUp(newCard);
const attach = () => cards.attach(newCard);
const makeDefault = () => cards.makeDefault('cus_1', 'pm_1');
const detach = () => cards.detach('pm_1');
const makeTransfer = () => payouts.transfer(order);
const reversible = () => payouts.reversible('tr_1');
const accept = () => disputes.accept('pi_1');
const submit = () => disputes.submit('pi_1', evidence);
const CHARGED = GET(INTENT, charged);
const RELEASED = GET(INTENT, intent('canceled'));
const REFUNDED = GET(INTENT, partly({ refunds: list({ status: 'succeeded', amount: 100 }) }));
const DISPUTES = GET('disputes', list(dispute));
const BALANCE_OF = GET('transfers/tr_1', { amount: 9, amount_reversed: 0, destination: 'acct_1' });
const afterwards = (status: string) => GET('disputes/dp_1', { ...dispute, status });
const including = (some: object) => expect.objectContaining(some);
const chargeWith = (chargeSummary: unknown) => including({ is: 'charged', chargeSummary });
const NO_FUNDS = [declined('insufficient_funds')];
const WITH_INTENT = [declined('insufficient_funds', { payment_intent: { id: 'pi_1' } })];
const DETACHED = [
  refusal('payment_method_unexpected_state'),
  refusal('resource_missing', { status: 404 }),
];
const unsaved = including({ code: 'CARD_DECLINED', message: `${OTHER_CARD} ${NOT_SAVED}` });

const ROWS: Row[] = [
  [
    'a hold',
    () => payments.hold(cardOrder),
    [[], 'POST /v1/payment_intents', []],
    [UNUSABLE, sentence(OTHER_CARD, NOT_SENT)],
    [NO_FUNDS, sentence(FUNDS, NOT_SENT)],
    [WITH_INTENT, { ...sentence(FUNDS, NOT_SENT), intentId: 'pi_1' }],
    [[BUG], thrown],
  ],
  [
    'a capture',
    () => payments.capture('pi_1'),
    [[], `POST /v1/${INTENT}/capture`, [RELEASED]],
    [IN_ANOTHER_STATE, released],
  ],
  [
    'a capture',
    () => payments.capture('pi_1'),
    [[], `POST /v1/${INTENT}/capture`, []],
    [[BUG], thrown],
  ],
  [
    'a release',
    refund,
    [[GET(INTENT, held)], `POST /v1/${INTENT}/cancel`, [RELEASED]],
    [IN_ANOTHER_STATE, released],
  ],
  ['a release', refund, [[GET(INTENT, held)], `POST /v1/${INTENT}/cancel`, []], [[BUG], thrown]],
  [
    'a refund',
    refund,
    [[CHARGED, CHARGED], 'POST /v1/refunds', [REFUNDED]],
    [IN_ANOTHER_STATE, including({ is: 'refunded' })],
  ],
  [
    'a refund',
    refund,
    [[CHARGED, CHARGED], 'POST /v1/refunds', []],
    [[refusal('charge_disputed')], chargeWith(expect.not.objectContaining({ stuck: true }))],
    [[BUG], thrown],
  ],
  [
    'a second refund',
    refund,
    [[CHARGED, GET(INTENT, partly(refusedRefund))], 'POST /v1/refunds', []],
    [[refusal('charge_already_refunded')], chargeWith(including({ refused: 2 }))],
  ],
  [
    'a refund after a lost dispute',
    refund,
    [[CHARGED, ...disputed('lost')], 'POST /v1/refunds', []],
    [[refusal('charge_disputed')], chargeWith(including({ stuck: true }))],
  ],
  [
    'a refund of a part',
    refundPart,
    [[CHARGED], 'POST /v1/refunds', [CHARGED]],
    [[...IN_ANOTHER_STATE, refusal('charge_disputed')], including({ is: 'charged' })],
  ],
  ['a refund of a part', refundPart, [[CHARGED], 'POST /v1/refunds', []], [[BUG], thrown]],

  [
    'a card that is set up',
    setUp,
    [[], 'POST /v1/setup_intents', []],
    [UNUSABLE, sentence(OTHER_CARD, NOT_SAVED)],
    [NO_FUNDS, sentence(FUNDS, NOT_SAVED)],
    [[BUG], thrown],
  ],
  [
    'a card that is attached',
    attach,
    [[], 'POST /v1/payment_methods/pm_1/attach', []],
    [UNUSABLE, sentence(OTHER_CARD, NOT_CHARGED)],
    [NO_FUNDS, sentence(FUNDS, NOT_CHARGED)],
    [[BUG], thrown],
  ],
  ['a default card', makeDefault, [[], CUSTOMER[0], []], [UNUSABLE, unsaved], [[BUG], thrown]],
  [
    'a removed card',
    detach,
    [[], 'POST /v1/payment_methods/pm_1/detach', []],
    [DETACHED, undefined],
    [[BUG], thrown],
  ],

  [
    'a transfer',
    makeTransfer,
    [[GET('transfers', list())], 'POST /v1/transfers', []],
    [[refusal('insufficient_capabilities_for_transfer')], { is: 'notReady' }],
    [[refusal('balance_insufficient')], { is: 'short' }],
    [[BUG], { is: 'refused', reason: 'parameter_unknown' }],
    [[refusal(undefined, { message: 'Why.' })], { is: 'refused', reason: 'Why.' }],
    [[WRONG_PARAMETERS], { is: 'underway' }],
  ],
  [
    'a reversal',
    reverse,
    [[GET(REVERSALS, list())], `POST /v1/${REVERSALS}`, []],
    [[WRONG_PARAMETERS], 'UNDERWAY'],
    [[refusal('balance_insufficient'), BUG], 'REFUSED'],
  ],
  [
    'what can be reversed',
    reversible,
    [[BALANCE_OF], 'GET /v1/balance', []],
    [[refusal('account_invalid', { status: 403 })], 0],
    [[BUG], thrown],
  ],

  [
    'a new subscription',
    subscribe,
    [[], CUSTOMER[0], []],
    [UNUSABLE, sentence(OTHER_CARD, UNCHANGED)],
  ],
  [
    'a new subscription',
    subscribe,
    [[CUSTOMER, PRICES], 'POST /v1/subscriptions', []],
    [NO_FUNDS, sentence(FUNDS, UNCHANGED)],
    [[WRONG_PARAMETERS], 'underway'],
    [[BUG], thrown],
  ],
  [
    'an upgrade',
    raise,
    [[ACTIVE, CUSTOMER, PRICES], `POST /v1/${SUBSCRIPTION}`, []],
    [NO_FUNDS, sentence(FUNDS, UNCHANGED)],
    [[WRONG_PARAMETERS], 'underway'],
    [[BUG], thrown],
  ],
  [
    'the payment of a renewal',
    payDebt,
    [[OVERDUE, CUSTOMER], 'POST /v1/invoices/in_1/pay', [ACTIVE]],
    [[declined(), BUG], including({ is: 'active' })],
  ],
  [
    'the payment of a renewal',
    payDebt,
    [[OVERDUE], CUSTOMER[0], [ACTIVE]],
    [UNUSABLE, including({ is: 'active' })],
  ],
  [
    'an unpaid subscription that is given up',
    () => subscriptions.giveUp('sub_1'),
    [[GET(SUBSCRIPTION, subscription('incomplete'))], `DELETE /v1/${SUBSCRIPTION}`, []],
    [[BUG], undefined],
  ],
  [
    'a subscription that ends with its month',
    () => subscriptions.setEnding('sub_1', true),
    [[], `POST /v1/${SUBSCRIPTION}`, []],
    [[BUG], undefined],
  ],
  [
    'a subscription that ends',
    () => subscriptions.end('sub_1'),
    [[], `DELETE /v1/${SUBSCRIPTION}`, []],
    [[BUG], undefined],
  ],
  [
    'the card of renewals',
    () => subscriptions.makeDefault('cus_1', 'pm_1'),
    [[], CUSTOMER[0], []],
    [UNUSABLE, undefined],
    [[BUG], thrown],
  ],

  [
    'an accepted dispute',
    accept,
    [[DISPUTES], 'POST /v1/disputes/dp_1/close', [afterwards('lost')]],
    [[BUG], 'CLOSED'],
  ],
  [
    'an accepted dispute',
    accept,
    [[DISPUTES], 'POST /v1/disputes/dp_1/close', [afterwards('needs_response')]],
    [[BUG], thrown],
  ],
  [
    'an accepted dispute',
    accept,
    [[DISPUTES], 'POST /v1/disputes/dp_1/close', [afterwards('under_review')]],
    [[BUG], thrown],
  ],
  [
    'an accepted dispute',
    accept,
    [[DISPUTES], 'POST /v1/disputes/dp_1/close', []],
    [[WRONG_PARAMETERS], including({ code: 'UNAVAILABLE' })],
  ],
  [
    'evidence',
    submit,
    [
      [DISPUTES, POST('files', { id: 'file_1' })],
      'POST /v1/disputes/dp_1',
      [afterwards('needs_response')],
    ],
    [[BUG], thrown],
  ],
];

const nameOf = ({ type, code, param }: StripeError) => code ?? param ?? type;

const CASES = ROWS.flatMap(([method, work, requests, ...outcomes]) =>
  outcomes.flatMap(([refusals, result]) =>
    refusals.map((error) => {
      const names = { method, request: requests[1], error: nameOf(error) };
      return { ...names, work, requests, refusal: error, outcome: result };
    }),
  ),
);

test.each(CASES)('$method: $request is refused with $error', async (one) => {
  const [before, asked, after] = one.requests;
  const answers: StripeAnswer[] = [...before, [asked, one.refusal], ...after];
  const { result, left } = await withStripeAnswers(answers, one.work);
  expect(result).toEqual(one.outcome);
  expect(left).toEqual([]);
});
