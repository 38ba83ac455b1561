import { ZERO } from '../../shared/money.ts';
import {
  CASH_OUT_HOLD,
  type CashOutSign,
  cashOutSigns,
  isNewEarner,
} from '../../shared/rules/cash-out.ts';
import type { Conversation } from '../../shared/rules/course.ts';
import type { Owed } from '../../shared/rules/payouts.ts';
import { type Instant, later } from '../../shared/time.ts';
import { listConversations } from '../storage/conversation-lists.ts';
import { conversationKey } from '../storage/keys.ts';
import { holdBalance, type OwedItem } from '../storage/owed.ts';
import { payoutsOf } from '../storage/payouts.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';
import { userById } from '../storage/users.ts';

/* Payout holds: the first payout of a new account is held for a check when it looks like cashing out a stolen card. */

/** How many of the newest conversations are checked. A new account has few. */
const NEWEST = 100;

/** Holds the due balance of a person if it shows a cash-out sign, and returns whether it did. Each balance is held once. */
export async function holdForCheck(
  desk: { readonly table: TableWriter; readonly now: Instant },
  userId: string,
  owed: OwedItem,
): Promise<boolean> {
  const { table, now } = desk;
  const { firstOwedAt, heldUntil } = owed;
  if (firstOwedAt === undefined || heldUntil !== undefined) return false;
  if (!isNewEarner(firstOwedAt, now) || (await payoutsOf(table, userId)).length > 0) return false;
  const signs = await signsOf(table, userId, now);
  if (signs.length === 0) return false;
  await holdBalance(table, userId, owed, signs, later(now, CASH_OUT_HOLD), now);
  return true;
}

async function signsOf(table: TableReader, userId: string, now: Instant): Promise<CashOutSign[]> {
  const list = { userId, box: 'INBOX', shelf: 'ALL', skip: 0, limit: NEWEST } as const;
  const listed = (await listConversations(table, list))?.conversations ?? [];
  const earned = listed.filter(({ net = ZERO }) => net > ZERO);
  if (earned.length === 0) return [];
  const [user, found] = await Promise.all([
    userById(table, userId, now),
    table.getMany<Conversation>(earned.map(({ id }) => conversationKey(id))),
  ]);
  const answers = found
    .filter((one) => one !== undefined)
    .map(({ sender, net = ZERO, payment }) => ({
      ...{ senderId: sender.id, card: payment.cardFingerprint, earned: net },
    }));
  return cashOutSigns(answers, user?.card?.fingerprint);
}

/** When the hold on a payout ends; undefined if it is not held. */
export const heldUntilOf = ({ heldUntil }: Owed, now: Instant): Instant | undefined =>
  heldUntil !== undefined && heldUntil > now ? heldUntil : undefined;
