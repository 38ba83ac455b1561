import { sourceOf } from './balance-transaction.ts';
import type { Context } from './context.ts';
import { intentOf } from './invoice.ts';
import { refusedParameter } from './refusal.ts';
import type { Collection } from './store.ts';

type Fields = Record<string, unknown>;

/** The fields that `expand[]` replaces by the object whose id they hold, by type of object. */
const references: Record<string, Record<string, Collection>> = {
  payment_intent: {
    customer: 'customers',
    latest_charge: 'charges',
    payment_method: 'paymentMethods',
  },
  charge: { customer: 'customers', payment_intent: 'paymentIntents' },
  refund: {
    charge: 'charges',
    payment_intent: 'paymentIntents',
    payment_method: 'paymentMethods',
    customer: 'customers',
  },
  payment_method: { customer: 'customers' },
  customer: { 'invoice_settings.default_payment_method': 'paymentMethods' },
  setup_intent: { customer: 'customers', payment_method: 'paymentMethods' },
  price: { product: 'products' },
  subscription: { customer: 'customers', latest_invoice: 'invoices' },
  invoice: { customer: 'customers' },
};

const deepest = 4;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refundsOf(context: Context, chargeId: unknown) {
  const refunds = context.store.all('refunds').filter((refund) => refund.charge === chargeId);
  const url = `/v1/charges/${String(chargeId)}/refunds`;
  return { object: 'list', data: refunds.reverse(), has_more: false, url };
}

/** The field that a browser needs to confirm the payment of a finalized invoice. */
function confirmationSecretOf(context: Context, invoiceId: unknown) {
  const intent = intentOf(context, String(invoiceId));
  return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
}

function cannot(path: string): never {
  throw refusedParameter(`This property cannot be expanded (${path}).`, 'expand');
}

/** Expands a path: `steps` are its remaining segments within `value`; `owner` is the object that contains their fields. */
function expanded(
  context: Context,
  value: unknown,
  steps: string[],
  path: string,
  owner?: { kind: string; within: string },
): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => expanded(context, item, steps, path));
  if (!isFields(value)) return cannot(path);
  if (value.object === 'list') {
    return step === 'data'
      ? { ...value, data: expanded(context, value.data, rest, path) }
      : cannot(path);
  }
  const place = typeof value.object === 'string' ? { kind: value.object, within: '' } : owner;
  if (!place) return cannot(path);
  if (place.kind === 'charge' && step === 'refunds') {
    return { ...value, refunds: expanded(context, refundsOf(context, value.id), rest, path) };
  }
  if (place.kind === 'balance_transaction' && step === 'source') {
    const source =
      typeof value.source === 'string' ? sourceOf(context, value.source) : value.source;
    return { ...value, source: expanded(context, source ?? null, rest, path) };
  }
  if (place.kind === 'invoice' && step === 'confirmation_secret') {
    const secret = confirmationSecretOf(context, value.id);
    return { ...value, confirmation_secret: expanded(context, secret, rest, path) };
  }
  const name = place.within + step;
  const known = references[place.kind] ?? {};
  const collection = known[name];
  if (collection) {
    const held = value[step];
    const found = typeof held === 'string' ? context.store.get(collection, held) : held;
    return { ...value, [step]: expanded(context, found ?? null, rest, path) };
  }
  const leadsOn = Object.keys(known).some((reference) => reference.startsWith(`${name}.`));
  if (!leadsOn) return cannot(path);
  return {
    ...value,
    [step]: expanded(context, value[step], rest, path, { kind: place.kind, within: `${name}.` }),
  };
}

/** The response with the objects that `expand[]` names in place of their ids. Throws a Refusal for other fields. */
export function withExpanded(context: Context, answer: unknown, paths: string[]): unknown {
  return paths.reduce((result, path) => {
    const steps = path.split('.');
    if (steps.length > deepest) {
      throw refusedParameter(
        `You cannot expand more than ${deepest} levels of a property (${path}).`,
        'expand',
      );
    }
    return expanded(context, result, steps, path);
  }, answer);
}
