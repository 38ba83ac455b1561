import { viewSecurityStop } from '#shared/api/security-stops.ts';
import { hashKey } from '../gateways/secrets.ts';
import { serve } from '../serve.ts';
import { namedStep, stopView } from './security-stop.ts';

/** Says what the link in a message to an old channel stops. */
export const handler = serve(
  viewSecurityStop,
  async ({ token }, { table, now }) => ({
    data: [stopView(await namedStep(table, token, now), now)],
  }),
  { gives: { hashKey } },
);
