import type { Wallet } from '#shared/payment-method-names.ts';

/** The Stripe emulator that shows the sheets of wallets: its address, and the key with which a browser calls it. */
export type WalletSheets = { readonly url: string; readonly publishableKey: string };

/** A choice in the sheet of a wallet. `asLink`: whether Link is a payment method of its own, as the product's screens ask. */
export type Chosen = {
  readonly wallet: Wallet;
  readonly card?: string | undefined;
  readonly asLink?: boolean;
};

/** Chooses a test card in the sheet of a wallet, as the element of the emulator does, and returns the id of its payment method. */
export async function chooseInWallet(
  { url, publishableKey }: WalletSheets,
  { wallet, card = 'pm_card_visa', asLink = true }: Chosen,
): Promise<string> {
  const response = await fetch(`${url}/_wallets/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({ wallet, card, as_link: String(asLink) }),
  });
  const chosen: unknown = await response.json();
  if (!response.ok) throw new Error(`${wallet}: ${JSON.stringify(chosen)}`);
  return (chosen as { readonly id: string }).id;
}
