import * as z from 'zod/mini';
import { dollars, moment } from '../wire.ts';

/* What a person offers to senders, in responses of the API. Apart from entities that the home screen loads. */

const text = z.string();

/** A pause; without a time, until the person ends it. */
export const pause = z.object({ until: z.nullable(moment) });
export const boughtTier = z.object({ name: text, promise: text, minimumLength: z.int() });
export const tier = z.extend(boughtTier, { price: dollars() });
/** A question to everybody who writes to the person. */
export const prompt = z.object({ question: text, required: z.boolean() });
/** The odds of an answer. `ended`: answered, or not answered by the deadline. `medianHours`: from the payment to the answer. */
export const odds = z.object({
  answered: z.int(),
  ended: z.int(),
  /** Null if none was answered. */
  medianHours: z.nullable(z.int()),
});
