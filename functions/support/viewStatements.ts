import { viewStatements } from '#shared/api/statements.ts';
import { serve } from '../serve.ts';
import { statementViews } from './statements.ts';

/** Returns the decisions about the caller. */
export const handler = serve(viewStatements, async (_input, { table, caller, now }) => ({
  data: await statementViews(table, caller.userId, now),
}));
