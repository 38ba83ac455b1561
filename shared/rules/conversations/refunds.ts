import { type Cents, cents, minus, ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import { owedAgainEntry } from '../ledger/ledger.ts';
import type { Change, Conversation, HistoryEvent, Unreturned } from './conversations.ts';
import { countsOn, leftOf, type Takings } from './disputes.ts';
import { owing, settled } from './pending-effect.ts';

/*
 * A refund that the provider took on and the card's bank refused days later: the money stands at the provider again,
 * and is owed to the sender again. It is sent once more; where the bank refuses that as well, the card is no way back,
 * and a person has to find another one. So it is with what is left of a payment of which a bank kept a part: the
 * provider makes no refund of it any more.
 */

/** How often money is sent back to a card, before somebody has to look. */
export const REFUND_TRIES = 2;

const NOTHING: Unreturned = { refused: 0, amount: ZERO, count: 0 };

/** Whether the provider may be asked once more to give it back. */
export const mayTryAgain = ({ refused = 0 }: Takings): boolean => refused < REFUND_TRIES;

/** It said no once and for all, unless the bank thinks better of it, as banks do now and then. */
const isStuck = (takings: Takings, before: Unreturned): boolean =>
  takings.stuck === true || (before.stuck === true && takings.dispute !== 'WON');

/** Whether the card is no way back for what is left. */
export const isLost = (takings: Takings, before: Unreturned = NOTHING): boolean =>
  !mayTryAgain(takings) || isStuck(takings, before);

/**
 * The step that follows where the bank refused what the sender was to have, or took it at last; or where no refund can be
 * made of it any more. Undefined where that is known already, or nothing of the kind happened.
 */
export function oweAgain(c: Conversation, takings: Takings, now: Instant): Change | undefined {
  if (countsOn(c) || c.price === ZERO) return undefined;
  const before = c.money.unreturned ?? NOTHING;
  if (!isOfNow(takings, before)) return undefined;
  const { refused = 0 } = takings;
  const stuck = isStuck(takings, before);
  const amount = cents(Math.min(c.price, leftOf(takings)));
  const by = minus(amount, before.amount);
  if (refused === before.refused && by === ZERO && stuck === (before.stuck ?? false))
    return undefined;
  const count = before.count + (by === ZERO ? 0 : 1);
  const lost = amount > ZERO && isLost(takings, before);
  const money =
    amount > ZERO && !lost
      ? owing({ ...c.money, state: 'REFUNDED' }, 'giveBack', now)
      : settled(c.money, lost ? 'CHARGED' : 'REFUNDED');
  const failed = refused > before.refused || (lost && by >= 0);
  const told: readonly HistoryEvent[] = toldOf(amount, failed, lost).map((event) => ({
    ...event,
    at: now,
    moneyState: money.state,
  }));
  return {
    next: {
      ...c,
      money: { ...money, unreturned: { refused, amount, ...(stuck && { stuck }), count } },
      history: [...c.history, ...told],
    },
    ...(by !== ZERO && { entry: owedAgainEntry(c, count, by) }),
    ...(failed && lost && { fact: { type: 'refund.failed' as const, amountCents: amount } }),
  };
}

/** What the timeline tells of it; that it is back, once all of it is. */
function toldOf(
  amount: Cents,
  failed: boolean,
  lost: boolean,
): Pick<HistoryEvent, 'event' | 'amount'>[] {
  if (failed) return [{ event: 'RETURN_FAILED', ...(lost && { amount }) }];
  return amount === ZERO ? [{ event: 'RETURNED' }] : [];
}

/** Something of the kind happened, and what was read before the last look is no news. */
function isOfNow({ refused = 0, stuck, dispute }: Takings, before: Unreturned): boolean {
  if (refused < before.refused) return false;
  // Disputes do not vanish: who sees none looked before it was opened.
  if (before.stuck) return dispute !== undefined;
  return refused > 0 || stuck === true || before.count > 0;
}
