import * as z from 'zod/mini';
import type { Claims } from '#functions/auth/tokens.ts';
import { serve } from '#functions/serve.ts';
import { type Limit, operation, type Who } from '#shared/api/operation.ts';
import { newId } from '#shared/ids.ts';
import type { Instant } from '#shared/time.ts';
import { dollars } from '#shared/wire.ts';

/** Defines a minimal operation that returns a greeting, for tests of the code around operations. */
export const greeting = (more: { who?: Who; limits?: Limit[]; name?: string } = {}) =>
  operation({
    name: 'greet',
    method: 'POST',
    who: 'anyone',
    uses: [],
    impact: 'Nobody is greeted.',
    input: z.object({
      name: z.string('Please enter your name').check(z.minLength(1, 'Please enter your name')),
      tip: z.optional(dollars('Please enter a tip')),
      tags: z.optional(z.union([z.string(), z.array(z.string())])),
    }),
    output: z.object({ greeting: z.string() }),
    ...more,
  });

/** Creates the handler of such an operation. */
export const greet = (more: Parameters<typeof greeting>[0] = {}) =>
  serve(greeting(more), async ({ name, tip }) => ({
    greeting: `Hello ${name}${tip === undefined ? '' : `, ${tip} cents`}`,
  }));

/** The claims of a signed-in user: confirmed and on a paid plan unless `more` says otherwise. */
export const callerAt = (now: Instant, more: Partial<Claims> = {}): Claims => ({
  userId: newId(now),
  sessionId: newId(now),
  verified: true,
  plan: 'STARTER',
  ...more,
});
