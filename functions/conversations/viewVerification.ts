import { viewVerification } from '#shared/api/verifications.ts';
import { Refusal } from '#shared/refusals.ts';
import { serve } from '../serve.ts';
import { NO_SUCH_LETTER, verificationViewOf } from './verification-views.ts';

/** Returns what can be checked of a paid answer, without its text (docs/product/conversations.md#checking-a-letter). */
export const handler = serve(viewVerification, async ({ id }, { table, now }) => {
  const verification = await verificationViewOf(table, id, now);
  if (!verification) throw new Refusal('NOT_FOUND', { message: NO_SUCH_LETTER });
  return { data: [verification] };
});
