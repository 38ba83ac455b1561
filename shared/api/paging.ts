import * as z from 'zod/mini';
import { wholeNumber } from '../wire.ts';

export const PAGE_SIZE = 20;

/**
 * `skip`: the number of items that the caller has already. `cursor`: the end of the last page; its cost does not grow with the
 * number of pages.
 */
export const paging = {
  skip: z.optional(
    wholeNumber('skip must be a whole number').check(
      z.refine((count) => count >= 0 && count <= 1_000_000, 'skip must be zero or more'),
    ),
  ),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
};
