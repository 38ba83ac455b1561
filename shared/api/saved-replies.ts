import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { savedReplyText, savedReplyTitle } from '../rules/conversations/saved-replies.ts';
import { all, HOUR, nothing, one, operation } from './operation.ts';

/*
 * Saved replies: texts that an author puts into answers by choice. Nothing sends them. docs/product/conversations.md#saved-replies
 */

const savedReply = z.object({
  id: z.string(),
  title: z.string(),
  /** Sanitized HTML. */
  text: z.string(),
});

const words = z.object({ title: savedReplyTitle, text: savedReplyText });

export const viewSavedReplies = operation({
  name: 'viewSavedReplies',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People cannot use or arrange their saved replies; answers work.',
  input: nothing,
  output: all(savedReply),
});

export const createSavedReply = operation({
  name: 'createSavedReply',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byKey',
  limits: [{ per: 'caller', max: 200, within: HOUR, inMemory: true }],
  impact: 'People cannot save a reply.',
  input: words,
  output: one(savedReply),
});

export const updateSavedReply = operation({
  name: 'updateSavedReply',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  limits: [{ per: 'caller', max: 200, within: HOUR, inMemory: true }],
  impact: 'People cannot correct a saved reply.',
  input: z.extend(words, { savedReplyId: id() }),
  output: one(savedReply),
});

export const deleteSavedReply = operation({
  name: 'deleteSavedReply',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 200, within: HOUR, inMemory: true }],
  impact: 'People cannot delete a saved reply.',
  input: z.object({ savedReplyId: id() }),
  output: nothing,
});
