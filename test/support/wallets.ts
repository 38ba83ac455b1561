import { type Chosen, chooseInWallet } from '#lib/local/deeds/wallet-sheet.ts';
import type { Wallet } from '#shared/payment-method-names.ts';
import { SECRETS, type World } from './world.ts';

/** Chooses a test card in the sheet of a wallet of this world, and returns the id of its payment method. */
export const choosesIn = (
  { stripe: { url } }: Pick<World, 'stripe'>,
  wallet: Wallet,
  chosen: Omit<Chosen, 'wallet'> = {},
): Promise<string> =>
  chooseInWallet({ url, publishableKey: SECRETS.stripePublishableKey }, { wallet, ...chosen });
