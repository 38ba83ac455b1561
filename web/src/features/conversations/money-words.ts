import * as payments from '#shared/messages/payments.ts';
import { HOLD_EXPIRED, PAYMENT_LOST } from '#shared/messages/timeline.ts';
import { type Cents, formatMoney, minus, plus, ZERO } from '#shared/money.ts';
import type { ConversationStatus, MoneyState } from '#shared/rules/conversations/conversations.ts';
import { isPending, isUnanswered } from '#shared/rules/conversations/conversations.ts';
import { walletWords } from '../billing/card/card-words.ts';
import type { Conversation, InboxRow } from './conversation.ts';

/* Where the money of a conversation is, in words: derived from `moneyState` only, never from the status. */

/** Shown instead of an amount for help tickets. */
export const FREE = 'Free';

/** Whether a message is free. The lowest price is a dollar. */
export function isFree({ price }: { readonly price: Cents }): boolean {
  return price === ZERO;
}

type Payment = {
  readonly price: Cents;
  readonly moneyState: MoneyState;
  readonly timeline?: readonly Told[];
};

/** `$25.00 on hold`: the money beside the status of a conversation. */
export function moneyStateWords(payment: Payment): string {
  const { price, moneyState } = payment;
  if (isFree({ price })) return FREE;
  const amount = formatMoney(price);
  switch (moneyState) {
    case 'HELD':
      return `${amount} on hold`;
    case 'CHARGED':
      return `${amount} charged${refundedPartWords(payment)}`;
    case 'RELEASED':
      return `${amount} never charged`;
    case 'REFUNDED':
      return `${amount} on its way back`;
    case 'IN_REVIEW':
      return `${amount} in review`;
  }
}

/** The parts that support refunded; empty if there are none, or if the bank refused one later. */
function refundedPartWords({ timeline = [] }: Payment): string {
  if (timeline.some(({ event }) => event === 'RETURN_FAILED')) return '';
  const parts = timeline.filter(({ event }) => event === 'PARTLY_REFUNDED');
  const all = parts.reduce((total, { amount = ZERO }) => plus(total, amount), ZERO);
  return all === ZERO ? '' : `, ${formatMoney(all)} refunded`;
}

/** Events after the answer that reduce the earnings: a lost dispute, a manual refund, or a claim. */
const LOSES = /^(DISPUTE_LOST|TAKEN_BACK|GIVEN_BACK|CLAIM_(GIVEN_BACK|LAPSED|UPHELD))$/;
const MOVES = /^(DISP|GIVEN_BACK$|TAKEN_BACK$|EARNING_RESTORED$|CLAIM(?!_IMPROVED|_CONTESTED))/;

type Told = { readonly event: string; readonly amount?: Cents | undefined };

type Earning = { readonly netEarnings: Cents; readonly timeline?: readonly Told[] };

/** The parts of an earning that are frozen and lost, by the last event that moved it. */
function movedParts({ timeline = [] }: Earning) {
  // A dispute moves nothing if the earning was given back before it.
  const moved = timeline.findLast(({ event, amount }) => MOVES.test(event) && amount);
  const { event = '', amount = ZERO } = moved ?? {};
  const isFrozen = event === 'DISPUTED' || event === 'CLAIMED';
  return { frozen: isFrozen ? amount : ZERO, lost: LOSES.test(event) ? amount : ZERO };
}

/** Whether nothing of an earning is frozen or lost. */
export function isEarningWhole(conversation: Earning): boolean {
  const { frozen, lost } = movedParts(conversation);
  return frozen === ZERO && lost === ZERO;
}

/** `$23.35 waiting`: the net earnings for the recipient, with what happened to them since. */
export function earningsWords(
  conversation: Earning & { readonly status: ConversationStatus },
): string {
  const { status, netEarnings } = conversation;
  if (netEarnings === ZERO) return FREE;
  const { frozen, lost } = movedParts(conversation);
  if (frozen !== ZERO) return `${formatMoney(frozen)} frozen`;
  if (lost >= netEarnings) return 'Nothing earned';
  const net = formatMoney(minus(netEarnings, lost));
  if (isUnanswered(status)) return 'Nothing earned';
  return isPending(status) ? `${net} waiting` : `${net} earned`;
}

/** The earnings in a list row; undefined if there are none, or all of them are lost. */
export function earnedAt({
  status,
  netEarnings,
  netLost,
}: Pick<InboxRow, 'status' | 'netEarnings' | 'netLost'>): Cents | undefined {
  const isLost = netLost > ZERO && netLost >= netEarnings;
  return isUnanswered(status) || isLost ? undefined : minus(netEarnings, netLost);
}

/** The wallet that paid for a letter, in words; undefined for a typed card. */
export const walletOf = ({ paidWith }: Pick<Conversation, 'paidWith'>): string | undefined =>
  walletWords(paidWith);

/** A sentence for the sender about returned money, or why it was not returned. `card`: where it goes, if a wallet paid. */
export function sendersMoneySentence(state: MoneyState, price: Cents, card?: string): string {
  switch (state) {
    case 'RELEASED':
    case 'HELD':
      return payments.SPECIFIED.notCharged;
    case 'CHARGED':
    case 'IN_REVIEW':
      return payments.SPECIFIED.charged;
    case 'REFUNDED':
      return payments.returned(state, { price, card });
  }
}

/**
 * The reason for which the payment of a pending message was lost: the hold expired, a bank took the money back, or an operator
 * refunded it.
 */
export function paymentWent(state: MoneyState): string {
  // A payment that was taken back is CHARGED once the bank refused every refund.
  return state === 'RELEASED' ? HOLD_EXPIRED : PAYMENT_LOST;
}
