/** An amount of US money in integer cents. Made by `cents` or a codec only, so a dollar amount never passes for one. */
export type Cents = number & { readonly unit: 'cents' };

/** Names an integer as cents. Throws on fractions and unsafe integers: a fraction of a cent is always a bug. */
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

/** Cents as a number of dollars with at most two decimals, the form money has on the wire. */
export function toDollars(amount: Cents): number {
  return amount / 100;
}

/** The nearest cent to a number of dollars as read from the wire; the caller has checked it has at most two decimals. */
export function fromDollars(dollars: number): Cents {
  return cents(Math.round(dollars * 100));
}

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$1,234.50`; negative amounts read `-$1.00`. */
export function formatMoney(amount: Cents): string {
  return dollarFormat.format(amount / 100);
}
