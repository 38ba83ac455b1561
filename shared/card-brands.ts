/** Stripe's names of card brands in the words of the cards. https://docs.stripe.com/api/payment_methods/object */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** The name of a card brand for people; `card` for a brand that is not known. */
export const cardBrandName = (brand: string): string => BRANDS[brand] ?? 'card';
