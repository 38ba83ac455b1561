import type { Context } from './context.ts';
import { closeDispute, openDispute } from './dispute.ts';
import { page, paging } from './pagination.ts';
import { flag, integer, oneOf, required, text, timeRange } from './params.ts';
import { noSuch } from './refusal.ts';
import { route } from './route.ts';

function existingDispute(context: Context, id: string) {
  const found = context.store.get('disputes', id);
  if (!found) throw noSuch('dispute', id, 'id', 404);
  return found;
}

function existingCharge(context: Context, id: string) {
  const found = context.store.get('charges', id);
  if (!found) throw noSuch('charge', id, 'id', 404);
  return found;
}

export const disputeRoutes = [
  route(
    { method: 'GET', path: '/v1/disputes' },
    { ...paging, charge: text, payment_intent: text, created: timeRange },
    (context, params) => {
      const wanted = context.store
        .all('disputes')
        .filter(
          (one) =>
            (params.charge === undefined || one.charge === params.charge) &&
            (params.payment_intent === undefined || one.payment_intent === params.payment_intent) &&
            (params.created?.(one.created) ?? true),
        );
      return page(wanted, params, '/v1/disputes', 'dispute');
    },
  ),
  route({ method: 'GET', path: '/v1/disputes/:id' }, {}, (context, _params, id) =>
    existingDispute(context, id),
  ),
  // Accepts the dispute.
  route({ method: 'POST', path: '/v1/disputes/:id/close' }, {}, (context, _params, id) =>
    closeDispute(context, existingDispute(context, id), 'lost'),
  ),
  // These routes do not exist at Stripe. They stand for the card holder and their bank.
  route(
    { method: 'POST', path: '/_bank/charges/:id/dispute' },
    { amount: integer(1), inquiry: flag },
    (context, params, id) => openDispute(context, existingCharge(context, id), params),
  ),
  route(
    { method: 'POST', path: '/_bank/disputes/:id/decision' },
    { outcome: oneOf('won', 'lost') },
    (context, params, id) =>
      closeDispute(context, existingDispute(context, id), required(params.outcome, 'outcome')),
  ),
];
