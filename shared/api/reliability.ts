import * as z from 'zod/mini';
import { dollars, moment } from '../wire.ts';
import { MINUTE, nothing, one, operation } from './operation.ts';

/* The reliability of the whole platform. docs/product/reliability.md */

const figures = z.object({
  answered: z.int(),
  /** Not answered in ten days, or counted as unanswered after a claim. */
  unanswered: z.int(),
  /** Declined, canceled, reported, withdrawn, or the earning from the answer was taken back. */
  otherwise: z.int(),
  /** Half of the answers came within so many hours; null if none came. */
  medianHours: z.nullable(z.int()),
  /** The price of all of them, and how much of it went back to the senders. */
  paid: dollars(),
  givenBack: dollars(),
  /** The claims that the desk upheld, or that nobody reacted to. */
  upheldClaims: z.int(),
});

export const viewReliability = operation({
  name: 'viewReliability',
  method: 'GET',
  who: 'anyone',
  uses: ['reliability.read'],
  limits: [{ per: 'address', max: 600, within: 5 * MINUTE, atEdge: true }],
  impact: 'The reliability page shows an error; everything else works.',
  input: nothing,
  output: one(
    z.object({
      /** When the figures were last computed; null before the first time. */
      computedAt: z.nullable(moment),
      /** From the first month with an ended order on, at most 13, oldest first; the last may still be running. */
      months: z.array(
        // `month`: `2026-11`, in UTC. The figures are null if too few messages ended.
        z.object({ month: z.string(), figures: z.nullable(figures) }),
      ),
    }),
  ),
});
