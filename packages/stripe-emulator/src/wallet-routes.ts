import { wallets } from './cards.ts';
import { flag, oneOf, required, text } from './params.ts';
import { createWalletPaymentMethod } from './payment-method.ts';
import { route } from './route.ts';

/** These routes do not exist at Stripe. The Express Checkout Element of the emulator calls them. */
export const walletRoutes = [
  route({ method: 'GET', path: '/_wallets', publishable: true }, {}, (context) => ({
    wallets: context.wallets(),
  })),
  route(
    { method: 'POST', path: '/_wallets/payment_methods', publishable: true },
    { wallet: oneOf(...wallets), card: text, as_link: flag },
    (context, params) =>
      createWalletPaymentMethod(context, {
        wallet: required(params.wallet, 'wallet'),
        card: required(params.card, 'card'),
        asLink: params.as_link ?? false,
      }),
  ),
];
