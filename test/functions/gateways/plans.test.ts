import { expect } from '@jest/globals';
import { statements } from '../../../functions/gateways/statements.ts';
import { subscriptions } from '../../../functions/gateways/subscriptions.ts';
import { instant } from '../../../shared/time.ts';
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

/* What the gateways to subscriptions and to statements read of the objects of Stripe. */

worldOfFile();

const NOW = instant(Date.UTC(2027, 4, 1));

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
        'Your card has insufficient funds. Nothing was charged and your plan has not changed.',
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
      sentence: 'Your card was declined. Nothing was charged and your plan has not changed.',
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

testGateway([...OF_PLANS, ...OF_PAGES]);
