import { viewStatements } from '#shared/api/statements.ts';
import { query } from '../../api/queries.ts';

/** The decisions about the viewer's account. */
export const decisionQueries = () => ({ statements: query(viewStatements, {}) });
