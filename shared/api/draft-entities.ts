import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { ANSWER_DRAFT_KINDS } from '../rules/conversations/answer-drafts.ts';
import { CONVERSATION_CHOICES } from '../rules/conversations/conversations.ts';
import { DECLARATIONS, RECORDING_TEXTS } from '../rules/conversations/written-by.ts';
import { moment, wholeNumber } from '../wire.ts';

/* Drafts in responses of the API, and how requests identify one. */

/** One version of a draft. */
export const draftView = z.object({
  id: z.string(),
  /** The number of its saves. */
  version: z.int(),
  recipientId: z.string(),
  messageSubject: z.string(),
  /** HTML, sanitized. */
  messageText: z.string(),
  /** The answers to the recipient's questions, also to those that are no longer asked. Absent without any. */
  answers: z.optional(z.array(z.object({ question: z.string(), text: z.string() }))),
  /** What the sender chose: the id of a tier, or `own` for their own price. Absent without a choice. */
  tier: z.optional(z.string()),
  /** The ids of its attachments: `viewAttachments` shows them. Absent without any. */
  attachments: z.optional(z.array(z.string())),
  modifiedAt: moment,
  /** When it expires; each save postpones this. */
  expiresAt: moment,
});

/** A draft in a list. */
export const draftListItem = z.extend(
  z.omit(draftView, { messageText: true, answers: true, tier: true, attachments: true }),
  {
    recipientName: z.string(),
    recipientAvatarUrl: z.nullable(z.string()),
    /** Whether the recipient accepts paid messages now; false if the account is gone. */
    acceptsMessages: z.boolean(),
    /** The beginning of the message, in plain text; empty without a text. */
    excerpt: z.string(),
    /** The number of its attachments; absent without any. */
    attachmentCount: z.optional(z.int()),
  },
);

/** A picture between two paragraphs of an answer. `position`: the number of blocks of the text before it. */
const placedPicture = z.object({
  attachmentId: z.string(),
  position: z.int(),
  caption: z.string(),
});

/** One version of the draft of an answer. */
export const answerDraftView = z.object({
  id: z.string(),
  /** The number of its saves. */
  version: z.int(),
  inboxId: z.string(),
  /** `ANSWER`: the paid answer. `IMPROVED`: the improved answer in a claim. */
  kind: z.enum(ANSWER_DRAFT_KINDS),
  /** HTML, sanitized. */
  messageBody: z.string(),
  /** Whether the conversation stays open. Absent until it is chosen. */
  conversationStatus: z.optional(z.enum(CONVERSATION_CHOICES)),
  /** The author's statement of who wrote it. Absent until they choose one. */
  declaration: z.optional(z.enum(DECLARATIONS)),
  /** What the text is of the recording. Absent until it is chosen. */
  recordingText: z.optional(z.enum(RECORDING_TEXTS)),
  /** The counts of the browser while it was written; all three or none. */
  typedCharacters: z.optional(z.int()),
  pastedCharacters: z.optional(z.int()),
  writingMinutes: z.optional(z.int()),
  /** The ids of its attachments: `viewAttachments` shows them. Absent without any. */
  attachments: z.optional(z.array(z.string())),
  /** The picture between two paragraphs; absent without one. */
  placedPictures: z.optional(z.array(placedPicture)),
  modifiedAt: moment,
  /** When it expires, a week after the deadline of the answer. */
  expiresAt: moment,
});

/** The draft and version that the client has read. */
export const draftVersion = {
  draftId: id(),
  draftVersion: wholeNumber('draftVersion must be a whole number'),
};

/** The same where there may be none: both or neither are sent. */
export const optionalDraftVersion = {
  draftId: z.optional(draftVersion.draftId),
  draftVersion: z.optional(draftVersion.draftVersion),
};
