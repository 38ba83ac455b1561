import { formatMoney } from '../../../../../shared/money.ts';
import type { ClaimState } from '../../../../../shared/rules/conversations/claim-states.ts';
import type { Side } from '../../../../../shared/rules/conversations/conversations.ts';
import type { Instant } from '../../../../../shared/time.ts';
import { deadlineWords } from '../../../shell/dates.ts';
import type { ChipTone } from '../../../ui/Chip.tsx';
import { type Conversation, firstName } from '../conversation.ts';
import { earningsWords, isEarningWhole } from '../money-words.ts';

/* A claim in words, for its two sides. docs/product/conversations.md#claims */

export type Claim = NonNullable<Conversation['claim']>;

const TITLES: Record<ClaimState, Record<Side, string>> = {
  OPEN: { sender: 'YOU MADE A CLAIM', recipient: 'THE SENDER MADE A CLAIM' },
  IMPROVED: { sender: 'THE ANSWER WAS IMPROVED', recipient: 'YOU IMPROVED YOUR ANSWER' },
  CONTESTED: { sender: 'WE DECIDE ABOUT YOUR CLAIM', recipient: 'WE DECIDE ABOUT THE CLAIM' },
  GIVEN_BACK: { sender: 'THEY GAVE YOUR MONEY BACK', recipient: 'YOU GAVE THE MONEY BACK' },
  LAPSED: { sender: 'YOUR MONEY GOES BACK', recipient: 'THE MONEY WENT BACK' },
  UPHELD: { sender: 'YOUR CLAIM WAS UPHELD', recipient: 'THE CLAIM WAS UPHELD' },
  REJECTED: { sender: 'YOUR CLAIM WAS REJECTED', recipient: 'THE CLAIM WAS REJECTED' },
  WITHDRAWN: { sender: 'YOU WITHDREW YOUR CLAIM', recipient: 'THE CLAIM WAS WITHDRAWN' },
  ACCEPTED: { sender: 'THE IMPROVED ANSWER STANDS', recipient: 'YOUR IMPROVED ANSWER STANDS' },
  OVERTAKEN: { sender: 'THE CLAIM HAS ENDED', recipient: 'THE CLAIM HAS ENDED' },
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
};

/** The heading, color and sentences of a claim for one side. */
export function claimBanner(conversation: Conversation, claim: Claim, side: Side, now: Instant) {
  const words = side === 'sender' ? sendersWords : recipientsWords;
  const tone = TONES[claim.state][side];
  return {
    title: TITLES[claim.state][side],
    tone: tone === 'earned' && !isEarningWhole(conversation) ? 'neutral' : tone,
    note: words(conversation, claim, now),
  };
}

function sendersWords(conversation: Conversation, claim: Claim, now: Instant): string {
  const name = firstName(conversation.recipientName);
  const price = formatMoney(conversation.price);
  const until = claim.until ? deadlineWords(claim.until, now) : '';
  switch (claim.state) {
    case 'OPEN':
      return `${name} can improve the answer, give the money back or contest it until ${until}. If nothing happens, all ${price} comes back to you.`;
    case 'IMPROVED':
      return `Read the new answer. If it still does not answer your question, ask us to decide until ${until}. After that it counts as accepted.`;
    case 'CONTESTED':
      return `A person at our desk reads both sides. You both read the decision and its reason here.`;
    case 'GIVEN_BACK':
    case 'LAPSED':
    case 'UPHELD':
      return `All ${price} goes back to your card. Banks take 5 to 10 days to show it.`;
    case 'REJECTED':
      return conversation.moneyState === 'REFUNDED'
        ? 'The payment was refunded after that, for another reason.'
        : `The answer stands, and ${name} keeps what it earned.`;
    case 'WITHDRAWN':
      return `The answer stands. You cannot claim again.`;
    case 'ACCEPTED':
      return `You did not ask for a decision, so it counts as accepted.`;
    case 'OVERTAKEN':
      return 'The payment was disputed or refunded in another way, which decides about the money.';
  }
}

function recipientsWords(conversation: Conversation, claim: Claim, now: Instant): string {
  const name = firstName(conversation.senderName);
  const price = formatMoney(conversation.price);
  const net = formatMoney(conversation.netEarnings);
  const frozen = claim.frozen ? `${formatMoney(claim.frozen)} of your balance is frozen. ` : '';
  const until = claim.until ? deadlineWords(claim.until, now) : '';
  switch (claim.state) {
    case 'OPEN':
      return `${frozen}Improve your answer once, give the money back, or contest the claim until ${until}. If you do nothing, ${name} gets all ${price} back.`;
    case 'IMPROVED':
      return `${frozen}If ${name} does not ask us to decide until ${until}, the ${net} is yours.`;
    case 'CONTESTED':
      return `${frozen}A person at our desk reads both sides. You both read the decision and its reason here.`;
    case 'GIVEN_BACK':
      return `${name} gets all ${price} back. You earn nothing from this message.`;
    case 'LAPSED':
      return `There was no reaction within 72 hours, so ${name} gets all ${price} back. You earn nothing from this message.`;
    case 'UPHELD':
      return `${name} gets all ${price} back. You earn nothing from this message.`;
    case 'REJECTED':
    case 'WITHDRAWN':
    case 'ACCEPTED':
      return isEarningWhole(conversation)
        ? `The ${net} is yours.`
        : `The payment was refunded or disputed after that. ${earningsWords(conversation)}.`;
    case 'OVERTAKEN':
      return 'The payment was disputed or refunded in another way, which decides about the money.';
  }
}
