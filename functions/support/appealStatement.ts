import { appealStatement } from '#shared/api/statements.ts';
import { serve } from '../serve.ts';
import { appeal } from './statements.ts';

/** Appeals a decision about the caller. docs/product/desk.md#statements */
export const handler = serve(appealStatement, async (input, call) => {
  await appeal(call, call.caller.userId, input, call.keyed);
  return {};
});
