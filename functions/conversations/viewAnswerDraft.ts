import { viewAnswerDraft } from '#shared/api/answer-drafts.ts';
import { Refusal } from '#shared/refusals.ts';
import { hasArrived } from '#shared/rules/conversations/answer-drafts.ts';
import { serve } from '../serve.ts';
import { answerDraftOf } from '../storage/conversations/answer-drafts.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import { answerDraftViewOf } from './answer-draft-views.ts';
import { participantOf } from './participant.ts';

/** The draft of the caller's answer, if there is one and the answer has not arrived. */
export const handler = serve(viewAnswerDraft, async ({ inboxId, kind }, { table, caller, now }) => {
  const [conversation, draft] = await Promise.all([
    conversationById(table, inboxId, now),
    answerDraftOf(table, caller.userId, inboxId, kind, now),
  ]);
  if (!conversation) throw new Refusal('NOT_FOUND');
  participantOf(conversation, caller.userId, now);
  const isShown = draft && !hasArrived(conversation, kind);
  return { data: isShown ? [answerDraftViewOf(draft)] : [] };
});
