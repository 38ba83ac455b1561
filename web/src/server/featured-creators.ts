import type { browseCreators } from '#shared/api/browse.ts';
import type { Input, Output } from '#shared/api/operation.ts';

/*
 * The creators on the landing page: the first ones who take a message now. The server renders the page with them
 * (functions/pages/render.ts), and the page asks for nothing, so that nothing moves when it is hydrated.
 */

export const FEATURED = { places: true, limit: 6 } satisfies Input<typeof browseCreators>;
export type Featured = Output<typeof browseCreators>;

/** The key of their query. Written out, because the definition of the operation would load with the page. */
export const FEATURED_KEY = ['browseCreators', FEATURED, 'answer'] as const;
