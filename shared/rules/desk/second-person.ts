import { type Cents, plus } from '../../money.ts';

/*
 * When a decision needs a second person: above the limit of the stage (`refundAloneCents`), whatever the door through which the money
 * moves, and for a block of staff. docs/product/desk.md#second-person
 */

/** Money that a decision moves. In cents. */
export type MovedMoney = {
  /** The conversation, or the account if it is about no single conversation: what staff move of it alone is added up for a day. */
  readonly subjectId: string;
  readonly amount: Cents;
  /** What was given back of it before, on any day. */
  readonly before?: Cents;
};

/** Whether money is above what one person moves alone, without what moved on the same day. */
export const isAboveLimit = ({ amount, before }: MovedMoney, limit: Cents): boolean =>
  (before === undefined ? amount : plus(amount, before)) > limit;
