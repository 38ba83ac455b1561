import { cardBrandName } from '#shared/card-brands.ts';

export type CardDigits = { readonly cardBrand: string; readonly cardLastFour: string };

/** `Visa 4242`. */
export function cardWords({ cardBrand, cardLastFour }: CardDigits): string {
  return `${cardBrandName(cardBrand)} ${cardLastFour}`;
}
