import type { viewAccountBalance } from '#shared/api/ledger.ts';
import type { Output } from '#shared/api/operation.ts';
import type { viewPayoutAccount } from '#shared/api/payouts.ts';
import * as earnings from '#shared/messages/earnings.ts';
import { type Cents, minus, ZERO } from '#shared/money.ts';
import { PAYOUT_MINIMUM, type PayoutAccountStatus } from '#shared/rules/payouts/payouts.ts';
import type { Instant } from '#shared/time.ts';
import { serverNow } from '../../api/clock.ts';
import { weekdayWords } from '../../shell/dates.ts';

/* The texts of the payout card. */

type Account = Pick<
  Output<typeof viewPayoutAccount>['data'][number],
  | 'status'
  | 'nextPayoutDate'
  | 'nextPayoutAmount'
  | 'firstPayoutWaits'
  | 'heldUntil'
  | 'securityHoldUntil'
>;
type Balance = Pick<
  Output<typeof viewAccountBalance>['data'][number],
  'accountBalance' | 'outgoingAmount' | 'waitingAmount'
>;

/** Pending and outgoing payouts, and the next one. `balance`: undefined until loaded. */
export function nextPayoutWords(account: Account, balance: Balance | undefined): string[] {
  if (!balance) return [nextWords(account, ZERO)];
  const { accountBalance, outgoingAmount, waitingAmount } = balance;
  const onItsWay = minus(outgoingAmount, waitingAmount);
  const { status, securityHoldUntil } = account;
  const isHeldOnly = status === 'READY' && securityHoldUntil !== null;
  const waits = isHeldOnly
    ? earnings.waitingOnly(waitingAmount)
    : earnings.waitingPayout(waitingAmount);
  return [
    ...(waitingAmount > ZERO ? [waits] : []),
    ...(onItsWay > ZERO ? [earnings.onItsWay(onItsWay)] : []),
    nextWords(account, minus(accountBalance, outgoingAmount)),
    ...(account.heldUntil ? [heldWords(account.heldUntil)] : []),
    ...(securityHoldUntil ? [earnings.securityHold(dateWords(securityHoldUntil))] : []),
    ...(account.firstPayoutWaits ? [firstWords(account)] : []),
  ];
}

const dateWords = (at: Instant) => weekdayWords(at, serverNow());

const heldWords = (until: Instant) => earnings.heldPayout(dateWords(until));

const firstWords = ({ nextPayoutDate }: Account) => earnings.firstPayout(dateWords(nextPayoutDate));

function nextWords({ status, nextPayoutDate, nextPayoutAmount }: Account, balance: Cents): string {
  const date = dateWords(nextPayoutDate);
  if (nextPayoutAmount > ZERO)
    return status === 'READY'
      ? earnings.payoutGoesOut(nextPayoutAmount, date)
      : earnings.payoutDue(nextPayoutAmount, date);
  if (balance >= PAYOUT_MINIMUM) return earnings.nothingDue(date);
  if (balance > ZERO) return earnings.rollsOver(balance, PAYOUT_MINIMUM);
  return earnings.noBalance(PAYOUT_MINIMUM);
}

const ACCOUNT_WORDS: Readonly<Record<PayoutAccountStatus, string>> = {
  NONE: 'Stripe pays you out. It asks for your bank account, who you are, and tax forms where they are due.',
  DETAILS_NEEDED: 'You began to set up payouts with Stripe. Some details are missing.',
  RESTRICTED:
    'Stripe can’t pay you yet. It needs more details from you, or is still checking them.',
  READY: 'Payouts are set up. Stripe passes them on to your bank.',
};

export const accountWords = (status: PayoutAccountStatus): string => ACCOUNT_WORDS[status];

/** The message after the return from Stripe's page. */
export function returnedWords(
  how: string,
  status: PayoutAccountStatus,
): { tone: 'success' | 'info'; words: string } {
  if (how === 'again')
    return { tone: 'info', words: 'That link was used up. Please open it again from here.' };
  if (status === 'READY') return { tone: 'success', words: 'Payouts are set up.' };
  return { tone: 'info', words: 'Payouts aren’t set up yet. Stripe needs more details.' };
}
