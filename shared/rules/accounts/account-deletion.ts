import { debtFirst, obstacles, payoutFirst } from '../../messages/leaving.ts';
import { type Cents, plus, ZERO } from '../../money.ts';
import { DAY, type Instant, later } from '../../time.ts';
import { PAYOUT_MINIMUM } from '../payouts/payouts.ts';

/*
 * The deletion of an account: how long people have to change their minds, and what prevents it.
 * docs/product/accounts.md#deleting-your-account
 */

/** How long a person can keep the account after they asked for its deletion. */
export const DELETION_WAIT = 14 * DAY;

/** How long before the deletion the person is reminded of it. */
export const DELETION_REMINDER = 2 * DAY;

/** The pause after which a deletion that something prevents is tried again. */
export const OBSTACLE_PAUSE = DAY;

/** When the reminder of a deletion is due. */
export const deletionReminderAt = (deletionAt: Instant): Instant =>
  later(deletionAt, -DELETION_REMINDER);

/** What a deletion is decided on. Amounts in cents. */
export type DeletionFacts = {
  /** The claims about the person's answers that have not ended. */
  readonly openClaims: number;
  readonly isPayoutSending: boolean;
  /** As in the balance of an account: negative is a debt; `outgoing` are payouts that are decided and not paid. */
  readonly balance: Cents;
  readonly outgoing: Cents;
  readonly recovering: Cents;
};

/** What prevents a deletion, whoever asks for it. DEBT_IN_PAYOUT: a debt will cancel a payout that waits. */
export type DeletionObstacle =
  | 'CLAIM_OPEN'
  | 'PAYOUT_SENDING'
  | 'DEBT_IN_PAYOUT'
  | 'TRANSFER_REVERSING';

/** Returns what prevents the deletion of an account; undefined if nothing does. */
export function deletionObstacle(facts: DeletionFacts): DeletionObstacle | undefined {
  if (facts.openClaims > 0) return 'CLAIM_OPEN';
  if (facts.isPayoutSending) return 'PAYOUT_SENDING';
  if (facts.balance < ZERO && facts.outgoing > ZERO) return 'DEBT_IN_PAYOUT';
  return facts.recovering > ZERO ? 'TRANSFER_REVERSING' : undefined;
}

const OBSTACLES: Readonly<Record<DeletionObstacle, string>> = {
  CLAIM_OPEN: obstacles.CLAIM_OPEN,
  PAYOUT_SENDING: obstacles.PAYOUT_SENDING,
  DEBT_IN_PAYOUT: obstacles.BALANCE_SETTLING,
  TRANSFER_REVERSING: obstacles.BALANCE_SETTLING,
};

/**
 * Returns the sentence about what prevents a deletion that the person asks for; undefined if nothing does. Unlike an operator, the
 * person can neither give up a balance that is paid out, nor leave with a debt.
 */
export function ownDeletionObstacle(facts: DeletionFacts): string | undefined {
  const obstacle = deletionObstacle(facts);
  if (obstacle) return OBSTACLES[obstacle];
  const owed = plus(facts.balance, facts.outgoing);
  if (owed < ZERO) return debtFirst(owed);
  return facts.outgoing > ZERO || owed >= PAYOUT_MINIMUM ? payoutFirst(owed) : undefined;
}
