import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { MINUTE, nothing, operation } from './operation.ts';

/** Reminds the recipient of a pending message, once. docs/product/conversations.md#nudge */
export const nudgeRecipient = operation({
  name: 'nudgeRecipient',
  method: 'POST',
  who: 'verified',
  uses: ['conversations.write', 'events.append'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 60, within: 5 * MINUTE, inMemory: true }],
  impact: 'Senders cannot remind a recipient of a message; reminders by the product still go out.',
  input: z.object({ orderId: id() }),
  output: nothing,
});
