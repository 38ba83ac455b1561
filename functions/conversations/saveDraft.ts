import { saveDraft } from '#shared/api/drafts.ts';
import type { Input } from '#shared/api/operation.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import { sourceOf } from '#shared/rules/analytics/sources.ts';
import { type DraftWords, isEmptyDraft } from '#shared/rules/conversations/drafts.ts';
import type { PromptAnswer } from '#shared/rules/conversations/prompts.ts';
import type { Instant } from '#shared/time.ts';
import { sanitizeMessage } from '../html.ts';
import { serve } from '../serve.ts';
import { isPublic, userById } from '../storage/accounts/users.ts';
import { beginDraft, changeDraft, type Draft, draftTo } from '../storage/conversations/drafts.ts';
import type { TableWriter } from '../storage/table.ts';
import { draftVersionIn } from './draft-version.ts';
import { draftChangedRefusal, draftViewOf } from './draft-views.ts';

/** Saves the caller's draft to a recipient, if it is based on the newest version. */
export const handler = serve(saveDraft, async (input, call) => ({
  data: [draftViewOf(await keepDraft(call, call.caller.userId, input))],
}));

/**
 * Saves a draft and returns it as stored. A repeated save whose first response was lost finds the same text and succeeds.
 * Refuses with INVALID_INPUT, NOT_FOUND, or DRAFT_CHANGED with the current draft if the save is based on another version.
 */
async function keepDraft(
  { table, now }: { readonly table: TableWriter; readonly now: Instant },
  userId: string,
  input: Input<typeof saveDraft>,
): Promise<Draft> {
  const { recipientId } = input;
  if (recipientId === userId)
    throw invalidInput({ recipientId: 'You can’t send a letter to yourself' });
  const basedOn = draftVersionIn(input);
  const words: DraftWords = {
    subject: input.messageSubject,
    text: sanitizeMessage(input.messageText),
    ...(input.answers && { answers: input.answers }),
    ...(input.tier && { tier: input.tier }),
    ...(input.attachments && { attachments: input.attachments }),
  };
  if (isEmptyDraft(words)) throw invalidInput({ messageText: 'Enter a message' });
  const kept = basedOn
    ? await changeDraft(table, userId, recipientId, { ...basedOn, ...words }, now)
    : await saveFirst(table, userId, input, words, now);
  if (kept !== 'CHANGED') return kept;
  const present = await draftTo(table, userId, recipientId, now);
  if (present && saysTheSame(present, words)) return present;
  throw draftChangedRefusal(present);
}

/** Whether a draft has these words. An older app sends no answers to questions and no
 * attachments, and the draft keeps the ones it has. */
const saysTheSame = (
  draft: Draft,
  { subject, text, answers, tier, attachments }: DraftWords,
): boolean =>
  draft.subject === subject &&
  draft.text === text &&
  (!tier || draft.tier === tier) &&
  (!attachments || attachments.join() === (draft.attachments ?? []).join()) &&
  (!answers || answersText(answers) === answersText(draft.answers));

const answersText = (answers: readonly PromptAnswer[] = []): string =>
  JSON.stringify(answers.map(({ question, text }) => [question, text]));

/** Saves the first version of a draft. The recipient has to exist then; the draft stays if they delete their account later. */
async function saveFirst(
  table: TableWriter,
  userId: string,
  { recipientId, via }: Input<typeof saveDraft>,
  words: DraftWords,
  now: Instant,
): Promise<Draft | 'CHANGED'> {
  const recipient = await userById(table, recipientId, now);
  if (!recipient || !isPublic(recipient)) throw new Refusal('NOT_FOUND');
  return beginDraft(table, userId, recipientId, { ...words, source: sourceOf(via) }, now);
}
