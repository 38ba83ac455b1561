import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { clarificationText } from '../rules/conversations/messages.ts';
import { conversationMessage } from './message-entities.ts';
import { LETTER_BODY, MINUTE, nothing, one, operation } from './operation.ts';

/*
 * The clarifying question: asked by the recipient of a pending message, once and free of charge. It pauses the deadline.
 * docs/product/conversations.md#a-clarifying-question
 */

const clarifying = {
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'conversations.write', 'events.append'],
  idempotent: 'byKey',
  limits: [{ per: 'caller', max: 60, within: 5 * MINUTE, inMemory: true }],
} as const;

export const askForInformation = operation({
  name: 'askForInformation',
  ...clarifying,
  maxBodyBytes: LETTER_BODY,
  impact: 'Recipients cannot ask a question before they answer; they answer without it.',
  input: z.object({ inboxId: id(), messageBody: clarificationText }),
  output: one(conversationMessage),
});

export const giveInformation = operation({
  name: 'giveInformation',
  ...clarifying,
  maxBodyBytes: LETTER_BODY,
  impact: 'Senders cannot reply to a question; the deadline runs again after 72 hours.',
  input: z.object({ orderId: id(), messageBody: clarificationText }),
  output: one(conversationMessage),
});

/** Ends the pause without a reply, for either side. */
export const endClarification = operation({
  name: 'endClarification',
  ...clarifying,
  impact: 'A question that gets no reply pauses the deadline for all of its 72 hours.',
  input: z.object({ conversationId: id() }),
  output: nothing,
});
