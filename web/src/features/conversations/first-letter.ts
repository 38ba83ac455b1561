import * as z from 'zod/mini';
import type { Cents } from '#shared/money.ts';

/*
 * What the payment page knows of a letter that was written before its sender had an account: the history state, which a reload keeps.
 */

const schema = z.object({
  /** The price that stood on the letter. */
  firstLetter: z.object({
    price: z.custom<Cents>((value) => Number.isSafeInteger(value)),
  }),
});

export type FirstLetter = z.output<typeof schema>['firstLetter'];

export const firstLetterState = (price: Cents): z.output<typeof schema> => ({
  firstLetter: { price },
});

/** The first letter in the state of a navigation; undefined for every other letter. */
export const firstLetterIn = (state: unknown): FirstLetter | undefined =>
  schema.safeParse(state).data?.firstLetter;
