import * as z from 'zod';
import { wholeNumber } from '../wire.ts';

export const PAGE_SIZE = 20;

/**
 * `skip`: the number of items that the caller has already. `cursor`: the end of the last page; its cost does not grow with the
 * number of pages.
 */
export const paging = {
  skip: wholeNumber('skip must be a whole number')
    .refine((count) => count >= 0 && count <= 1_000_000, 'skip must be zero or more')
    .optional(),
  cursor: z.string().max(1_000).optional(),
};
