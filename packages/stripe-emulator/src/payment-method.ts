import type Stripe from 'stripe';
import { cardShown, testCardNamed, testCardNumbered, type Wallet } from './cards.ts';
import { type Context, seconds } from './context.ts';
import { emitEvent } from './events.ts';
import { newId } from './ids.ts';
import { clearableText, object, withMetadata } from './params.ts';
import { cardError, noSuch, refusedRequest } from './refusal.ts';

const address = object({
  city: clearableText,
  country: clearableText,
  line1: clearableText,
  line2: clearableText,
  postal_code: clearableText,
  state: clearableText,
});
/** `billing_details` as a parameter. */
export const billingDetails = object({
  address,
  email: clearableText,
  name: clearableText,
  phone: clearableText,
});
type BillingDetails = ReturnType<typeof billingDetails>;

/** `billing_details` in responses: the given fields override the current ones. */
export function billingShown(
  given: BillingDetails | undefined,
  before?: Stripe.PaymentMethod.BillingDetails,
) {
  const blank = {
    city: null,
    country: null,
    line1: null,
    line2: null,
    postal_code: null,
    state: null,
  };
  return {
    address: { ...blank, ...before?.address, ...given?.address },
    email: given?.email ?? before?.email ?? null,
    name: given?.name ?? before?.name ?? null,
    phone: given?.phone ?? before?.phone ?? null,
    tax_id: null,
  };
}

/** What a PaymentMethod shows of its type: a card, or Link, which does not show the card behind it. */
type TypeShown =
  | { readonly type: 'card'; readonly card: Stripe.PaymentMethod.Card }
  | { readonly type: 'link'; readonly link: Stripe.PaymentMethod.Link };

/** Creates a PaymentMethod that charges the card with this number. */
export function createPaymentMethod(
  context: Context,
  number: string,
  shown: TypeShown,
  billing?: BillingDetails,
  meta?: Record<string, string> | null,
): Stripe.PaymentMethod {
  const id = newId.paymentMethod();
  context.store.put('cards', id, { number, spent: false, setUp: false });
  return context.store.put('paymentMethods', id, {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingShown(billing),
    created: seconds(context),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: withMetadata(null, meta),
    ...shown,
  });
}

/** The account of everybody who pays with Link. */
const LINK_EMAIL = 'jenny.rosen@example.com';

/**
 * Creates the PaymentMethod of a test card that was chosen in the sheet of a wallet. Link is a type of its own where the payment allows
 * that type (`asLink`), and otherwise a card like the others.
 */
export function createWalletPaymentMethod(
  context: Context,
  { wallet, card: id, asLink }: { wallet: Wallet; card: string; asLink: boolean },
): Stripe.PaymentMethod {
  const card = testCardNamed(id);
  if (!card) throw noSuch('PaymentMethod', id, 'card', 400);
  const { number } = card;
  if (wallet === 'link' && asLink)
    return createPaymentMethod(context, number, { type: 'link', link: { email: LINK_EMAIL } });
  const shown = cardShown(card, 12, nextYear(context), false, wallet);
  return createPaymentMethod(context, number, { type: 'card', card: shown });
}

const nextYear = (context: Context) => new Date(context.now()).getUTCFullYear() + 1;

/** The PaymentMethod with this id. As at Stripe, each use of a `pm_card_…` id creates a new PaymentMethod of that test card. */
export function existingPaymentMethod(
  context: Context,
  id: string,
  param: string,
  status: 400 | 404 = 400,
): Stripe.PaymentMethod {
  const named = testCardNamed(id);
  if (named) {
    const card = cardShown(named, 12, nextYear(context), true);
    return createPaymentMethod(context, named.number, { type: 'card', card });
  }
  const found = context.store.get('paymentMethods', id);
  if (!found) throw noSuch('PaymentMethod', id, param, status);
  return found;
}

/** The PaymentMethod with this id; throws Stripe's error if it cannot pay for this customer. */
export function payablePaymentMethod(
  context: Context,
  id: string,
  customer: string | null,
): Stripe.PaymentMethod {
  const method = existingPaymentMethod(context, id, 'payment_method');
  if (method.customer && method.customer !== customer) {
    const message = customer
      ? `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`
      : 'The PaymentMethod you provided is attached to a customer, so for security purposes you must provide the customer in the request.';
    throw refusedRequest(message, {
      code: customer ? 'resource_missing' : undefined,
      param: 'payment_method',
    });
  }
  if (!method.customer && context.store.get('cards', method.id)?.spent) throw spent();
  return method;
}

/** Throws Stripe's error for a PaymentMethod of a type that the payment does not allow. */
export function checkType({ type }: Stripe.PaymentMethod, allowed: readonly string[]): void {
  if (allowed.includes(type)) return;
  const message = `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${allowed.join(', ')}.`;
  throw refusedRequest(message, { param: 'payment_method' });
}

function spent() {
  const message =
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.';
  return refusedRequest(message, { param: 'payment_method' });
}

/** Attaches a card to a customer. Throws for a card that declines the check. */
export function attach(
  context: Context,
  method: Stripe.PaymentMethod,
  customer: string,
): Stripe.PaymentMethod {
  if (method.customer === customer) return method;
  if (method.customer) {
    const message = 'The payment method you provided has already been attached to a customer.';
    throw refusedRequest(message, {
      code: 'payment_method_unexpected_state',
      payment_method: method,
    });
  }
  const held = context.store.get('cards', method.id);
  if (!held) throw new Error(`No card is held for ${method.id}`);
  if (held.spent) throw spent();
  const { decline, attaches } = testCardNumbered(held.number);
  if (decline && !attaches)
    throw cardError(decline.code, decline.message, { decline_code: decline.declineCode });
  const attached = context.store.put('paymentMethods', method.id, { ...method, customer });
  emitEvent(context, 'payment_method.attached', attached);
  return attached;
}

/** Detaches a card for good: it cannot pay or be attached again. */
export function detach(context: Context, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  const customer =
    typeof method.customer === 'string'
      ? context.store.get('customers', method.customer)
      : undefined;
  if (
    customer &&
    !customer.deleted &&
    customer.invoice_settings.default_payment_method === method.id
  ) {
    context.store.put('customers', customer.id, {
      ...customer,
      invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
    });
  }
  const held = context.store.get('cards', method.id);
  if (held) context.store.put('cards', method.id, { ...held, spent: true });
  const detached = context.store.put('paymentMethods', method.id, { ...method, customer: null });
  emitEvent(context, 'payment_method.detached', detached, { customer: method.customer });
  return detached;
}
