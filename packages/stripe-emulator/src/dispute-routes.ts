import { closeDispute, openDispute } from './dispute.ts';
import { evidenceParam, shownDispute, updateDispute } from './dispute-evidence.ts';
import { flag, integer, metadata, oneOf, required } from './params.ts';
import { existing, listRoute } from './resource.ts';
import { route } from './route.ts';

export const disputeRoutes = [
  listRoute('/v1/disputes', 'disputes', ['charge', 'payment_intent'], shownDispute),
  route({ method: 'GET', path: '/v1/disputes/:id' }, {}, (context, _params, id) =>
    shownDispute(existing(context, 'disputes', id), context),
  ),
  route(
    { method: 'POST', path: '/v1/disputes/:id' },
    { evidence: evidenceParam, submit: flag, metadata },
    (context, params, id) => updateDispute(context, existing(context, 'disputes', id), params),
  ),
  // Accepts the dispute.
  route({ method: 'POST', path: '/v1/disputes/:id/close' }, {}, (context, _params, id) =>
    closeDispute(context, existing(context, 'disputes', id), 'lost'),
  ),
  // These routes do not exist at Stripe. They simulate the card holder and their bank.
  route(
    { method: 'POST', path: '/_bank/charges/:id/dispute' },
    { amount: integer(1), inquiry: flag },
    (context, params, id) => openDispute(context, existing(context, 'charges', id), params),
  ),
  route(
    { method: 'POST', path: '/_bank/disputes/:id/decision' },
    { outcome: oneOf('won', 'lost') },
    (context, params, id) =>
      closeDispute(context, existing(context, 'disputes', id), required(params.outcome, 'outcome')),
  ),
];
