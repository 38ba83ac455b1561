import * as z from 'zod/mini';
import { moment } from '../wire.ts';

/* Thank-yous in responses of the API. docs/product/conversations.md#thanks */

/** What a sender said in thanks, as the two people of the conversation see it. */
export const thanksView = z.object({
  at: moment,
  /** Null if they only thanked. */
  text: z.nullable(z.string()),
  /** The sender's consent to show it, with the first name under it, null for none. Null if nobody else may read it. */
  consent: z.nullable(z.object({ at: moment, name: z.nullable(z.string()) })),
  /** Whether it stands on the recipient's profile. */
  isShown: z.boolean(),
});

/** The thank-yous that a profile shows, and the figures beside them. */
export const profileThanks = z.object({
  /** The number of senders who said thanks, and of the paid answers for which they could. */
  thankedCount: z.int(),
  paidAnswerCount: z.int(),
  /** Those that the person chose, the newest first. `name`: null without one; `month`: 2026-11. */
  shown: z.array(
    z.object({ id: z.string(), text: z.string(), name: z.nullable(z.string()), month: z.string() }),
  ),
});
