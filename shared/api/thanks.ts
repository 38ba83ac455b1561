import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { thanksText } from '../rules/conversations/thanks.ts';
import { MINUTE, nothing, operation } from './operation.ts';

/*
 * Thanks: for 30 days after a paid response its sender can say that it helped. Nobody is notified, and nothing depends on it.
 * docs/product/conversations.md#thanks
 */

const thanking = {
  method: 'POST',
  who: 'verified',
  uses: ['conversations.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: 5 * MINUTE, inMemory: true }],
} as const;

/** Thanks for a paid response, with one sentence or none; for its sender, who may change the sentence while they may thank. */
export const thankRecipient = operation({
  name: 'thankRecipient',
  ...thanking,
  impact:
    'Senders cannot thank for an answer, or change what they said; after 30 days it is too late.',
  input: z.object({ orderId: id(), text: z.optional(thanksText) }),
  output: nothing,
});

/** Takes thanks back, at any time; for their sender. */
export const takeBackThanks = operation({
  name: 'takeBackThanks',
  ...thanking,
  impact: 'Senders cannot take back what they said in thanks for an answer.',
  input: z.object({ orderId: id() }),
  output: nothing,
});
