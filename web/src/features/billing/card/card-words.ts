import { declinedIn } from '#shared/messages/checkout.ts';
import { paymentMethodName, WALLET_NAMES, type Wallet } from '#shared/payment-method-names.ts';

export type CardDigits = {
  readonly cardBrand: string;
  readonly cardLastFour: string;
  readonly wallet?: Wallet | undefined;
};

/** `Visa 4242`, or `Apple Pay, Visa 4242`. */
export const cardWords = ({ cardBrand: brand, cardLastFour: lastFour, wallet }: CardDigits) =>
  paymentMethodName({ brand, lastFour, wallet });

/** Which card its bank declined in a wallet; empty for a card that was typed. */
export function declinedWords({ wallet, ...card }: CardDigits): string {
  if (!wallet) return '';
  const name = card.cardLastFour === '' ? 'this payment' : cardWords(card);
  return declinedIn(WALLET_NAMES[wallet], name);
}
