import * as z from 'zod';
import { id } from '../ids.ts';
import { moment, wholeNumber } from '../wire.ts';

/* Drafts as they travel, and how one is named. */

/** A draft, as one of its versions. */
export const draftView = z.object({
  id: z.string(),
  /** 1, 2, 3 …: counts its saves. */
  version: z.int(),
  recipientId: z.string(),
  messageSubject: z.string(),
  /** HTML, sanitized. */
  messageText: z.string(),
  modifiedAt: moment,
  /** It is kept until then, and longer with each save. */
  expiresAt: moment,
});

/** A draft in a list of them. */
export const draftListItem = draftView.omit({ messageText: true }).extend({
  recipientName: z.string(),
  recipientAvatarUrl: z.string().nullable(),
  /** Whether the recipient takes paid messages now; false where the account is gone. */
  acceptsMessages: z.boolean(),
  /** The beginning of the message, in plain text; empty where nothing was written. */
  excerpt: z.string(),
});

/** Which draft, as it was read; `draftId` and `draftVersion` come together. */
export const draftVersion = {
  draftId: id(),
  draftVersion: wholeNumber('draftVersion must be a whole number'),
};
