import type Stripe from 'stripe';
import type { Context } from './context.ts';
import { oneOf, required, text } from './params.ts';
import { noSuch } from './refusal.ts';
import { type Caller, route } from './route.ts';
import {
  cancelSetup,
  createParams,
  createSetup,
  existingSetup,
  finishSetup,
} from './setup-intent.ts';

type Setup = Stripe.SetupIntent;

/** The fields of a SetupIntent that a browser may see. */
const shownToBrowsers: (keyof Setup)[] = [
  'id',
  'object',
  'automatic_payment_methods',
  'cancellation_reason',
  'client_secret',
  'created',
  'description',
  'last_setup_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'status',
  'usage',
];

function shown(setup: Setup, caller: Caller): Partial<Setup> {
  if (caller === 'secret') return setup;
  return Object.fromEntries(shownToBrowsers.map((name) => [name, setup[name]]));
}

/** Checks the client secret, with which a browser may access one SetupIntent. */
function askedFor(context: Context, id: string, caller: Caller, clientSecret: string | undefined) {
  const setup = existingSetup(context, id);
  if (caller === 'publishable') required(clientSecret, 'client_secret');
  if (clientSecret !== undefined && clientSecret !== setup.client_secret)
    throw noSuch('setupintent', id, 'intent', 404);
  return setup;
}

export const setupIntentRoutes = [
  route({ method: 'POST', path: '/v1/setup_intents' }, createParams, (context, params) => {
    const { setup, refusal } = createSetup(context, params);
    if (refusal) throw refusal;
    return setup;
  }),
  route(
    { method: 'GET', path: '/v1/setup_intents/:id', publishable: true },
    { client_secret: text },
    (context, params, id, caller) =>
      shown(askedFor(context, id, caller, params.client_secret), caller),
  ),
  route({ method: 'POST', path: '/v1/setup_intents/:id/cancel' }, {}, (context, _params, id) =>
    cancelSetup(context, existingSetup(context, id)),
  ),
  // This route does not exist at Stripe. The 3-D Secure page of the emulator calls it.
  route(
    { method: 'POST', path: '/_bank/setup_intents/:id/authentication', publishable: true },
    { client_secret: text, outcome: oneOf('authenticated', 'failed') },
    (context, params, id, caller) => {
      const setup = askedFor(context, id, caller, params.client_secret);
      return shown(finishSetup(context, setup, required(params.outcome, 'outcome')), caller);
    },
  ),
];
