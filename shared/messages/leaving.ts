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

/** A balance that is too small for a payout. `minimum`: the least amount. */
export const balanceNotPaidOut = (owed: Cents, minimum: Cents): string =>
  `Your balance of ${formatMoney(owed)} isn’t paid out, because payouts begin at ${formatMoney(minimum)}.`;
