import * as z from 'zod/mini';
import { id } from '../ids.ts';
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
  modifiedAt: moment,
  /** When it expires; each save postpones this. */
  expiresAt: moment,
});

/** A draft in a list. */
export const draftListItem = z.extend(
  z.omit(draftView, { messageText: true, answers: true, tier: true }),
  {
    recipientName: z.string(),
    recipientAvatarUrl: z.nullable(z.string()),
    /** Whether the recipient accepts paid messages now; false if the account is gone. */
    acceptsMessages: z.boolean(),
    /** The beginning of the message, in plain text; empty without a text. */
    excerpt: z.string(),
  },
);

/** The draft and version that the client has read; both or neither are sent. */
export const draftVersion = {
  draftId: id(),
  draftVersion: wholeNumber('draftVersion must be a whole number'),
};
