import { subscribers } from '#shared/api/subscribers.ts';
import { centsOf, countOf } from '#shared/metrics.ts';
import { report } from '../metrics.ts';
import { serveSubscriber } from '../serve-work.ts';

/**
 * Reports a metric for every domain event, by type, and another with its amount in cents if it has one. Some of these
 * metrics have an alarm.
 */
export const handler = serveSubscriber(subscribers.measureBusiness, async ({ type, detail }) => {
  const amount = 'amountCents' in detail ? detail.amountCents : undefined;
  report({ [countOf(type)]: 1, ...(amount !== undefined && { [centsOf(type)]: amount }) });
});
