import { ZERO } from '#shared/money.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import {
  CASH_OUT_HOLD,
  type CashOutSign,
  cashOutSigns,
  isEnoughForSign,
  isNewAccount,
  type PaidAnswer,
} from '#shared/rules/payouts/cash-out.ts';
import type { OwedBalance } from '#shared/rules/payouts/payouts.ts';
import { type Instant, later } from '#shared/time.ts';
import { userById } from '../storage/accounts/users.ts';
import { conversationKey } from '../storage/keys.ts';
import { earningsByConversation } from '../storage/ledger/ledger-pages.ts';
import { type DueBalance, holdBalance } from '../storage/payouts/balances.ts';
import { payoutsOf } from '../storage/payouts/payouts.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';

/* Payout holds: the first payout of a new account is held for a check when it looks like cashing out a stolen card. */

/** Holds the due balance of a person if it shows a cash-out sign, and returns whether it did. Each balance is held once. */
export async function holdForCheck(
  context: { readonly table: TableWriter; readonly now: Instant },
  userId: string,
  owed: DueBalance,
): Promise<boolean> {
  const { table, now } = context;
  const { firstOwedAt, heldUntil } = owed;
  if (firstOwedAt === undefined || heldUntil !== undefined) return false;
  if (!isNewAccount(firstOwedAt, now) || (await payoutsOf(table, userId)).length > 0) return false;
  const signs = await signsOf(table, userId, now);
  if (signs.length === 0) return false;
  await holdBalance(table, userId, owed, signs, later(now, CASH_OUT_HOLD), now);
  return true;
}

/**
 * Finds the cash-out signs of a person who was never paid out. It looks at every paid answer, found through the person's
 * ledger, because a limit to the newest could be filled with harmless ones. Declined, expired and pending conversations
 * have no ledger entry and cost nothing here.
 *
 * The cost is one read unit for about 20 ledger entries and, only if all answers together earned enough for a sign, one
 * strongly consistent unit for the person and half a unit (one for more than 4 kB) for each answer. `isNewEarner` limits
 * the answers to those of 60 days, and each of them was paid with at least $1.00, so a recipient cannot raise the cost for free.
 */
async function signsOf(table: TableReader, userId: string, now: Instant): Promise<CashOutSign[]> {
  const earnings = await earningsByConversation(table, userId);
  if (!isEnoughForSign([...earnings.values()])) return [];
  const keys = [...earnings.keys()].map(conversationKey);
  const answers: PaidAnswer[] = [];
  for (const found of await table.getMany<Conversation>(keys, 'eventual'))
    if (found) answers.push(paidAnswer(found, earnings.get(found.id)));
  const user = await userById(table, userId, now);
  return cashOutSigns(answers, user?.card?.fingerprint);
}

const paidAnswer = ({ sender, payment }: Conversation, earned = ZERO): PaidAnswer => ({
  senderId: sender.id,
  card: payment.cardFingerprint,
  earned,
});

/** When the hold on a payout ends; undefined if it is not held. */
export const heldUntilOf = ({ heldUntil }: OwedBalance, now: Instant): Instant | undefined =>
  heldUntil !== undefined && heldUntil > now ? heldUntil : undefined;
