import { expect } from '@jest/globals';
import { subscriptions } from '#functions/gateways/subscriptions.ts';
import { type GatewayCase, testGateway } from '../../support/stripe-answers.ts';
import {
  CUSTOMER,
  GET,
  INTENT,
  intent,
  invoice,
  list,
  more,
  OF_PLAN,
  request,
  SUBSCRIPTION,
  subscription,
} from '../../support/stripe-objects.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* How the gateway for subscriptions reads Stripe's objects. */

worldOfFile();

const including = (some: object) => expect.objectContaining(some);

const without = (some: object) => expect.not.objectContaining(some);

const SECRET = { client_secret: 'secret' };

const FUNDS = { last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' } };

const plan = () => subscriptions.status('sub_1');

const findPlan = () => subscriptions.find('cus_1');

const unpaid = { latest_invoice: invoice };

const upgrade = {
  pending_update: { subscription_items: [{ price: { metadata: { plan: 'PROFESSIONAL' } } }] },
};

const INTENT_OF = (state: string, some: object = {}) => GET(INTENT, intent(state, some));

const IN_ATTEMPT = (attempt: object) => including({ attempt: { plan: 'STARTER', ...attempt } });

const OF_PLANS: GatewayCase[] = [
  ...(['active', 'trialing'] as const).map(
    (state): GatewayCase => [
      `a subscription that is ${state} is active`,
      plan,
      [GET(SUBSCRIPTION, subscription(state))],
      {
        subscriptionId: 'sub_1',
        userId: 'u',
        plan: 'STARTER',
        is: 'active',
        periodStart: 1_000,
        periodEnd: 2_000,
        ending: false,
      },
    ],
  ),
  ...(['canceled', 'unpaid', 'incomplete_expired', 'paused'] as const).map(
    (state): GatewayCase => [
      `a subscription that is ${state} is over`,
      plan,
      [GET(SUBSCRIPTION, subscription(state, unpaid))],
      without({ attempt: expect.anything(), debt: expect.anything() }),
    ],
  ),
  [
    'a renewal that failed is a debt',
    plan,
    [GET(SUBSCRIPTION, subscription('past_due', unpaid)), INTENT_OF('requires_action', SECRET)],
    including({
      is: 'failing',
      debt: { plan: 'STARTER', is: 'needsAction', clientSecret: 'secret' },
    }),
  ],
  [
    'a first payment that failed is an attempt',
    plan,
    [
      GET(SUBSCRIPTION, subscription('incomplete', unpaid)),
      INTENT_OF('requires_payment_method', { ...FUNDS, payment_method: 'pm_1' }),
    ],
    IN_ATTEMPT({
      is: 'declined',
      cardId: 'pm_1',
      sentence:
        'Your card has insufficient funds. Nothing was charged and your plan hasn’t changed.',
    }),
  ],
  [
    'the card of an attempt may be in its error',
    plan,
    [
      GET(SUBSCRIPTION, subscription('incomplete', unpaid)),
      INTENT_OF('requires_payment_method', {
        last_payment_error: { payment_method: { id: 'pm_2' } },
      }),
    ],
    IN_ATTEMPT({
      is: 'declined',
      cardId: 'pm_2',
      sentence: 'Your card was declined. Nothing was charged and your plan hasn’t changed.',
    }),
  ],
  [
    'an attempt without its payment is under way',
    plan,
    [GET(SUBSCRIPTION, subscription('incomplete', { latest_invoice: { id: 'in_1' } }))],
    IN_ATTEMPT({ is: 'underway' }),
  ],
  [
    'an attempt that is processed is under way',
    plan,
    [GET(SUBSCRIPTION, subscription('incomplete', unpaid)), INTENT_OF('processing')],
    IN_ATTEMPT({ is: 'underway' }),
  ],
  [
    'an upgrade that is not paid is an attempt',
    plan,
    [GET(SUBSCRIPTION, subscription('active', { ...unpaid, ...upgrade })), INTENT_OF('processing')],
    including({ is: 'active', attempt: { plan: 'PROFESSIONAL', is: 'underway' } }),
  ],
  [
    'an upgrade is no attempt once the renewal failed',
    plan,
    [
      GET(SUBSCRIPTION, subscription('past_due', { ...unpaid, ...upgrade })),
      INTENT_OF('processing'),
    ],
    without({ attempt: expect.anything() }),
  ],
  [
    'a paid invoice is the payment of a month',
    plan,
    [
      GET(
        SUBSCRIPTION,
        subscription('active', {
          latest_invoice: { id: 'in_1', status: 'paid', amount_paid: 199 },
        }),
      ),
    ],
    including({ paid: { invoiceId: 'in_1', amount: 199 } }),
  ],
  [
    'an invoice of nothing is no payment',
    plan,
    [
      GET(
        SUBSCRIPTION,
        subscription('active', { latest_invoice: { id: 'in_1', status: 'paid', amount_paid: 0 } }),
      ),
    ],
    without({ paid: expect.anything() }),
  ],
  [
    'a subscription of another product is not found',
    findPlan,
    [GET('subscriptions', list({ ...subscription('active'), metadata: {} }))],
    undefined,
  ],
  [
    'a subscription that is over is not found',
    findPlan,
    [GET('subscriptions', list(subscription('canceled')))],
    undefined,
  ],
  [
    'an open invoice is paid, and no other',
    () => subscriptions.payDebt('sub_1', request),
    [
      GET(SUBSCRIPTION, subscription('active', { latest_invoice: { ...invoice, status: 'void' } })),
      CUSTOMER,
      GET(SUBSCRIPTION, subscription('active')),
    ],
    including({ is: 'active' }),
  ],
  [
    'a paid subscription is not given up',
    () => subscriptions.giveUp('sub_1'),
    [GET(SUBSCRIPTION, subscription('active', unpaid))],
    undefined,
  ],
  [
    'paid months are those of nothing but months, oldest first',
    () => subscriptions.paidMonths('cus_1'),
    [
      GET('invoices', {
        ...more(
          {
            id: 'new',
            billing_reason: 'subscription_cycle',
            amount_paid: 1,
            status_transitions: { paid_at: 9 },
          },
          {
            id: 'free',
            billing_reason: 'subscription_cycle',
            amount_paid: 0,
            status_transitions: { paid_at: 5 },
          },
        ),
        url: '/v1/invoices',
      }),
      GET(
        'invoices',
        list(
          {
            id: 'upgrade',
            billing_reason: 'subscription_update',
            amount_paid: 1,
            status_transitions: { paid_at: 3 },
          },
          {
            id: 'first',
            billing_reason: 'subscription_create',
            amount_paid: 1,
            status_transitions: { paid_at: 1 },
          },
        ),
      ),
    ],
    ['first', 'new'],
  ],
  [
    'the payment of a plan needs its person',
    () => subscriptions.payment({ intentId: 'pi_1' }),
    OF_PLAN,
    undefined,
  ],
  [
    'the payment of a plan that is not paid is none',
    () => subscriptions.payment({ intentId: 'pi_1' }),
    OF_PLAN.with(
      1,
      GET('invoices/in_1', {
        ...invoice,
        parent: { subscription_details: { metadata: { userId: 'u' } } },
      }),
    ),
    undefined,
  ],
  [
    'a payment that is no plan is none',
    () => subscriptions.payment({ intentId: 'pi_1' }),
    [GET('invoice_payments', list())],
    undefined,
  ],
];

const line = (start: number, end: number, description: string) => ({
  description,
  period: { start, end },
});
const invoiceOf = (status: string, other: object = {}) => ({
  id: `in_${status}`,
  status,
  created: 5,
  total: 299,
  amount_paid: 199,
  lines: list(),
  status_transitions: { paid_at: null },
  ...other,
});
const shownInvoice = (status: string, other: object) => ({
  id: `in_${status}`,
  at: 5_000,
  from: 5_000,
  to: 5_000,
  amount: 299,
  description: '',
  receiptUrl: null,
  ...other,
});
const invoices = () => subscriptions.invoices('cus_1');

const OF_INVOICES: GatewayCase[] = [
  [
    'a paid invoice shows what was paid, when, and the last of its periods',
    invoices,
    [
      GET(
        'invoices',
        list(
          invoiceOf('paid', {
            status_transitions: { paid_at: 7 },
            lines: list(line(1, 2, 'Rest'), line(3, 4, 'Month'), line(2, 3, 'Other')),
            hosted_invoice_url: 'https://receipt',
          }),
        ),
      ),
    ],
    [
      shownInvoice('paid', {
        status: 'PAID',
        amount: 199,
        at: 7_000,
        from: 3_000,
        to: 4_000,
        description: 'Month',
        receiptUrl: 'https://receipt',
      }),
    ],
  ],
  [
    'an unpaid invoice shows what is to be paid, since it was made',
    invoices,
    [GET('invoices', list(invoiceOf('open'), invoiceOf('void'), invoiceOf('uncollectible')))],
    [
      shownInvoice('open', { status: 'OPEN' }),
      shownInvoice('void', { status: 'CANCELLED' }),
      shownInvoice('uncollectible', { status: 'CANCELLED' }),
    ],
  ],
  [
    'drafts and invoices of nothing are not shown',
    invoices,
    [GET('invoices', list(invoiceOf('draft'), invoiceOf('paid', { total: 0 })))],
    [],
  ],
];

testGateway([...OF_PLANS, ...OF_INVOICES]);
