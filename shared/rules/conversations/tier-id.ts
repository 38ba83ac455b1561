import * as z from 'zod/mini';

/** The schema of the id of a tier. */
export const tierId = z
  .string()
  .check(z.regex(/^[\da-f]{32}$/, 'Please choose one of the answers that are offered'));
