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

/* Holds the first payout of somebody new for a check, where it looks like cashing out a stolen card. */

/** The newest conversations that are looked at: somebody new has few, and the newest pay for the payout. */
const NEWEST = 100;

/** Holds what is due of somebody, if it has to be; answers whether it is held now. */
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

/** Until when the payout of somebody is held for a check; undefined where it is not. */
export const heldUntilOf = ({ heldUntil }: Owed, now: Instant): Instant | undefined =>
  heldUntil !== undefined && heldUntil > now ? heldUntil : undefined;
