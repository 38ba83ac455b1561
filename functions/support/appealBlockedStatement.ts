import { appealBlockedStatement } from '#shared/api/statements.ts';
import { serve } from '../serve.ts';
import { personOf } from './appeal-token.ts';
import { appeal } from './statements.ts';

/** Appeals a decision about a person whose account is blocked. */
export const handler = serve(appealBlockedStatement, async ({ appealToken, ...input }, call) => {
  await appeal(call, await personOf(appealToken, call.now), input, call.keyed);
  return {};
});
