import { warnOfFraud } from './early-fraud-warning.ts';
import { existing, listRoute, retrieveRoute } from './resource.ts';
import { route } from './route.ts';

const PATH = '/v1/radar/early_fraud_warnings';

export const earlyFraudWarningRoutes = [
  listRoute(PATH, 'earlyFraudWarnings', ['charge', 'payment_intent']),
  retrieveRoute(`${PATH}/:id`, 'earlyFraudWarnings'),
  // This route does not exist at Stripe. It simulates the bank of the card.
  route({ method: 'POST', path: '/_bank/charges/:id/fraud_warning' }, {}, (context, _params, id) =>
    warnOfFraud(context, existing(context, 'charges', id)),
  ),
];
