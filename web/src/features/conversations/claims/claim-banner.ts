import * as claims from '#shared/messages/claims.ts';
import { type ClaimState, isAcceptedBySender } from '#shared/rules/conversations/claim-states.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import type { Instant } from '#shared/time.ts';
import { screenDates } from '#web/shell/dates.ts';
import type { ChipTone } from '#web/ui/Chip.tsx';
import { type Conversation, firstName } from '../conversation.ts';
import { earningsWords, isEarningWhole, walletOf } from '../money-words.ts';

/* A claim in words, for its two sides. docs/product/conversations.md#claims */

export type Claim = NonNullable<Conversation['claim']>;

const TITLES: Record<ClaimState, Record<Side, string>> = {
  OPEN: { sender: 'YOU MADE A CLAIM', recipient: 'THE SENDER MADE A CLAIM' },
  IMPROVED: { sender: 'THE ANSWER WAS IMPROVED', recipient: 'YOU IMPROVED YOUR ANSWER' },
  CONTESTED: { sender: 'WE DECIDE ABOUT YOUR CLAIM', recipient: 'WE DECIDE ABOUT THE CLAIM' },
  GIVEN_BACK: { sender: 'THEY GAVE YOUR MONEY BACK', recipient: 'YOU GAVE THE MONEY BACK' },
  LAPSED: { sender: 'YOU GET YOUR MONEY BACK', recipient: 'THE SENDER GETS THE MONEY BACK' },
  UPHELD: { sender: 'YOUR CLAIM WAS UPHELD', recipient: 'THE CLAIM WAS UPHELD' },
  REJECTED: { sender: 'YOUR CLAIM WAS REJECTED', recipient: 'THE CLAIM WAS REJECTED' },
  WITHDRAWN: { sender: 'YOU WITHDREW YOUR CLAIM', recipient: 'THE CLAIM WAS WITHDRAWN' },
  ACCEPTED: { sender: 'THE IMPROVED ANSWER STANDS', recipient: 'YOUR IMPROVED ANSWER STANDS' },
  OVERTAKEN: { sender: 'THE CLAIM HAS ENDED', recipient: 'THE CLAIM HAS ENDED' },
  OVERTURNED: { sender: 'YOUR REFUND STAYS', recipient: 'YOUR APPEAL WAS RIGHT' },
};

/** The titles of a claim that the sender ended by accepting the improved answer. */
const ACCEPTED: Record<Side, string> = {
  sender: 'YOU ACCEPTED THE IMPROVED ANSWER',
  recipient: 'YOUR IMPROVED ANSWER WAS ACCEPTED',
};

const TONES: Record<ClaimState, Record<Side, ChipTone>> = {
  OPEN: { sender: 'held', recipient: 'due' },
  IMPROVED: { sender: 'held', recipient: 'held' },
  CONTESTED: { sender: 'held', recipient: 'held' },
  GIVEN_BACK: { sender: 'back', recipient: 'back' },
  LAPSED: { sender: 'back', recipient: 'back' },
  UPHELD: { sender: 'back', recipient: 'back' },
  REJECTED: { sender: 'neutral', recipient: 'earned' },
  WITHDRAWN: { sender: 'neutral', recipient: 'earned' },
  ACCEPTED: { sender: 'neutral', recipient: 'earned' },
  OVERTAKEN: { sender: 'neutral', recipient: 'neutral' },
  OVERTURNED: { sender: 'neutral', recipient: 'earned' },
};

/** The heading, color and sentences of a claim for one side. */
export function claimBanner(conversation: Conversation, claim: Claim, side: Side, now: Instant) {
  const words = side === 'sender' ? sendersWords : recipientsWords;
  const tone = TONES[claim.state][side];
  return {
    title: isAcceptedBySender(claim) ? ACCEPTED[side] : TITLES[claim.state][side],
    tone: tone === 'earned' && !isEarningWhole(conversation) ? 'neutral' : tone,
    note: words(conversation, claim, now),
  };
}

/** What follows if the recipient does nothing. */
export const idleWords = ({ senderName, price }: Conversation): string =>
  claims.recipientsIdle({ name: firstName(senderName), price });

function sendersWords(conversation: Conversation, claim: Claim, now: Instant): string {
  const name = firstName(conversation.recipientName);
  const { price, moneyState } = conversation;
  const dates = screenDates(now);
  const until = claim.until ?? undefined;
  switch (claim.state) {
    case 'OPEN':
      return claims.sendersOpen({ name, price, until }, dates);
    case 'IMPROVED':
      return claims.sendersImproved(until, dates);
    case 'CONTESTED':
      return claims.WE_DECIDE;
    case 'GIVEN_BACK':
    case 'LAPSED':
    case 'UPHELD':
      return claims.sendersRefund(moneyState, {
        price,
        card: walletOf(conversation),
        ...refusal(conversation),
      });
    case 'REJECTED':
      return conversation.moneyState === 'REFUNDED'
        ? claims.REFUNDED_LATER
        : claims.answerStands(name);
    case 'WITHDRAWN':
      return 'The answer stands. You can’t claim again.';
    case 'ACCEPTED':
      return 'You didn’t ask for a decision, so it counts as accepted.';
    case 'OVERTAKEN':
      return claims.DECIDED_ELSEWHERE;
    case 'OVERTURNED':
      return claims.sendersOverturned(name, price);
  }
}

/** Whether the bank turned the refund down, and how much is owed then. */
function refusal({ timeline, price }: Conversation) {
  const refused = timeline.findLast(({ event }) => event === 'RETURN_FAILED');
  return { wasRefused: refused !== undefined, owed: refused?.amount ?? price };
}

function recipientsWords(conversation: Conversation, claim: Claim, now: Instant): string {
  const name = firstName(conversation.senderName);
  const { price, netEarnings: net } = conversation;
  const frozen = claim.frozen ? `${claims.frozen(claim.frozen)} ` : '';
  const dates = screenDates(now);
  const until = claim.until ?? undefined;
  switch (claim.state) {
    case 'OPEN':
      return `${frozen}${claims.recipientsOpen({ name, price, until }, dates)}`;
    case 'IMPROVED':
      return `${frozen}${claims.recipientsImproved({ name, net, until }, dates)}`;
    case 'CONTESTED':
      return `${frozen}${claims.WE_DECIDE}`;
    case 'GIVEN_BACK':
    case 'LAPSED':
    case 'UPHELD':
      return claims.recipientsRefund({ name, price, lapsed: claim.state === 'LAPSED' });
    case 'REJECTED':
    case 'WITHDRAWN':
    case 'ACCEPTED':
      return isEarningWhole(conversation)
        ? claims.recipientsEnd(net)
        : claims.recipientsEndMoved(earningsWords(conversation));
    case 'OVERTAKEN':
      return claims.DECIDED_ELSEWHERE;
    case 'OVERTURNED':
      return claims.recipientsOverturned({ name, price, net });
  }
}
