import type { Context } from 'aws-lambda';
import { handler as publishEvents } from '#functions/events/publishEvents.ts';
import { handler as stripeWebhook } from '#functions/webhooks/stripe.ts';
import type { OperationName } from '#shared/api/index.ts';
import type { ScheduleName } from '#shared/api/schedules.ts';
import type { SubscriberName } from '#shared/api/subscribers.ts';

/*
 * The real handlers of operations, schedules and subscribers, each loaded when it is first called. Those of the table's stream
 * and of the Stripe webhook are in every history.
 */

/** The context of an invocation. `timeLeft`: the remaining run time in milliseconds. */
export const contextOf = (timeLeft: () => number): Context =>
  ({
    awsRequestId: 'simulated',
    functionName: 'simulated',
    getRemainingTimeInMillis: timeLeft,
  }) as unknown as Context;

export type Work = (event: unknown, context: Context) => Promise<unknown>;

export async function jobHandler(name: ScheduleName): Promise<Work> {
  return (await import(`../../functions/jobs/${name}.ts`)).handler;
}

export async function subscriberHandler(name: SubscriberName): Promise<Work> {
  return (await import(`../../functions/events/${name}.ts`)).handler;
}

/** The check of uploads, loaded with the first one. */
export async function uploadCheck(): Promise<Work> {
  return (await import('../../functions/events/checkAttachment.ts')).handler as Work;
}

export { operationHandler } from '../support/operation-handlers.ts';
export type { OperationName as Operation };
export { publishEvents, stripeWebhook };
