import { viewReliability } from '#shared/api/reliability.ts';
import { serve } from '../serve.ts';
import { publishedReliability } from '../storage/profiles/reliability.ts';
import { reliabilityView } from './reliability-view.ts';

/** Returns the published figures of the platform. */
export const handler = serve(viewReliability, async (_input, { table }) => ({
  data: [reliabilityView(await publishedReliability(table))],
}));
