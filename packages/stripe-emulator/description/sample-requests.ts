import Stripe from 'stripe';
import type { ApiRequest, ApiResponse } from '../src/api.ts';
import { apiVersion, EmulatedAccount } from '../src/index.ts';

/* Requests to every route of the emulator, as an application makes them, refused requests, and clock-driven actions. */

export type Exchange = { readonly request: ApiRequest; readonly response: ApiResponse };

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;
const KEYS = { secretKey: 'sk_test_sample', publishableKey: 'pk_test_sample' };
const HOLD = { amount: 5_000, currency: 'usd', allowed_payment_method_types: ['card'] };
const AT_ONCE = {
  confirm: true,
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} as const;
const PDF = Buffer.from('%PDF-1.4 a record', 'latin1');

type Api = {
  readonly stripe: Stripe;
  readonly account: EmulatedAccount;
  /** Makes a request that the client has no method for, or that it would not make. */
  send(method: string, target: string, body?: string, key?: string): Promise<unknown>;
  /** Moves the clock forward and performs what is due. */
  later(milliseconds: number): void;
};

/** Makes all requests to a new account, and passes each to `observe` with its response. */
export async function sendSampleRequests(observe: (exchange: Exchange) => void): Promise<void> {
  const api = start(observe);
  await payments(api);
  await cards(api);
  await refunds(api);
  await disputes(api);
  await plans(api);
  await payouts(api);
  await endpoints(api);
  await refusals(api);
  await lists(api);
}

function start(observe: (exchange: Exchange) => void): Api {
  let now = Date.UTC(2026, 10, 21, 12);
  const account = new EmulatedAccount({ ...KEYS, now: () => now });
  const handle = async (request: ApiRequest) => {
    const response = await account.handle(request);
    observe({ request, response });
    return response;
  };
  const fetchInProcess = async (address: string | URL | Request, init: RequestInit = {}) => {
    const { pathname, search } = new URL(String(address));
    const { status, headers, body } = await handle({
      method: init.method ?? 'GET',
      target: pathname + search,
      headers: Object.fromEntries(new Headers(init.headers)),
      body:
        init.body instanceof Uint8Array
          ? Buffer.from(init.body).toString('latin1')
          : String(init.body ?? ''),
    });
    return Response.json(body, { status, headers });
  };
  return {
    account,
    stripe: new Stripe(KEYS.secretKey, {
      httpClient: Stripe.createFetchHttpClient(fetchInProcess),
      maxNetworkRetries: 0,
      telemetry: false,
    }),
    send: (method, target, body = '', key = KEYS.secretKey) =>
      handle({
        method,
        target,
        body,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
      }),
    later: (milliseconds) => {
      now += milliseconds;
      account.runDue();
    },
  };
}

/** Makes a request that Stripe refuses. Throws if it accepts it. */
async function refused(request: Promise<unknown>): Promise<void> {
  const accepted = await request.then(
    () => true,
    (fault) => {
      if (fault instanceof Stripe.errors.StripeError) return false;
      throw fault;
    },
  );
  if (accepted) throw new Error('The emulator accepted a request that Stripe refuses.');
}

const hold = ({ stripe }: Api, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    ...HOLD,
    payment_method: 'pm_card_visa',
    capture_method: 'manual',
    confirm: true,
    ...more,
  });

