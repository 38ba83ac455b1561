import * as z from 'zod/mini';

/**
 * The time zone of the browser that signs in, in which emails and text messages name times. Optional, because pages that were opened
 * before send none; a name that nobody knows is not stored, and signs in all the same.
 */
export const ownTimeZone = { timeZone: z.optional(z.string().check(z.maxLength(64))) };
