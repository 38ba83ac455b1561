import { viewReliability } from '#shared/api/reliability.ts';
import { query } from '#web/api/queries.ts';

/** The query of the figures of the platform. */
export const reliabilityQueries = () => ({ reliability: query(viewReliability, {}) });
