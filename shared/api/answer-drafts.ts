import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { attachmentIds, placedPictures } from '../rules/attachments/attachments.ts';
import { ANSWER_DRAFT_KINDS } from '../rules/conversations/answer-drafts.ts';
import { draftText } from '../rules/conversations/drafts.ts';
import { answerDraftView, optionalDraftVersion } from './draft-entities.ts';
import { LETTER_BODY, MINUTE, operation } from './operation.ts';
import { conversationStatus, writingClaim } from './writing-claim.ts';

/*
 * Drafts of answers, for the recipient of a message that can still be answered. Browsers delete what they store for a page that was not
 * visited for a week, and a message waits ten days for its answer. Each save increments the version and names the version it
 * is based on, so that two devices never overwrite each other. docs/product/conversations.md#drafts-of-answers
 */

const kind = z.enum(ANSWER_DRAFT_KINDS, 'kind must be ANSWER or IMPROVED');
const output = z.object({ data: z.array(answerDraftView).check(z.maxLength(1)) });

/** Saves the draft of an answer; one without visible text is deleted. Returns what is stored then. */
export const saveAnswerDraft = operation({
  name: 'saveAnswerDraft',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write', 'conversations.read'],
  /** The browser saves at most every second while a person types. */
  limits: [{ per: 'caller', max: 240, within: 5 * MINUTE, inMemory: true }],
  idempotent: 'byNature',
  maxBodyBytes: LETTER_BODY,
  impact: 'Begun answers are saved on the device only; they can be sent.',
  input: z.object({
    inboxId: id(),
    kind,
    messageBody: draftText,
    conversationStatus: z.optional(conversationStatus),
    ...writingClaim,
    /** The ids of its attachments; left out means none, as the whole draft is saved. */
    attachments: attachmentIds,
    placedPictures,
    /** The version that this save is based on; both absent for the first one. */
    ...optionalDraftVersion,
  }),
  output,
});

/** The draft of an answer that has not arrived, also when the message can no longer be answered. */
export const viewAnswerDraft = operation({
  name: 'viewAnswerDraft',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'conversations.read'],
  impact: 'People see only the version of a begun answer that is saved on their device.',
  input: z.object({ inboxId: id(), kind }),
  output,
});
