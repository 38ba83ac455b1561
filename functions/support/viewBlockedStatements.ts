import { viewBlockedStatements } from '#shared/api/statements.ts';
import { serve } from '../serve.ts';
import { personOf } from './appeal-token.ts';
import { statementViews } from './statements.ts';

/** Returns the decisions about a person whose account is blocked. */
export const handler = serve(viewBlockedStatements, async ({ appealToken }, { table, now }) => ({
  data: await statementViews(table, await personOf(appealToken, now), now),
}));
