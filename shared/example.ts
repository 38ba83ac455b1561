import * as z from 'zod/mini';

/* The example on the landing page: a letter and its answer. docs/product/discovery.md#the-landing-page */

const text = z.string().check(z.minLength(1), z.maxLength(400));

export const exampleSchema = z.object({
  /** The name of the sender, and the one of the person who answered. Real people are named only if they agreed. */
  from: text,
  to: text,
  priceCents: z.int().check(z.minimum(0)),
  subject: text,
  question: text,
  /** How long the answer took, such as `20 hours later`. */
  answeredAfter: text,
  /** The date of the postmark, as it is drawn: `Nov 24` and `2026`. */
  answeredOn: z.object({ day: text, year: text }),
  /** The paragraphs of the answer. */
  answer: z.array(text),
  /** The outcome, as a sentence. */
  afterwards: text,
});

export type Example = z.infer<typeof exampleSchema>;