const charge = (api: Api, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  hold(api, { capture_method: 'automatic', ...more });

async function payments(api: Api): Promise<void> {
  const { stripe, account, send, later } = api;
  const { id: customer } = await stripe.customers.create({ email: 'ben@example.com', name: 'Ben' });
  const captured = await hold(api, {
    customer,
    description: 'A message',
    metadata: { order: '1' },
    setup_future_usage: 'off_session',
    expand: ['latest_charge', 'customer', 'payment_method'],
  });
  await stripe.paymentIntents.capture(captured.id, { amount_to_capture: 3_000 });
  await stripe.paymentIntents.retrieve(captured.id, { expand: ['latest_charge.customer'] });
  await stripe.paymentIntents.update(captured.id, { metadata: { order: '2' } });
  await stripe.charges.update(String(idOf(captured.latest_charge)), { metadata: { order: '2' } });
  const canceled = await hold(api);
  await stripe.paymentIntents.cancel(canceled.id, { cancellation_reason: 'requested_by_customer' });
  await hold(api);
  later(8 * DAY);
  const unconfirmed = await stripe.paymentIntents.create(HOLD);
  await refused(
    stripe.paymentIntents.confirm(unconfirmed.id, { payment_method: 'pm_card_chargeDeclined' }),
  );
  await stripe.paymentIntents.retrieve(unconfirmed.id, { expand: ['latest_charge'] });
  await stripe.paymentIntents.confirm(unconfirmed.id, { payment_method: 'pm_card_visa' });
  const [asked, failed] = [await asking(api), await asking(api)];
  const secret = `client_secret=${asked.client_secret}`;
  await send('GET', `/v1/payment_intents/${asked.id}?${secret}`, '', KEYS.publishableKey);
  account.authenticate(asked.id, 'authenticated');
  account.authenticate(failed.id, 'failed');
  await stripe.paymentIntents.retrieve(asked.id);
  await stripe.paymentIntents.retrieve(failed.id);
}

const asking = (api: Api) => hold(api, { payment_method: 'pm_card_threeDSecure2Required' });

const idOf = (value: unknown) =>
  typeof value === 'string' ? value : (value as { readonly id: string }).id;

async function cards({ stripe, account, send }: Api): Promise<void> {
  const { id: customer } = await stripe.customers.create({ phone: '+15555550100' });
  const typed =
    'type=card&card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2030&card[cvc]=123&billing_details[name]=Ana';
  await send('POST', '/v1/payment_methods', typed, KEYS.publishableKey);
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await stripe.paymentMethods.update(id, { metadata: { nick: 'blue' } });
  await stripe.paymentMethods.retrieve(id, { expand: ['customer'] });
  await stripe.paymentMethods.list({ customer, type: 'card' });
  await stripe.customers.listPaymentMethods(customer);
  await stripe.customers.retrievePaymentMethod(customer, id);
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  await stripe.customers.retrieve(customer, {
    expand: ['invoice_settings.default_payment_method'],
  });
  const setUp = await stripe.setupIntents.create({
    customer,
    payment_method: id,
    ...AT_ONCE,
    usage: 'off_session',
    expand: ['customer', 'payment_method'],
  });
  await stripe.setupIntents.retrieve(setUp.id);
  for (const outcome of ['authenticated', 'failed'] as const) {
    const asked = await stripe.setupIntents.create({
      customer,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      ...AT_ONCE,
    });
    account.authenticate(asked.id, outcome);
    await stripe.setupIntents.retrieve(asked.id);
  }
  const empty = await stripe.setupIntents.create({
    automatic_payment_methods: AT_ONCE.automatic_payment_methods,
  });
  await stripe.setupIntents.cancel(empty.id);
  await stripe.paymentMethods.detach(id);
  await stripe.customers.del(customer);
  await stripe.customers.retrieve(customer);
}

async function refunds(api: Api): Promise<void> {
  const { stripe, later } = api;
  const paid = await charge(api);
  const part = await stripe.refunds.create({
    payment_intent: paid.id,
    amount: 1_000,
    reason: 'requested_by_customer',
    metadata: { part: '1' },
    expand: ['charge', 'payment_intent'],
  });
  await stripe.refunds.retrieve(part.id);
  await stripe.refunds.update(part.id, { metadata: { part: '2' } });
  await stripe.refunds.create({ charge: idOf(paid.latest_charge) });
  await stripe.charges.retrieve(idOf(paid.latest_charge), { expand: ['refunds'] });
  const refusing = await charge(api, { payment_method: 'pm_card_refundFail' });
  const failing = await stripe.refunds.create({ payment_intent: refusing.id });
  later(2 * DAY);
  await stripe.refunds.retrieve(failing.id);
  await refused(stripe.refunds.create({ payment_intent: paid.id }));
}

async function disputes(api: Api): Promise<void> {
  const { stripe, account, send, later } = api;
  const record = await stripe.files.create({
    purpose: 'dispute_evidence',
    file: { data: PDF, name: 'record.pdf', type: 'application/pdf' },
  });
  await stripe.files.retrieve(record.id);
  for (const outcome of ['won', 'lost']) {
    const paid = await charge(api, { payment_method: 'pm_card_createDispute' });
    const [open] = (await stripe.disputes.list({ payment_intent: paid.id })).data;
    if (!open) throw new Error('The card did not dispute its payment.');
    await stripe.disputes.update(open.id, {
      evidence: { uncategorized_text: 'It was answered.', service_documentation: record.id },
      metadata: { order: '1' },
      submit: true,
    });
    await send('POST', `/_bank/disputes/${open.id}/decision`, `outcome=${outcome}`);
    await stripe.disputes.retrieve(open.id);
    await stripe.charges.retrieve(idOf(open.charge));
  }
  await charge(api, { payment_method: 'pm_card_createDisputeInquiry' });
  const conceded = await charge(api);
  account.performBankAction(conceded.id, 'dispute');
  const [open] = (await stripe.disputes.list({ payment_intent: conceded.id })).data;
  await stripe.disputes.close(open?.id ?? '');
  account.performBankAction((await charge(api)).id, 'warn');
  const [warning] = (await stripe.radar.earlyFraudWarnings.list()).data;
  await stripe.radar.earlyFraudWarnings.retrieve(warning?.id ?? '');
  later(HOUR);
}

const EXPAND = ['latest_invoice.confirmation_secret'];

async function plans(api: Api): Promise<void> {
  const { stripe, account, later } = api;
  const [small, large] = [await priceOf(stripe, 199), await priceOf(stripe, 499)];
  const paying = await subscribe(stripe, 'pm_card_visa', small);
  await previewPriceChange(stripe, paying, large);
  await changePrice(stripe, paying, large);
  const [invoice] = (await stripe.invoices.list({ subscription: paying.id })).data;
  await stripe.invoices.retrieve(invoice?.id ?? '', { expand: ['customer'] });
  await stripe.invoicePayments.list({ invoice: invoice?.id ?? '' });
  later(32 * DAY);
  later(2 * HOUR);
  await stripe.subscriptions.update(paying.id, { cancel_at_period_end: true });
  later(32 * DAY);
  const failing = await subscribe(stripe, 'pm_card_chargeCustomerFail', small);
  await refused(stripe.invoices.pay(idOf(failing.latest_invoice)));
  const { id: working } = await stripe.paymentMethods.attach('pm_card_visa', {
    customer: idOf(failing.customer),
  });
  await stripe.invoices.pay(idOf(failing.latest_invoice), { payment_method: working });
  const unpaid = await subscribe(stripe, 'pm_card_chargeCustomerFail', small);
  await stripe.invoices.voidInvoice(idOf(unpaid.latest_invoice));
  const asking = await subscribe(stripe, 'pm_card_authenticationRequired', small);
  const [payment] = (await stripe.invoicePayments.list({ invoice: idOf(asking.latest_invoice) }))
    .data;
  account.authenticate(idOf(payment?.payment.payment_intent), 'authenticated');
  await stripe.subscriptions.retrieve(asking.id, { expand: EXPAND });
  const declined = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: idOf(asking.customer),
  });
  await stripe.customers.update(idOf(asking.customer), {
    invoice_settings: { default_payment_method: declined.id },
  });
  const pending = await changePrice(stripe, asking, large);
  if (!pending.pending_update) throw new Error('A price was changed without a payment.');
  later(32 * DAY);
  later(2 * HOUR);
  await stripe.subscriptions.retrieve(asking.id, { expand: EXPAND });
  await stripe.subscriptions.cancel(asking.id);
}

