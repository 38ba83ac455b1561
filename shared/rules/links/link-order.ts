/*
 * Fractional indexing: the order of a list in which a move writes one item. Each link has an `order`: the digits of a
 * fraction, compared as text. To move between two neighbors, a link gets digits between theirs, so no other item is
 * written.
 *
 * If two concurrent moves choose the same digits, the ids decide as if they were further digits: every link has a unique
 * position, and there is always room between two positions.
 */

/** The digits, in the order of their character codes. The first one is the zero; no order ends with it. */
const DIGITS = '!0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const [ZERO] = DIGITS;
const MIDDLE = 'V';

/** The largest length of an order; beyond it the whole list gets new orders (`spread`). */
export const ORDER_MAX = 64;

export type Ordered = { readonly id: string; readonly order: string };

/** Sorts links by their order. */
export function inOrder<Link extends Ordered>(links: readonly Link[]): Link[] {
  return [...links].sort((one, other) => (positionOf(one) < positionOf(other) ? -1 : 1));
}

/**
 * Returns an order between two neighbors; an absent one is the end of the list. At the end it is `newest`, a new id: it
 * sorts after all earlier ids and before all later ones, so orders at the end stay short.
 */
export function orderBetween(
  before: Ordered | undefined,
  after: Ordered | undefined,
  newest: string,
): string {
  if (after) return between(before ? positionOf(before) : '', positionOf(after));
  if (!before || newest > positionOf(before)) return newest;
  // The clock of the function that wrote the last link is ahead of ours.
  return `${before.order}${MIDDLE}`;
}

/** Returns the shortest orders for a whole list of at most 60 links, with room around each. All sort before any id. */
export function evenOrders(count: number): string[] {
  const step = DIGITS.length / (count + 1);
  return Array.from(
    { length: count },
    (_, index) => `${ZERO}${DIGITS[Math.floor(step * (index + 1))]}`,
  );
}

const positionOf = ({ order, id }: Ordered) => `${order}${ZERO}${id}`;

/**
 * Returns digits between `low` and `high`. At the first difference the result takes a digit below that of `high`, so it
 * stays before `high` whatever digits follow.
 */
function between(low: string, high: string): string {
  let digits = '';
  for (let index = 0, open = false; ; index += 1) {
    const least = weightOf(low[index]);
    const most: number = open ? DIGITS.length : weightOf(high[index]);
    const middle = Math.floor((least + most) / 2);
    if (middle > least) return digits + DIGITS[middle];
    // No digit is between the two. After a digit below that of `high`, any digits keep the result below `high`.
    digits += DIGITS[least];
    open ||= most > least;
  }
}

const weightOf = (digit: string | undefined) => (digit === undefined ? 0 : DIGITS.indexOf(digit));
