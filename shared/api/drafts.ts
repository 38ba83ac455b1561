import * as z from 'zod';
import { id } from '../ids.ts';
import { draftSubject, draftText } from '../rules/drafts.ts';
import { draftListItem, draftVersion, draftView } from './draft-entities.ts';
import { LETTER_BODY, MINUTE, nothing, one, operation, page } from './operation.ts';
import { paging } from './paging.ts';

/*
 * Drafts: messages that somebody writes and has not paid for. There is one per sender and recipient. Each save counts its
 * version up and names the version it is based on, so that of two devices neither writes over the other.
 */

export const saveDraft = operation({
  name: 'saveDraft',
  method: 'POST',
  who: 'verified',
  uses: ['table.write'],
  /** A save every second and a half for as long as somebody types. */
  limits: [{ per: 'caller', max: 240, within: 5 * MINUTE }],
  idempotent: 'byNature',
  maxBodyBytes: LETTER_BODY,
  impact: 'What people write is kept on their device only, and cannot be paid for.',
  input: z.object({
    recipientId: id(),
    messageSubject: draftSubject,
    messageText: draftText,
    /** The version that this save is based on; both absent for the first one. */
    draftId: draftVersion.draftId.optional(),
    draftVersion: draftVersion.draftVersion.optional(),
  }),
  output: one(draftView),
});

export const viewDraft = operation({
  name: 'viewDraft',
  method: 'GET',
  who: 'verified',
  uses: ['table.read'],
  impact: 'People cannot pay for what they wrote, and see only what their device kept.',
  input: z.object({ recipientId: id() }),
  output: z.object({ data: z.array(draftView).max(1) }),
});

export const viewDrafts = operation({
  name: 'viewDrafts',
  method: 'GET',
  who: 'verified',
  uses: ['table.read'],
  impact: 'People cannot find the letters they have not finished.',
  input: z.object({ ...paging }),
  output: page(draftListItem),
});

export const deleteDraft = operation({
  name: 'deleteDraft',
  method: 'POST',
  who: 'verified',
  uses: ['table.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 120, within: 5 * MINUTE }],
  impact: 'People cannot discard a letter; it goes by itself after 30 days.',
  input: z.object({ recipientId: id(), ...draftVersion }),
  output: nothing,
});
