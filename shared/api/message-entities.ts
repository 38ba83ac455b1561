import * as z from 'zod/mini';
import { MESSAGE_KINDS } from '../rules/conversations/message-kinds.ts';
import { DECLARATIONS, RECORDING_TEXTS } from '../rules/conversations/written-by.ts';
import { moment } from '../wire.ts';
import { sentAttachment } from './attachment-entities.ts';

/* The messages of conversations in responses of the API. Apart from the other entities, which the home screen loads. */

const text = z.string();

export const writingCounts = z.object({ typed: z.int(), pasted: z.int(), minutes: z.int() });

export const conversationMessage = z.object({
  id: text,
  /**
   * The paid question, the paid response, a free reply, the recipient's clarifying question and the sender's reply to it, or the
   * improved answer after a claim.
   */
  kind: z.enum(MESSAGE_KINDS),
  senderId: text,
  senderName: text,
  senderAvatar: z.nullable(text),
  body: text,
  dateTimeSent: moment,
  messageRead: z.boolean(),
  dateTimeRead: z.nullable(moment),
  /** Pictures, PDFs and the recording, in the order in which they are shown; absent without any. */
  attachments: z.optional(z.array(sentAttachment)),
  /** How a paid answer was written, and where it can be checked; absent for free and older answers. */
  written: z.optional(
    z.object({
      verificationId: text,
      /** The hash of the answer, which its author can sign. */
      hash: text,
      /** Null if the author did not say. */
      declaration: z.nullable(z.enum(DECLARATIONS)),
      /** What the author’s browser counted; null if it did not. */
      counts: z.nullable(writingCounts),
      /** What its text is of its recording; absent without one. */
      recordingText: z.optional(z.enum(RECORDING_TEXTS)),
      signedAt: z.nullable(moment),
    }),
  ),
});
