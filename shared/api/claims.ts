import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { attachmentIds, placedPictures } from '../rules/attachments/attachments.ts';
import { CLAIM_REASONS } from '../rules/conversations/claim-states.ts';
import { claimText } from '../rules/conversations/claim-text.ts';
import { paidResponse } from '../rules/conversations/messages.ts';
import { conversationMessage } from './message-entities.ts';
import { MOVES_MONEY } from './moves-money.ts';
import { LETTER_BODY, MINUTE, nothing, one, operation } from './operation.ts';

/*
 * Claims: the sender of a paid message says that the paid response did not answer it, within 72 hours of it. The earning is
 * frozen until the two agree, or the desk decides. docs/product/conversations.md#claims
 */

const claiming = {
  method: 'POST',
  who: 'verified',
  idempotent: 'byKey',
  limits: [{ per: 'caller', max: 60, within: 5 * MINUTE, inMemory: true }],
} as const;

/** Claims, once and within 72 hours of the paid response; for its sender. Three claims in 90 days are allowed. */
export const claimAnswer = operation({
  name: 'claimAnswer',
  ...claiming,
  uses: ['accounts.write', 'conversations.write', 'ledger.append', 'events.append'],
  impact: 'Senders cannot claim that an answer is none; after 72 hours it is too late.',
  input: z.object({
    orderId: id(),
    reason: z.enum(CLAIM_REASONS, 'Please choose a reason'),
    text: claimText,
  }),
  output: nothing,
});

/** Improves the answer in an open claim; for its recipient. The earning is free 72 hours later unless the sender asks for a decision. */
export const improveAnswer = operation({
  name: 'improveAnswer',
  ...claiming,
  uses: ['accounts.write', 'conversations.write', 'events.append', 'attachments.write'],
  maxBodyBytes: LETTER_BODY,
  impact:
    'Recipients cannot improve an answer that was claimed; after 72 hours the money goes back.',
  /** `attachments`: the ids of its own attachments; those of the first answer stay with it. */
  input: z.object({
    inboxId: id(),
    messageBody: paidResponse,
    attachments: attachmentIds,
    placedPictures,
  }),
  output: one(conversationMessage),
});

/** Gives the money back to the sender; for the recipient, until the desk has to decide. */
export const giveBackClaim = operation({
  name: 'giveBackClaim',
  ...claiming,
  uses: MOVES_MONEY,
  impact: 'Recipients cannot give money back; after 72 hours it goes back by itself.',
  input: z.object({ inboxId: id() }),
  output: nothing,
});

/** Contests an open claim, so that the desk decides; for its recipient. */
export const contestClaim = operation({
  name: 'contestClaim',
  ...claiming,
  uses: ['conversations.write', 'events.append', 'cases.write'],
  impact: 'Recipients cannot contest a claim; after 72 hours the money goes back.',
  input: z.object({ inboxId: id(), text: claimText }),
  output: nothing,
});

/** Asks the desk for a decision within 72 hours of an improved answer; for its sender. */
export const askForDecision = operation({
  name: 'askForDecision',
  ...claiming,
  uses: ['conversations.write', 'events.append', 'cases.write'],
  impact:
    'Senders cannot ask for a decision; 72 hours after an improved answer it counts as accepted.',
  input: z.object({ orderId: id(), text: claimText }),
  output: nothing,
});

/** Withdraws a claim that is not decided; for its sender. */
export const withdrawClaim = operation({
  name: 'withdrawClaim',
  ...claiming,
  uses: ['accounts.write', 'conversations.write', 'ledger.append', 'events.append', 'cases.close'],
  impact: 'Senders cannot withdraw a claim; the earning stays frozen until it is decided.',
  input: z.object({ orderId: id() }),
  output: nothing,
});
