import * as z from 'zod/mini';

/** How a visitor came to a profile, for its owner's analytics (shared/rules/analytics/sources.ts); any other text counts as `direct`. */
export const via = z.optional(z.string().check(z.maxLength(20)));
