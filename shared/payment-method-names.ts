import { cardBrandName } from './card-brands.ts';

/** The types of payment methods that are taken. Others, which Stripe shows by country, are not allowed by any payment. */
export const ALLOWED_PAYMENT_METHODS = ['card', 'link'] as const;

/** The wallets that pay, by Stripe's names. https://docs.stripe.com/api/payment_methods/object */
export const WALLETS = ['apple_pay', 'google_pay', 'link'] as const;
export type Wallet = (typeof WALLETS)[number];

/** The names of the wallets for people. */
export const WALLET_NAMES: Readonly<Record<Wallet, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
};

/** Whether Stripe's type of a wallet is one that the product offers. */
export const isWallet = (type: string | undefined): type is Wallet =>
  WALLETS.some((wallet) => wallet === type);

/** What people see of a payment method. `lastFour`: empty for Link where Stripe does not tell the card behind it. */
export type NamedPaymentMethod = {
  readonly brand: string;
  readonly lastFour: string;
  readonly wallet?: Wallet | undefined;
};

/** What a payment method is called everywhere: `Visa 4242`, `Apple Pay, Visa 4242`, or `Link` without a card behind it. */
export function paymentMethodName({ brand, lastFour, wallet }: NamedPaymentMethod): string {
  const card = lastFour === '' ? undefined : `${cardBrandName(brand)} ${lastFour}`;
  return [wallet && WALLET_NAMES[wallet], card].filter((part) => part !== undefined).join(', ');
}

/** The name of what paid, if it was a wallet: `Apple Pay, Visa 4242`; undefined for a typed card. */
export const walletName = (paidWith: NamedPaymentMethod | undefined): string | undefined =>
  paidWith?.wallet && paymentMethodName(paidWith);

/** Says where a refund to a wallet shows, which is what people ask most; undefined for a card that was typed. */
export function refundShowsOn({ wallet, lastFour }: NamedPaymentMethod): string | undefined {
  if (!wallet) return undefined;
  return wallet === 'link' || lastFour === ''
    ? `It shows on the card behind ${WALLET_NAMES[wallet]}, also if you have removed that card since.`
    : `It shows on the card behind ${WALLET_NAMES[wallet]}, also if you have removed that card from your phone.`;
}
