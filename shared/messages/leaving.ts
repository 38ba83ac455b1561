import { type Cents, formatMoney } from '../money.ts';
import { plural } from './plural.ts';

/* The sentences about the money of an account that is deleted. docs/product/accounts.md#deleting-your-account */

/** The letters that wait for an answer from this person. */
export const lettersToAnswer = (count: number): string =>
  plural(count, {
    one: 'One letter is waiting for your answer. If you don’t answer it, its sender gets all of their money back.',
    other:
      '# letters are waiting for your answer. If you don’t answer them, their senders get all of their money back.',
  });

/** The letters that this person sent and that wait for an answer. */
export const lettersSent = (count: number): string =>
  plural(count, {
    one: 'One of your letters is still waiting. If there’s no answer before your account is deleted, we cancel it and you get all of your money back.',
    other:
      '# of your letters are still waiting. If there’s no answer before your account is deleted, we cancel them and you get all of your money back.',
  });

/** The money that prevents the deletion of an account. */
export const obstacles = {
  CLAIM_OPEN:
    'A sender claims that you didn’t answer. Your account can be deleted once that claim has ended.',
  PAYOUT_SENDING: 'A payout to you is being sent. Your account can be deleted once it’s paid.',
  BALANCE_SETTLING: 'Your balance is being settled. Please try again tomorrow.',
} as const;

/** A debt, which prevents it too. */
export const debtFirst = (balance: Cents): string =>
  `Your balance is ${formatMoney(balance)}, because payments were taken back. Please ask us for help.`;

/** A balance that is paid out first. */
export const payoutFirst = (owed: Cents): string =>
  `We owe you ${formatMoney(owed)}. Your account can be deleted once it’s paid out, on the 8th of a month. If you don’t want it, ask us for help.`;

/** A balance that is too small for a payout. `minimum`: the least amount. */
export const balanceNotPaidOut = (owed: Cents, minimum: Cents): string =>
  `Your balance of ${formatMoney(owed)} isn’t paid out, because payouts begin at ${formatMoney(minimum)}.`;