const changePrice = (stripe: Stripe, { id, items }: Stripe.Subscription, price: string) =>
  stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? '', price }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'always_invoice',
    billing_cycle_anchor: { type: 'now' },
    expand: EXPAND,
  });

const previewPriceChange = (stripe: Stripe, { id, items }: Stripe.Subscription, price: string) =>
  stripe.invoices.createPreview({
    subscription: id,
    subscription_details: {
      items: [{ id: items.data[0]?.id ?? '', price }],
      proration_behavior: 'always_invoice',
      proration_date: items.data[0]?.current_period_start ?? 0,
      billing_cycle_anchor: { type: 'now' },
    },
  });

async function priceOf(stripe: Stripe, unit_amount: number): Promise<string> {
  const { id } = await stripe.prices.create({
    currency: 'usd',
    unit_amount,
    recurring: { interval: 'month' },
    product_data: { name: 'A plan' },
    lookup_key: `monthly_${unit_amount}`,
    metadata: { plan: 'STARTER' },
    expand: ['product'],
  });
  return id;
}

async function subscribe(stripe: Stripe, card: string, price: string) {
  const { id: customer } = await stripe.customers.create({});
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  return stripe.subscriptions.create({
    customer,
    items: [{ price }],
    payment_behavior: 'allow_incomplete',
    metadata: { userId: 'one' },
    expand: EXPAND,
  });
}

