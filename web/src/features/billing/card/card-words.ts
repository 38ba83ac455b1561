import { declinedIn } from '#shared/messages/checkout.ts';
import {
  type NamedPaymentMethod,
  paymentMethodName,
  WALLET_NAMES,
  type Wallet,
  walletName,
} from '#shared/payment-method-names.ts';

export type CardDigits = {
  readonly cardBrand: string;
  readonly cardLastFour: string;
  readonly wallet?: Wallet | undefined;
};

const named = ({ cardBrand, cardLastFour, wallet }: CardDigits): NamedPaymentMethod => ({
  brand: cardBrand,
  lastFour: cardLastFour,
  wallet,
});

/** `Visa 4242`, or `Apple Pay, Visa 4242`. */
export const cardWords = (card: CardDigits): string => paymentMethodName(named(card));

/** The name of what paid, if it was a wallet; undefined for a typed card. */
export const walletWords = (card: CardDigits | undefined): string | undefined =>
  walletName(card && named(card));

/** Which card its bank declined in a wallet; empty for a card that was typed. */
export function declinedWords({ wallet, ...card }: CardDigits): string {
  if (!wallet) return '';
  const name = card.cardLastFour === '' ? 'this payment' : cardWords(card);
  return declinedIn(WALLET_NAMES[wallet], name);
}
