import { type Cents, formatMoney, plus, ZERO } from '../../money.ts';

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

/** What one person moves alone, and what staff moved alone on the same day. */
export type MoneyLimits = { readonly limit: Cents; readonly movedToday: Cents };

/**
 * Says that a decision is proposed to a second person because of its money, and who reads its reason. Undefined if one person may move
 * it alone.
 */
export function moneyProposal(
  moved: MovedMoney,
  { limit, movedToday }: MoneyLimits,
): string | undefined {
  const { amount, before = ZERO } = moved;
  if (amount === ZERO) return undefined;
  if (isAboveLimit(moved, limit)) return aboveLimit(limit, before, 'that was given back before');
  if (plus(amount, movedToday) > limit) return aboveLimit(limit, movedToday, 'of today');
  return undefined;
}

/** `other`: what moved besides, and `when`. */
function aboveLimit(limit: Cents, other: Cents, when: string): string {
  const besides = other === ZERO ? '' : `, with the ${formatMoney(other)} ${when}`;
  return proposalSentence(`it moves more than ${formatMoney(limit)}${besides}`);
}

/** Says that a decision is proposed to a second person, and who reads its reason. `why`: a clause. */
export const proposalSentence = (why: string): string =>
  `This becomes a proposal, because ${why}. Nothing moves and no one is notified until a second person agrees; then the people concerned read this reason.`;
