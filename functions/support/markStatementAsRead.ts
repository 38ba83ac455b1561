import { markStatementAsRead } from '#shared/api/statements.ts';
import { serve } from '../serve.ts';
import { markAsRead } from './statements.ts';

/** Notes that the caller opened a decision about them. */
export const handler = serve(markStatementAsRead, async ({ statementId }, call) => {
  await markAsRead(call, call.caller.userId, statementId);
  return {};
});
