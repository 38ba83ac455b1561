export type CardDigits = { readonly cardBrand: string; readonly cardLastFour: string };

/** The names of Stripe's card brands. https://docs.stripe.com/api/cards/object#card_object-brand */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** `Visa 4242`. */
export function cardWords({ cardBrand, cardLastFour }: CardDigits): string {
  return `${BRANDS[cardBrand] ?? 'card'} ${cardLastFour}`;
}
