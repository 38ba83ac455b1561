/* The definitions of the public figures, where they are about payments. docs/product/reliability.md */

/** The month of a letter. */
export const MONTH =
  'A paid letter counts in the month (UTC) in which it was answered, or ended without an answer: after 10 days, or when it was declined, canceled or reported.';

/** The definition of answered. */
export const ANSWERED =
  'Answered counts as on a profile: declined, canceled and reported letters are left out, and so are answers whose earning was taken back. Help tickets are free and never count.';

/** The effect of a claim. */
export const CLAIMS =
  'We uphold a claim when we agree that the answer didn’t answer the question, or when the person who wrote it doesn’t respond. Then the letter counts as unanswered. If the other person gives the money back, it’s left out.';

/** The share that was refunded. */
export const SHARE_REFUNDED =
  '“Refunded” is the share of the price that went back to senders: automatically, by our decision, or through their bank. A refund that’s on its way counts, an open dispute doesn’t. Plans aren’t included.';

/** A figure that changes later. */
export const CAN_CHANGE =
  'A month can still change: a refund or a dispute is counted where the letter ended.';
