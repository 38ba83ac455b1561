import { type Cents, cents, minus, ZERO } from '../money.ts';
import type { Instant } from '../time.ts';
import type { Change, Conversation } from './course.ts';
import { owedAgainEntry } from './ledger.ts';
import { owing, settled } from './owed-money.ts';
import { countsOn, leftOf, type Takings } from './taken-back.ts';

/*
 * A refund that the provider took on and the card's bank refused days later: the money stands at the provider again,
 * and is owed to the sender again. It is sent once more; where the bank refuses that as well, the card is no way back,
 * and a person has to find another one.
 */

/** How often money is sent back to a card, before somebody has to look. */
export const REFUND_TRIES = 2;

/** Of a refund that did not get there, as it was booked. */
export type Unreturned = {
  /** How many refunds the bank refused. */
  readonly refused: number;
  /** What of the price is owed to the sender again, in cents. */
  readonly amount: Cents;
  /** Counts the entries. */
  readonly count: number;
};

const NOTHING: Unreturned = { refused: 0, amount: ZERO, count: 0 };

/** Whether the provider may be asked once more to give it back. */
export const mayTryAgain = ({ refused = 0 }: Takings): boolean => refused < REFUND_TRIES;

/**
 * The step that follows where the bank refused what the sender was to have, or took it at last; undefined where that is
 * known already, or nothing of the kind happened.
 */
export function oweAgain(c: Conversation, takings: Takings, now: Instant): Change | undefined {
  if (countsOn(c) || c.price === ZERO) return undefined;
  const before = c.money.unreturned ?? NOTHING;
  const { refused = 0 } = takings;
  // What was read before the last look is no news.
  if (refused === 0 || refused < before.refused) return undefined;
  const amount = cents(Math.min(c.price, leftOf(takings)));
  if (refused === before.refused && amount === before.amount) return undefined;
  const by = minus(amount, before.amount);
  const count = before.count + (by === ZERO ? 0 : 1);
  const isLost = amount > ZERO && !mayTryAgain(takings);
  const money =
    amount > ZERO && !isLost
      ? owing({ ...c.money, state: 'REFUNDED' }, 'giveBack', now)
      : settled(c.money, isLost ? 'CHARGED' : 'REFUNDED');
  const event = refused > before.refused ? 'RETURN_FAILED' : 'RETURNED';
  return {
    next: {
      ...c,
      money: { ...money, unreturned: { refused, amount, count } },
      history: [...c.history, { event, at: now, moneyState: money.state }],
    },
    ...(by !== ZERO && { entry: owedAgainEntry(c, count, by) }),
    ...(isLost && { fact: { type: 'refund.failed' as const, amountCents: amount } }),
  };
}
