import { saveAnswerDraft } from '#shared/api/answer-drafts.ts';
import type { Input } from '#shared/api/operation.ts';
import { Refusal } from '#shared/refusals.ts';
import type {
  AnswerDraftKind,
  AnswerDraftWords,
} from '#shared/rules/conversations/answer-drafts.ts';
import { claimActionRefusal } from '#shared/rules/conversations/claims.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { refusalOf } from '#shared/rules/conversations/state-machine.ts';
import { hasVisibleText } from '#shared/rules/text/readable-text.ts';
import type { Instant } from '#shared/time.ts';
import { sanitizeMessage } from '../html.ts';
import { serve } from '../serve.ts';
import {
  type AnswerDraft,
  answerDraftOf,
  discardAnswerDraft,
  saveAnswerDraft as saveVersion,
} from '../storage/conversations/answer-drafts.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import type { DraftVersion } from '../storage/conversations/drafts.ts';
import { conversationKey } from '../storage/keys.ts';
import type { TableWriter } from '../storage/table.ts';
import { answerDraftChangedRefusal, answerDraftViewOf } from './answer-draft-views.ts';
import { draftVersionIn } from './draft-version.ts';
import { participantOf, throwIfRefused } from './participant.ts';
import { writingClaimIn } from './writing-claim.ts';

/** Saves the draft of the caller's answer, if it can still be sent and is based on the newest version. */
export const handler = serve(
  saveAnswerDraft,
  async (input, { table, caller, now }) => {
    const { kind } = input;
    const basedOn = draftVersionIn(input);
    const words = wordsIn(input);
    const conversation = await conversationById(table, input.inboxId, now);
    if (!conversation) throw new Refusal('NOT_FOUND');
    refuseUnlessAnswerable(conversation, caller.userId, kind, now);
    const kept = await keep(table, conversation, { kind, words, basedOn }, now);
    return { data: kept ? [answerDraftViewOf(kept)] : [] };
  },
  { readAhead: ({ inboxId }) => [conversationKey(inboxId)] },
);

function wordsIn(input: Input<typeof saveAnswerDraft>): AnswerDraftWords {
  const { messageBody, conversationStatus: choice, attachments, placedPictures } = input;
  const { declaration, counts, recordingText } = writingClaimIn(input);
  return {
    text: sanitizeMessage(messageBody),
    ...(choice && { choice }),
    ...(declaration && { declaration }),
    ...(counts && { counts }),
    ...(recordingText && { recordingText }),
    ...(attachments?.length && { attachments }),
    ...(placedPictures?.length && { placedPictures }),
  };
}

/** Refuses everybody but the recipient, and drafts of answers that cannot be sent now. */
function refuseUnlessAnswerable(
  conversation: Conversation,
  userId: string,
  kind: AnswerDraftKind,
  now: Instant,
): void {
  const { side, status } = participantOf(conversation, userId, now);
  throwIfRefused(
    kind === 'ANSWER'
      ? refusalOf(side, 'answer', status)
      : claimActionRefusal(conversation, side, 'improve', now),
  );
}

type NewVersion = {
  readonly kind: AnswerDraftKind;
  readonly words: AnswerDraftWords;
  readonly basedOn: DraftVersion | undefined;
};

/**
 * Saves a version, or deletes the draft if neither visible text nor an attachment is left, and returns what is stored. A repeated save whose first
 * response was lost finds its own words and succeeds. Refuses with DRAFT_CHANGED if it is based on another version.
 */
async function keep(
  table: TableWriter,
  conversation: Conversation,
  version: NewVersion,
  now: Instant,
): Promise<AnswerDraft | undefined> {
  const { id, recipient } = conversation;
  const { kind, words, basedOn } = version;
  const isEmpty = !hasVisibleText(plainText(words.text)) && !words.attachments;
  if (!isEmpty) {
    const saved = await saveVersion(table, conversation, version, now);
    if (saved !== 'CHANGED') return saved;
  } else if (basedOn) {
    const outcome = await table.write(discardAnswerDraft(recipient.id, id, kind, basedOn));
    if (outcome === 'done') return undefined;
  }
  const present = await answerDraftOf(table, recipient.id, id, kind, now);
  if (isEmpty ? !present : present && saysTheSame(present, words)) return present;
  throw answerDraftChangedRefusal(present);
}

/** The counts are left out: they follow from how a text was written, and the newest ones are on the device that writes. */
const saysTheSame = (draft: AnswerDraftWords, words: AnswerDraftWords) =>
  draft.text === words.text &&
  draft.choice === words.choice &&
  draft.declaration === words.declaration &&
  draft.recordingText === words.recordingText &&
  attachedText(draft) === attachedText(words);

const attachedText = ({ attachments = [], placedPictures = [] }: AnswerDraftWords): string =>
  JSON.stringify([
    attachments,
    placedPictures.map(({ attachmentId, position, caption }) => [attachmentId, position, caption]),
  ]);
