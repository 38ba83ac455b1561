import type Stripe from 'stripe';
import type { Wallet } from '#shared/payment-method-names.ts';
import { SECRETS, type World } from './world.ts';

/** What is chosen in the sheet of a wallet. `asLink`: whether Link is a payment method of its own, as the product's screens ask. */
export type Chosen = { readonly card?: string; readonly asLink?: boolean };

/** Chooses a test card in the sheet of a wallet, and returns the id of its payment method. */
export async function choosesIn(
  { stripe }: Pick<World, 'stripe'>,
  wallet: Wallet,
  { card = 'pm_card_visa', asLink = true }: Chosen = {},
): Promise<string> {
  const response = await fetch(`${stripe.url}/_wallets/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRETS.stripePublishableKey}` },
    body: new URLSearchParams({ wallet, card, as_link: String(asLink) }),
  });
  return ((await response.json()) as Stripe.PaymentMethod).id;
}
