import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { attachmentIds } from '../rules/attachments/attachments.ts';
import { draftSubject, draftText, draftTier } from '../rules/conversations/drafts.ts';
import { draftAnswers } from '../rules/conversations/prompt-answers.ts';
import { draftListItem, draftVersion, draftView, optionalDraftVersion } from './draft-entities.ts';
import { LETTER_BODY, MINUTE, nothing, one, operation, page } from './operation.ts';
import { paging } from './paging.ts';
import { via } from './via.ts';

/*
 * Drafts: messages that are not paid for. There is one per sender and recipient. Each save increments the version and names the
 * version it is based on, so that two devices never overwrite each other.
 */

export const saveDraft = operation({
  name: 'saveDraft',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  /** The browser saves at most every 1.5 seconds while a person types. */
  limits: [{ per: 'caller', max: 240, within: 5 * MINUTE, inMemory: true }],
  idempotent: 'byNature',
  maxBodyBytes: LETTER_BODY,
  impact: 'Drafts are saved on the device only, and cannot be paid for.',
  input: z.object({
    recipientId: id(),
    messageSubject: draftSubject,
    messageText: draftText,
    /** The answers to the recipient's questions; left out means unchanged. */
    answers: draftAnswers,
    /** What the sender chose to pay for; left out means unchanged. */
    tier: draftTier,
    /** The ids of its attachments; left out means unchanged. */
    attachments: attachmentIds,
    /** The version that this save is based on; both absent for the first one. */
    ...optionalDraftVersion,
    via,
  }),
  output: one(draftView),
});

export const viewDraft = operation({
  name: 'viewDraft',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People cannot pay for a draft, and see only the version saved on their device.',
  input: z.object({ recipientId: id() }),
  output: z.object({ data: z.array(draftView).check(z.maxLength(1)) }),
});

export const viewDrafts = operation({
  name: 'viewDrafts',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People cannot see the list of their drafts.',
  input: z.object({ ...paging }),
  output: page(draftListItem),
});

export const deleteDraft = operation({
  name: 'deleteDraft',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'attachments.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: 5 * MINUTE, inMemory: true }],
  impact: 'People cannot delete a draft; it expires after 30 days.',
  input: z.object({ recipientId: id(), ...draftVersion }),
  output: nothing,
});
