import { cents } from '#shared/money.ts';
import type { StripeAnswer } from './stripe-answers.ts';

/* Objects of Stripe with what the gateways read of them, and the orders of the gateways that lead to them. */

export const list = (...data: object[]) => ({ object: 'list', data, has_more: false });
export const more = (...data: object[]) => ({ ...list(...data), has_more: true });

export const charge = { id: 'ch_1', captured: true, disputed: false, refunds: list() };
export const intent = (status: string, other: object = {}) => ({
  id: 'pi_1',
  created: 1,
  status,
  metadata: { conversationId: 'c' },
  customer: 'cus_1',
  amount_received: 100,
  amount_capturable: 0,
  latest_charge: charge,
  ...other,
});
export const manyRefunds = { ...charge, disputed: true, refunds: more() };
const plan = { price: { id: 'price_1', metadata: { plan: 'STARTER' } } };
export const subscription = (status: string, other: object = {}) => ({
  id: 'sub_1',
  status,
  metadata: { userId: 'u' },
  cancel_at_period_end: false,
  items: list({ id: 'si_1', current_period_start: 1, current_period_end: 2, ...plan }),
  ...other,
});
export const invoice = {
  id: 'in_1',
  status: 'open',
  amount_paid: 0,
  amount_remaining: 199,
  confirmation_secret: { client_secret: 'pi_1_secret_x' },
};
export const transfer = { id: 'tr_1', amount: 100, amount_reversed: 0, created: 1, metadata: {} };
export const reversed = { ...transfer, reversed: true, reversals: more() };
export const account = { id: 'acct_1', capabilities: {}, metadata: {} };
export const dispute = { id: 'dp_1', status: 'needs_response', evidence_details: {} };

export const GET = (path: string, body: object): StripeAnswer => [`GET /v1/${path}`, body];
export const POST = (path: string, body: object = {}): StripeAnswer => [`POST /v1/${path}`, body];
export const INTENT = 'payment_intents/pi_1';
export const SUBSCRIPTION = 'subscriptions/sub_1';
export const REVERSALS = 'transfers/tr_1/reversals';
export const CUSTOMER = POST('customers/cus_1');
export const OF_PLAN: readonly StripeAnswer[] = [
  GET('invoice_payments', list({ invoice: 'in_1', payment: { payment_intent: 'pi_1' } })),
  GET('invoices/in_1', { ...invoice, status: 'paid' }),
  GET(INTENT, intent('succeeded')),
];

export const cardOrder = {
  conversationId: 'c',
  amount: cents(100),
  customerId: 'cus_1',
  paymentMethodId: 'pm_1',
  keepCard: false,
};
export const newCard = { userId: 'u', customerId: 'cus_1', paymentMethodId: 'pm_1' };
export const request = {
  userId: 'u',
  customerId: 'cus_1',
  cardId: 'pm_1',
  key: 'k',
  plan: 'STARTER',
};
export const evidence = { record: new Uint8Array(1), recordHash: 'h' } as never;
export const order = {
  userId: 'u',
  period: '2027-04',
  accountId: 'acct_1',
  amount: cents(1),
  attempt: 1,
};
