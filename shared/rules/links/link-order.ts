/*
 * The order of a list in which a move writes one item. Each link carries an `order`: the digits of a fraction, compared as
 * text. To stand between two neighbours is to get digits between theirs, so nobody else is written.
 *
 * Two moves at once may choose the same digits. Then the ids decide, as if they were further digits of the order: every
 * link has one place of its own, and there is always room between two places.
 */

/** In the order of their character codes. The first stands for nothing: no order ends with it. */
const DIGITS = '!0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const [ZERO] = DIGITS;
const MIDDLE = 'V';

/** Longer than this, an order is no longer worth its bytes: the list is numbered anew (`spread`). */
export const ORDER_MAX = 64;

export type Placed = { readonly id: string; readonly order: string };

/** The links, first to last. */
export function inOrder<Link extends Placed>(links: readonly Link[]): Link[] {
  return [...links].sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

/**
 * The order of what is to stand between two neighbours of a list in order; absent ones are its ends. At the end that is
 * `newest`, a new id: it is later than all before it and earlier than all to come, so the end never gets crowded.
 */
export function orderBetween(
  before: Placed | undefined,
  after: Placed | undefined,
  newest: string,
): string {
  if (after) return between(before ? placeOf(before) : '', placeOf(after));
  if (!before || newest > placeOf(before)) return newest;
  // The clock of whoever wrote the last one is ahead of ours.
  return `${before.order}${MIDDLE}`;
}

/** Orders for a whole list, the shortest there are, with room around each. All stand before any id. At most 60. */
export function spread(count: number): string[] {
  const step = DIGITS.length / (count + 1);
  return Array.from(
    { length: count },
    (_, index) => `${ZERO}${DIGITS[Math.floor(step * (index + 1))]}`,
  );
}

const placeOf = ({ order, id }: Placed) => `${order}${ZERO}${id}`;

/**
 * Digits after `low` and before `high`. Where the two part, the result takes a digit below that of `high`, so whatever
 * is written behind it stays before `high` too.
 */
function between(low: string, high: string): string {
  let digits = '';
  for (let index = 0, open = false; ; index += 1) {
    const least = weightOf(low[index]);
    const most: number = open ? DIGITS.length : weightOf(high[index]);
    const middle = Math.floor((least + most) / 2);
    if (middle > least) return digits + DIGITS[middle];
    // They agree so far, or are next to each other: then all that follows the lower one's digit is free.
    digits += DIGITS[least];
    open ||= most > least;
  }
}

const weightOf = (digit: string | undefined) => (digit === undefined ? 0 : DIGITS.indexOf(digit));
