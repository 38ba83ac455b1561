import { subscribers } from '../../shared/api/subscribers.ts';
import { centsOf, countOf } from '../../shared/metrics.ts';
import { report } from '../metrics.ts';
import { serveSubscriber } from '../serve-work.ts';

/** Counts every fact as a metric by its type, and the cents of those that are about an amount. Some have an alarm. */
export const handler = serveSubscriber(subscribers.measureBusiness, async ({ type, detail }) => {
  const amount = 'amountCents' in detail ? detail.amountCents : undefined;
  report({ [countOf(type)]: 1, ...(amount !== undefined && { [centsOf(type)]: amount }) });
});
