import type * as z from 'zod/mini';
import type { createUserLink } from '#shared/api/links.ts';

/** What the inputs of the form of a link contain. */
export type LinkValues = z.input<typeof createUserLink.input>;
