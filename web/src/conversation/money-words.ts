import { type Cents, formatMoney, minus, ZERO } from '../../../shared/money.ts';
import type { ConversationStatus, MoneyState } from '../../../shared/rules/conversations.ts';

/* Where the money is, in words. Said from `moneyState` alone, never guessed from the status. */

/** What stands in the place of an amount where nobody pays: a help ticket. */
export const FREE = 'Free';

/** Whether a message costs nothing. No price that somebody asks is below a dollar. */
export function isFree({ price }: { readonly price: Cents }): boolean {
  return price === ZERO;
}

/** `$25.00 on hold`: beside the status of a conversation. */
export function moneyStateWords(price: Cents, state: MoneyState): string {
  if (isFree({ price })) return FREE;
  const amount = formatMoney(price);
  switch (state) {
    case 'HELD':
      return `${amount} on hold`;
    case 'CHARGED':
      return `${amount} charged`;
    case 'RELEASED':
      return `${amount} never charged`;
    case 'REFUNDED':
      return `${amount} on its way back`;
    case 'IN_REVIEW':
      return `${amount} in review`;
  }
}

type Told = { readonly event: string; readonly amount?: Cents | undefined };

/** `$23.35 waiting`: the same for the recipient, who thinks of the net, and of what a dispute does to it. */
export function earningsWords(conversation: {
  readonly status: ConversationStatus;
  readonly netEarnings: Cents;
  readonly timeline?: readonly Told[];
}): string {
  const { status, netEarnings, timeline = [] } = conversation;
  if (netEarnings === ZERO) return FREE;
  const { event, amount = ZERO } = timeline.findLast((one) => one.event.startsWith('DISP')) ?? {};
  if (event === 'DISPUTED' && amount > 0) return `${formatMoney(amount)} frozen`;
  const lost = event === 'DISPUTE_LOST' ? amount : ZERO;
  if (lost >= netEarnings) return 'Nothing earned';
  const net = formatMoney(minus(netEarnings, lost));
  switch (status) {
    case 'PENDING':
      return `${net} waiting`;
    case 'OPEN':
    case 'INVITED':
    case 'COMPLETED':
      return `${net} earned`;
    default:
      return 'Nothing earned';
  }
}

/** Whether the answer of this status earned its net, or still may: only then a list shows the amount. */
export function earns(status: ConversationStatus): boolean {
  return ['PENDING', 'OPEN', 'INVITED', 'COMPLETED'].includes(status);
}

/** A sentence for the sender about money that was given back, or the reason why it was not. */
export function sendersMoneySentence(state: MoneyState): string {
  switch (state) {
    case 'RELEASED':
    case 'HELD':
      return 'You were not charged for this message.';
    case 'REFUNDED':
      return 'All of your money is on its way back to your card. Banks take 5 to 10 days to show it.';
    case 'CHARGED':
    case 'IN_REVIEW':
      return 'You have been charged for this message.';
  }
}

/** The same about the sender, for the recipient. */
export function recipientsMoneySentence(state: MoneyState): string {
  switch (state) {
    case 'RELEASED':
    case 'HELD':
      return 'The sender was not charged.';
    case 'REFUNDED':
      return 'The sender gets all of their money back.';
    case 'CHARGED':
    case 'IN_REVIEW':
      return 'The sender was charged.';
  }
}
