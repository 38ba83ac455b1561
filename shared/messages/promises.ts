import { REFUND_TIME } from './payments.ts';

/*
 * The promises about money to whoever has no account yet: on the start page, and beside a link that someone shares.
 * docs/product/conversations.md#money-states
 */

/** The promise beside a link to a person. */
export const ANSWER_OR_MONEY = 'An answer within 10 days, or your money back.';
/** The same in the words of the person. */
export const OWN_ANSWER_OR_MONEY =
  'Ask me anything. I answer within 10 days, or you get your money back.';
/** The same in a message about someone else. `asked`: `Ask Ana on ReplyPaid`. */
export const askOrMoney = (asked: string): string =>
  `${asked}: an answer within 10 days, or your money back.`;

/** The promise of the start page. */
export const PAY_ONLY_FOR_ANSWERS = 'Ask someone who knows, and pay only if they answer.';
export const THEIR_PRICE =
  'They name the price. You get a real answer within 10 days, or all of your money back.';
/** The promise to whoever was invited, for asking and for answering. */
export const INVITED_TO_ASK =
  'at their own price. No answer within 10 days? You get all of your money back automatically.';
export const INVITED_TO_ANSWER = 'at yours: you’re paid for every answer you give.';
/** The promise to whoever answers. */
export const ANSWERING =
  'Name your price and how many letters you take in a month. Answer when it suits you, within 10 days. You’re paid on the 8th, and a profile is free.';

/** The steps of a payment of $25.00, for whoever has sent nothing yet. */
export const steps = {
  held: '$25.00 is held on your card, not charged. You can cancel until the answer comes. Holds expire: after about a week your card is charged, and we keep the money for the answer.',
  answered:
    'Only a real answer earns the money: 200 characters or more. You may write on for free.',
  noAnswer: 'Automatically, to the same card, without a fee. You don’t have to ask.',
} as const;

/** Answers to frequent questions about money. */
export const answers = {
  charge:
    'When the answer comes. Until then the price is only held on your card. Holds expire after about a week, so your card is charged if your letter is still waiting then. You get all of it back if no answer comes.',
  noAnswer: `After 10 days your letter ends automatically. If your card was only held, the hold is released; if it was charged, you get all of it back. ${REFUND_TIME}`,
  cancel:
    'Yes, until it’s answered. You get all of your money back, and the other person isn’t notified.',
  payout:
    'On the 8th of the next month, to your bank account, once you’re owed at least $10.00. Less than that is carried over to the month after. The first payout waits at least 14 days after your first paid answer.',
} as const;
