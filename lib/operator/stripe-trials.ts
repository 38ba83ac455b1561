import type Stripe from 'stripe';
import { type Finding, missing, type NamedFinding, ok, skipped } from './preflight-finding.ts';
import { orRefused } from './preflight-stripe.ts';

/* Tries a Stripe account in test mode: makes a hold on a test card and an account of Connect, and ends both at once. */

const DAY = 24 * 60 * 60;
/** A hold without a date is taken to last five days (functions/gateways/payments.ts). */
const SHORTEST_HOLD_DAYS = 5;

/** How long Stripe holds the amount of a card, which decides when the product charges it. */
async function hold(stripe: Stripe): Promise<Finding> {
  const { id, latest_charge: charge } = await stripe.paymentIntents.create({
    amount: 100,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    capture_method: 'manual',
    confirm: true,
    expand: ['latest_charge'],
    metadata: { product: 'preflight' },
  });
  await stripe.paymentIntents.cancel(id);
  const held = typeof charge === 'object' ? charge : null;
  const until = held?.payment_method_details?.card?.capture_before;
  if (!held || !until)
    return missing(
      `Stripe does not say how long a hold lasts (capture_before), so it is taken to last ${SHORTEST_HOLD_DAYS} days. Ask Stripe's support whether that is true for this account.`,
    );
  const days = (until - held.created) / DAY;
  const line = `A hold of the test card lasts ${days.toFixed(1)} days, and was released`;
  return days >= SHORTEST_HOLD_DAYS
    ? ok(`${line}.`)
    : missing(`${line}: messages are charged that early. Ask Stripe's support for longer holds.`);
}

/** Whether the account may have accounts of people who are paid. */
async function connect(stripe: Stripe): Promise<Finding> {
  const { id } = await stripe.accounts.create({
    type: 'express',
    capabilities: { transfers: { requested: true } },
    metadata: { product: 'preflight' },
  });
  await stripe.accounts.del(id);
  return ok('Connect makes Express accounts with transfers; the one of this trial is deleted.');
}

/** Tries both with test keys. With live keys nothing is tried, because a hold needs a real card. */
export async function tryStripe(stripe: Stripe, isLive: boolean): Promise<readonly NamedFinding[]> {
  const trials = { Hold: hold, Connect: connect };
  const findings: NamedFinding[] = [];
  for (const [name, trial] of Object.entries(trials))
    findings.push({
      name,
      ...(isLive
        ? skipped('Tried with test keys only; the first real message and payout account show it.')
        : await orRefused(() => trial(stripe))),
    });
  return findings;
}
