import { type Cents, minus, ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import { earningRestoredEntry } from '../ledger/ledger.ts';
import type { Change, Conversation } from './conversations.ts';

/*
 * What a granted appeal gives back to a recipient: the earning that a claim or a decision of support had taken, at the cost of the
 * platform. The refund to the sender stays. docs/product/desk.md#decisions
 */

/** The earning that a claim or a decision has taken and no appeal restored; zero if there is none. */
export function restorableEarning({ money: { byHand } }: Pick<Conversation, 'money'>): Cents {
  if (byHand?.decided !== 'GIVE_BACK') return ZERO;
  return minus(byHand.earning, byHand.restored ?? ZERO);
}

/**
 * Restores an earning that was taken back, by one ledger entry from the platform to the recipient. A claim that was upheld is
 * overturned: its answer counts as one again. Nothing is charged or refunded at Stripe.
 */
export function restoreEarning(c: Conversation, now: Instant): Change {
  const amount = restorableEarning(c);
  const { byHand, claim } = c.money;
  if (amount === ZERO || byHand?.decided !== 'GIVE_BACK')
    throw new RangeError(`no earning of ${c.id} was taken back`);
  const isOverturned = claim?.state === 'UPHELD' || claim?.state === 'LAPSED';
  return {
    next: {
      ...c,
      money: {
        ...c.money,
        byHand: { ...byHand, restored: byHand.earning },
        ...(isOverturned && { claim: { ...claim, state: 'OVERTURNED' } }),
      },
      modifiedAt: now,
      history: [
        ...c.history,
        { event: 'EARNING_RESTORED', at: now, moneyState: c.money.state, amount },
      ],
    },
    entry: earningRestoredEntry(c, c.recipient.id, amount),
    balanceChange: { userId: c.recipient.id, by: amount },
    domainEvent: { type: 'earning.restored' },
  };
}
