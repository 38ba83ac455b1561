import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { attachmentIds, placedPictures } from '../rules/attachments/attachments.ts';
import { reply } from '../rules/conversations/messages.ts';
import { conversationMessage } from './message-entities.ts';
import { MOVES_MONEY } from './moves-money.ts';
import { LETTER_BODY, MINUTE, one, operation, page } from './operation.ts';
import { paging } from './paging.ts';
import { conversationStatus, writingClaim } from './writing-claim.ts';

/*
 * The messages of a conversation: reading and writing them. Apart from shared/api/conversations.ts, which the home screen
 * loads. docs/product/conversations.md
 */

const writing = [{ per: 'caller', max: 60, within: 5 * MINUTE }] as const;

export const viewInboxMessages = operation({
  name: 'viewInboxMessages',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'conversations.read'],
  impact: 'Recipients cannot read messages while the deadline runs.',
  input: z.object({ inboxId: id(), ...paging }),
  output: page(conversationMessage),
});

export const viewOrderMessages = operation({
  name: 'viewOrderMessages',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'conversations.read'],
  impact: 'Senders cannot read the answer they paid for.',
  input: z.object({ orderId: id(), ...paging }),
  output: page(conversationMessage),
});

export const createInboxMessage = operation({
  name: 'createInboxMessage',
  method: 'POST',
  who: 'verified',
  uses: [...MOVES_MONEY, 'verifications.write'],
  idempotent: 'byKey',
  limits: writing,
  maxBodyBytes: LETTER_BODY,
  impact: 'Recipients cannot answer and earn while the deadline runs.',
  /** The handler checks the 200 characters of a paid response, because they depend on the status. */
  input: z.object({
    inboxId: id(),
    conversationStatus,
    messageBody: reply,
    /** The intended kind, so that a second answer does not become a free reply. Without it the status decides. */
    messageKind: z.optional(z.enum(['PAID_RESPONSE', 'REPLY'])),
    ...writingClaim,
    /** The ids of its attachments, which must all be ready; a free reply has no recording. */
    attachments: attachmentIds,
    placedPictures,
  }),
  output: one(conversationMessage),
});

export const createOrderMessage = operation({
  name: 'createOrderMessage',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'conversations.write', 'events.append', 'attachments.write'],
  idempotent: 'byKey',
  limits: writing,
  maxBodyBytes: LETTER_BODY,
  impact: 'Senders cannot reply in an open conversation.',
  input: z.object({
    orderId: id(),
    conversationStatus,
    messageBody: reply,
    attachments: attachmentIds,
  }),
  output: one(conversationMessage),
});
