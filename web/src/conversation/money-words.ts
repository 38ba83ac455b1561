import { type Cents, formatMoney, minus, ZERO } from '../../../shared/money.ts';
import type {
  ConversationStatus,
  MoneyState,
} from '../../../shared/rules/conversations/conversations.ts';
import type { InboxRow } from './side.ts';

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

/** What changes an earning after the answer: a dispute, or what was given back by hand. */
const LOSES = /^(DISPUTE_LOST|GIVEN_BACK|TAKEN_BACK)$/;
const MOVES = /^(DISP|GIVEN_BACK$|TAKEN_BACK$)/;

type Told = { readonly event: string; readonly amount?: Cents | undefined };

/** `$23.35 waiting`: the same for the recipient, who thinks of the net, and of what became of it since. */
export function earningsWords(conversation: {
  readonly status: ConversationStatus;
  readonly netEarnings: Cents;
  readonly timeline?: readonly Told[];
}): string {
  const { status, netEarnings, timeline = [] } = conversation;
  if (netEarnings === ZERO) return FREE;
  const { event, amount = ZERO } = timeline.findLast((one) => MOVES.test(one.event)) ?? {};
  if (event === 'DISPUTED' && amount > 0) return `${formatMoney(amount)} frozen`;
  const lost = event !== undefined && LOSES.test(event) ? amount : ZERO;
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

type Disputed = Pick<InboxRow, 'status' | 'netEarnings' | 'netDisputed' | 'dispute'>;

/** What the answer of a row earns, as a list shows it; undefined where it earns nothing, or a lost dispute took it all. */
export function earnedAt({ status, netEarnings, netDisputed, dispute }: Disputed) {
  if (!earns(status)) return undefined;
  if (dispute !== 'LOST' || netDisputed === ZERO) return netEarnings;
  return netDisputed >= netEarnings ? undefined : minus(netEarnings, netDisputed);
}

/** Whether the answer of this status earned its net, or still may. */
function earns(status: ConversationStatus): boolean {
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
