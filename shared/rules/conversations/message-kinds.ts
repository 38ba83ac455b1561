/**
 * The kinds of messages. CLARIFICATION and CLARIFICATION_REPLY: the recipient's question before the answer, and the sender's
 * reply to it. IMPROVED_ANSWER: the recipient's response to a claim.
 */
export const MESSAGE_KINDS = [
  'QUESTION',
  'CLARIFICATION',
  'CLARIFICATION_REPLY',
  'PAID_RESPONSE',
  'IMPROVED_ANSWER',
  'REPLY',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];
