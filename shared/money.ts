import { formatCount } from './format-count.ts';

/** An amount of US dollars in integer cents. Only `cents` and codecs make it, so dollars are never taken for cents. */
export type Cents = number & { readonly unit: 'cents' };

/** Converts an integer to cents. Throws on fractions and unsafe integers: a fraction of a cent is always a bug. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of cents: ${amount}`);
  return (amount === 0 ? 0 : amount) as Cents;
}

export const ZERO = cents(0);

export function plus(...amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}

export function minus(amount: Cents, taken: Cents): Cents {
  return cents(amount - taken);
}

export function negative(amount: Cents): Cents {
  return cents(-amount);
}

/**
 * A share of an amount in basis points (1000 = 10 %), rounded half up to the cent. Integer arithmetic
 * throughout: 10 % of $0.05 is one cent, never 0.5000000001.
 */
export function share(amount: Cents, basisPoints: number): Cents {
  return cents(Math.floor((amount * basisPoints + 5_000) / 10_000));
}

/** Converts cents to a number of dollars with at most two decimals, the form in the API. */
export function toDollars(amount: Cents): number {
  return amount / 100;
}

/** Converts dollars from the API to cents. The caller has checked that they have at most two decimals. */
export function fromDollars(dollars: number): Cents {
  return cents(Math.round(dollars * 100));
}

/**
 * Formats an amount for people: `$1,234.50`, or `− $1.00` with a minus sign and a space that does not break if negative. Files for programs
 * have `toDollars` instead. As `prettyDate`, not by a format of the language.
 */
export function formatMoney(amount: Cents): string {
  const absolute = Math.abs(amount);
  const remainder = String(absolute % 100).padStart(2, '0');
  return `${amount < 0 ? '−\u00a0' : ''}$${formatCount(Math.floor(absolute / 100))}.${remainder}`;
}
