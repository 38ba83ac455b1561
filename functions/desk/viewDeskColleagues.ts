import { viewDeskColleagues } from '#shared/api/desk-work.ts';
import { serve } from '../serve.ts';
import { colleaguesFor } from './colleagues.ts';
import { deskPersonOf } from './desk-context.ts';
import { itemFor } from './desk-items.ts';

/** Returns the colleagues to whom the caller can hand an item. */
export const handler = serve(viewDeskColleagues, async (input, call) => {
  const item = await itemFor(call, input);
  return { data: (await colleaguesFor(call, item)).map(deskPersonOf) };
});
