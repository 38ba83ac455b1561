import { closeDispute, openDispute } from './dispute.ts';
import { page, paging } from './lists.ts';
import { flag, integer, oneOf, required, text, timeRange } from './params.ts';
import { noSuch } from './refusal.ts';
import { route } from './route.ts';
import type { World } from './world.ts';

function existingDispute(world: World, id: string) {
  const found = world.books.get('disputes', id);
  if (!found) throw noSuch('dispute', id, 'id', 404);
  return found;
}

function existingCharge(world: World, id: string) {
  const found = world.books.get('charges', id);
  if (!found) throw noSuch('charge', id, 'id', 404);
  return found;
}

export const disputeRoutes = [
  route(
    { method: 'GET', path: '/v1/disputes' },
    { ...paging, charge: text, payment_intent: text, created: timeRange },
    (world, params) => {
      const wanted = world.books
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
  route({ method: 'GET', path: '/v1/disputes/:id' }, {}, (world, _params, id) =>
    existingDispute(world, id),
  ),
  // Accepting it: the account does not answer the bank.
  route({ method: 'POST', path: '/v1/disputes/:id/close' }, {}, (world, _params, id) =>
    closeDispute(world, existingDispute(world, id), 'lost'),
  ),
  // Not Stripe's addresses: there the card holder asks their bank, and the bank decides. Here the stand-in is the bank, too.
  route(
    { method: 'POST', path: '/_bank/charges/:id/dispute' },
    { amount: integer(1), inquiry: flag },
    (world, params, id) => openDispute(world, existingCharge(world, id), params),
  ),
  route(
    { method: 'POST', path: '/_bank/disputes/:id/decision' },
    { outcome: oneOf('won', 'lost') },
    (world, params, id) =>
      closeDispute(world, existingDispute(world, id), required(params.outcome, 'outcome')),
  ),
];
