import { subscribers } from '../../shared/api/subscribers.ts';
import { report } from '../metrics.ts';
import { serveSubscriber } from '../serve-work.ts';

/** Counts every fact as a metric by its type; lost money in cents as well. Some of them have an alarm. */
export const handler = serveSubscriber(subscribers.measureBusiness, async (fact) => {
  report({
    [fact.type]: 1,
    ...(fact.type === 'money.lost' && { 'money.lost.cents': fact.detail.amountCents }),
  });
});
