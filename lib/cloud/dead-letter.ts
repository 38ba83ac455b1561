import * as z from 'zod';

/* What lies in a dead-letter queue, and to whom it belongs: the way back for lib/operator/redrive.ts. */

/** A message as `aws sqs receive-message` shows it. */
export const queuedMessage = z.object({
  ReceiptHandle: z.string(),
  Body: z.string(),
  MessageAttributes: z.record(z.string(), z.object({ StringValue: z.string() })).default({}),
});
export type QueuedMessage = z.infer<typeof queuedMessage>;

/** What could not be done: the event, and the function that could not take it in. */
export type Undone = { readonly functionName: string; readonly event: unknown };

const fromLambda = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  requestPayload: z.unknown(),
});

/**
 * Reads a letter. Lambda leaves one when a function failed its tries, EventBridge when it could not start the function.
 * Undefined for anything else.
 */
export function readLetter({ Body, MessageAttributes }: QueuedMessage): Undone | undefined {
  const body: unknown = JSON.parse(Body);
  const failed = fromLambda.safeParse(body);
  if (failed.success)
    return {
      functionName: nameIn(failed.data.requestContext.functionArn),
      event: failed.data.requestPayload,
    };
  const target = MessageAttributes.TARGET_ARN?.StringValue;
  return target === undefined ? undefined : { functionName: nameIn(target), event: body };
}

/** `arn:aws:lambda:us-east-1:123456789012:function:replypaid-prod-notifyDevices:$LATEST` */
const nameIn = (arn: string) => arn.split(':')[6] ?? '';
