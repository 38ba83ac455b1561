import { paymentMethodName, type Wallet } from '#shared/payment-method-names.ts';

export type CardDigits = {
  readonly cardBrand: string;
  readonly cardLastFour: string;
  readonly wallet?: Wallet | undefined;
};

/** `Visa 4242`, or `Apple Pay, Visa 4242`. */
export const cardWords = ({ cardBrand: brand, cardLastFour: lastFour, wallet }: CardDigits) =>
  paymentMethodName({ brand, lastFour, wallet });