async function payouts(api: Api): Promise<void> {
  const { stripe, account } = api;
  await charge(api, { amount: 50_000 });
  for (const outcome of ['RESTRICTED', 'READY'] as const) {
    const { id } = await stripe.accounts.create({
      type: 'express',
      country: 'US',
      business_type: 'individual',
      capabilities: { transfers: { requested: true } },
      business_profile: { product_description: 'Answers' },
      metadata: { userId: 'ana' },
    });
    const { url } = await stripe.accountLinks.create({
      account: id,
      type: 'account_onboarding',
      return_url: 'https://example.com/back',
      refresh_url: 'https://example.com/again',
    });
    await stripe.accounts.retrieve(id);
    account.onboard(url.split('/').at(-1) ?? '', outcome);
    await stripe.accounts.retrieve(id);
    const transfer = {
      amount: 1_000,
      currency: 'usd',
      destination: id,
      transfer_group: 'november',
    };
    if (outcome === 'RESTRICTED') await refused(stripe.transfers.create(transfer));
    else await reverse(stripe, await stripe.transfers.create(transfer));
    await stripe.balance.retrieve({}, { stripeAccount: id });
  }
  await refused(stripe.transfers.create({ amount: 1, currency: 'usd', destination: 'acct_none' }));
}

async function reverse(stripe: Stripe, { id }: Stripe.Transfer): Promise<void> {
  await stripe.transfers.createReversal(id, { amount: 400, metadata: { why: 'a refund' } });
  await stripe.transfers.listReversals(id);
  await stripe.transfers.retrieve(id);
}

async function endpoints({ stripe }: Api): Promise<void> {
  const { id } = await stripe.webhookEndpoints.create({
    url: 'https://example.com/webhooks',
    enabled_events: ['payment_intent.succeeded'],
    api_version: apiVersion,
    connect: true,
    description: 'Ours',
    metadata: { stage: 'test' },
  });
  await stripe.webhookEndpoints.update(id, { enabled_events: ['refund.updated'], disabled: true });
  await stripe.webhookEndpoints.retrieve(id);
  await stripe.webhookEndpoints.list();
  await stripe.webhookEndpoints.del(id);
}

/** Requests that Stripe answers with an error, one of each kind. */
async function refusals(api: Api): Promise<void> {
  const { stripe, send } = api;
  await send('GET', '/v1/balance', '', 'sk_test_wrong');
  await send('GET', '/v1/balance', '', KEYS.publishableKey);
  await send('POST', '/v1/payment_intents', 'amount=many&currency=usd');
  await send('POST', '/v1/payment_intents', 'amount=100');
  await refused(stripe.paymentIntents.retrieve('pi_none'));
  await refused(stripe.paymentIntents.capture((await charge(api)).id));
  await refused(charge(api, { amount: 1 }));
  await refused(
    hold(api, {
      payment_method: 'pm_card_threeDSecureRequiredChargeDeclined',
      error_on_requires_action: true,
    }),
  );
  for (const payment_method of ['ExpiredCard', 'InsufficientFunds', 'ProcessingError'])
    await refused(hold(api, { payment_method: `pm_card_chargeDeclined${payment_method}` }));
  const key = { idempotencyKey: 'the-same' };
  await stripe.customers.create({ name: 'Ana' }, key);
  await refused(stripe.customers.create({ name: 'Ben' }, key));
}

/** Every list, and every event that all of this has caused. */
async function lists({ stripe }: Api): Promise<void> {
  const limit = 100;
  await stripe.customers.list({ limit });
  await stripe.paymentIntents.list({ limit });
  await stripe.charges.list({ limit });
  await stripe.refunds.list({ limit });
  await stripe.disputes.list({ limit });
  await stripe.files.list({ limit });
  await stripe.prices.list({ limit, lookup_keys: ['monthly_199'] });
  await stripe.subscriptions.list({ limit, status: 'all' });
  await stripe.invoices.list({ limit });
  await stripe.accounts.list({ limit });
  await stripe.transfers.list({ limit });
  const { data: entries } = await stripe.balanceTransactions.list({
    limit,
    expand: ['data.source'],
  });
  await stripe.balanceTransactions.retrieve(entries[0]?.id ?? '');
  const { data: events } = await stripe.events.list({ limit });
  await stripe.events.retrieve(events[0]?.id ?? '');
  for await (const _event of stripe.events.list({ limit }));
}
