import { type Cents, cents, formatMoney, minus, ZERO } from '../../money.ts';
import type { Instant } from '../../time.ts';
import { givenBackEntry, keptEntry } from '../ledger/ledger.ts';
import {
  type ByHand,
  type Change,
  type Conversation,
  type ReportReason,
  reportGivesBack,
} from './conversations.ts';
import { owing } from './pending-effect.ts';
import { isLost } from './refunds.ts';
import { end } from './state-machine.ts';

/*
 * What an operator decides about the money of a conversation. It takes the way of every other decision: written with its
 * ledger entry and the word of who decided it, performed at the provider, learned of, and finished by the sweep.
 *
 * What is given back after an answer is borne by the platform: the recipient kept their promise and keeps what they
 * earned. Only where the operator says so do they give it up, and only while all of it is still owed to them; the fee
 * goes back with it then. What is given back of a report comes out of what is under review.
 */

/** The step to take; or that it is so already, or why it cannot be, each in a sentence. */
export type Ruling =
  | { readonly change: Change }
  | { readonly already: string }
  | { readonly refused: string };

/** Who bears what goes back to a sender after an answer. */
export type Bearer = 'platform' | 'recipient';

/** Under review, by its status alone: whether the money still waits for a decision is `money.state`. */
const isReported = ({ status, reasonCode }: Conversation) =>
  status === 'REPORTED' && !reportGivesBack(reasonCode as ReportReason);

/** The money waits for somebody to look at the report. */
export const isInReview = (c: Conversation): boolean =>
  isReported(c) && c.money.state === 'IN_REVIEW' && !c.money.owed;

/** Gives the money of a message back that waits or was answered. `balance`: what the recipient is owed now. */
export function giveBackByHand(
  c: Conversation,
  bearer: Bearer,
  balance: Cents,
  now: Instant,
): Ruling {
  if (c.status === 'PAYING' || c.status === 'UNDONE')
    return { refused: 'It was never sent: its payment is not settled, or came to nothing.' };
  if (c.price === ZERO) return { refused: 'A help ticket costs nothing.' };
  if (isReported(c)) return { refused: 'It was reported: decide about it with review.' };
  if (c.status === 'PENDING') return giveBackPending(c, bearer, now);
  if (c.net === undefined) return ofEnded(c);
  const no = standsInTheWay(c);
  if (no) return no;
  if (bearer === 'platform') return { change: givingBack(c, ZERO, now) };
  if (c.money.byHand) return { refused: 'It was decided before who bears it.' };
  if (balance < c.net)
    return {
      refused: `The recipient earned ${formatMoney(c.net)} and is owed ${formatMoney(cents(Math.max(ZERO, balance)))}: what has gone to their bank is not claimed back. Without --from-recipient the platform bears it.`,
    };
  const step = givingBack(c, c.net, now);
  return {
    change: {
      ...step,
      entry: givenBackEntry(c, c.recipient.id, c.net),
      owes: { userId: c.recipient.id, by: minus(ZERO, c.net) },
    },
  };
}

/** It ends without an answer, and nobody's rate suffers. */
function giveBackPending(c: Conversation, bearer: Bearer, now: Instant): Ruling {
  if (bearer === 'recipient') return { refused: 'It was not answered: nobody earned it yet.' };
  return { change: withdraw(c, now) };
}

/** Ends a message that waits, because somebody here decided so. */
export const withdraw = (c: Conversation, now: Instant): Change =>
  end(c, { how: 'expire', reasonCode: 'WITHDRAWN' }, now);

/** Takes a message that waits back for its sender, because somebody here decided so. */
export const takeBackForSender = (c: Conversation, now: Instant): Change =>
  end(c, { how: 'cancel', reasonCode: 'WITHDRAWN' }, now);

function ofEnded({ money }: Conversation): Ruling {
  if (money.state === 'CHARGED')
    return {
      refused:
        'It is to go back already, and the sender’s bank would not take it: it needs another way than their card.',
    };
  return money.state === 'RELEASED'
    ? { already: 'The sender was never charged: there is nothing to give back.' }
    : { already: 'All of it goes back to the sender already.' };
}

/** Decides about a report: all of it goes back, or the platform keeps it. */
export function review(c: Conversation, decision: ByHand['decided'], now: Instant): Ruling {
  if (!isReported(c)) return { refused: 'No money of it is under review.' };
  if (c.price === ZERO) return { refused: 'A help ticket costs nothing.' };
  const { byHand, back } = c.money;
  if (byHand?.decided === 'KEEP')
    return decision === 'KEEP'
      ? { already: 'The platform has kept it already.' }
      : { refused: 'The platform has kept it: that was decided before.' };
  if (decision === 'KEEP' && c.money.owed === 'giveBack')
    return { refused: 'It is being given back: that was decided before.' };
  const no = standsInTheWay(c);
  if (no) return no;
  if (decision === 'GIVE_BACK') return { change: givingBack(c, ZERO, now) };
  const kept = minus(c.price, back?.gone ?? ZERO);
  const money = { ...c.money, state: 'CHARGED', byHand: { decided: 'KEEP', kept } } as const;
  const event = { event: 'KEPT', at: now, moneyState: money.state } as const;
  return {
    change: { next: { ...c, money, history: [...c.history, event] }, entry: keptEntry(c, kept) },
  };
}

/** Of money that was taken: it went, or is on its way, or is the bank's to decide about. */
function standsInTheWay({ money }: Conversation): Ruling | undefined {
  const { state, owed, back } = money;
  if (state === 'REFUNDED') return { already: 'The sender has it back already.' };
  if (state === 'RELEASED')
    return { already: 'The hold had lapsed: the sender was never charged.' };
  if (owed === 'giveBack') return { already: 'It is being given back already.' };
  if (owed === 'capture' || state === 'HELD')
    return { refused: 'The card is being charged at this moment: try again in a minute.' };
  if (back?.dispute === 'OPEN')
    return { refused: 'The sender’s bank asks for the money: it decides first.' };
  if (back?.dispute === 'LOST')
    return { refused: 'The sender’s bank took a part of it: the provider refunds no more of it.' };
  if (isLost({ ...NOTHING, refused: back?.refused ?? 0 }))
    return { refused: 'The sender’s bank refused it twice: it needs another way than their card.' };
  return undefined;
}

const NOTHING = { received: ZERO, refunded: ZERO, chargedBack: ZERO, fees: ZERO, disputed: ZERO };

function givingBack(c: Conversation, earning: Cents, now: Instant): Change {
  const before = c.money.byHand?.decided === 'GIVE_BACK' ? c.money.byHand.earning : ZERO;
  const given = earning === ZERO ? before : earning;
  const money = {
    ...owing(c.money, 'giveBack', now),
    byHand: { decided: 'GIVE_BACK', earning: given },
  } as const;
  const event = {
    event: 'GIVEN_BACK',
    at: now,
    moneyState: money.state,
    ...(earning !== ZERO && { amount: earning }),
  } as const;
  return {
    next: { ...c, money, history: [...c.history, event] },
    fact: { type: 'conversation.givenBack' },
  };
}
