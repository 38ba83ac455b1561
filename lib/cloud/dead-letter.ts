import * as z from 'zod';

/* What lies in a dead-letter queue, and to whom it belongs: the way back for lib/operator/redrive.ts. */

/** The dead-letter queues of a stage, as its commands call them, with their physical names in the stage. */
export const DEAD_LETTER_QUEUES = {
  /** What a subscriber of the bus could not do. */
  events: 'events-dead-letters',
  /** A run of a scheduled job that failed. */
  jobs: 'jobs-dead-letters',
  /** A batch of the table's stream that did not reach the bus. */
  facts: 'unpublished-facts',
} as const;
export type DeadLetterQueue = keyof typeof DEAD_LETTER_QUEUES;

/** A message as `aws sqs receive-message` shows it. */
export const queuedMessage = z.object({
  ReceiptHandle: z.string(),
  Body: z.string(),
  MessageAttributes: z.record(z.string(), z.object({ StringValue: z.string() })).default({}),
});
export type QueuedMessage = z.infer<typeof queuedMessage>;

/** A place in the table's stream: the records from one sequence number to another, and when they were written. */
export type StreamBatch = {
  readonly streamArn: string;
  readonly shardId: string;
  readonly startSequenceNumber: string;
  readonly endSequenceNumber: string;
  readonly approximateArrivalOfFirstRecord: string;
  readonly approximateArrivalOfLastRecord: string;
};

/** What could not be done: the function that could not take it in, and the event or the batch of the stream. */
export type Undone = { readonly functionName: string } & (
  | { readonly event: unknown }
  | { readonly batch: StreamBatch }
);

const fromLambda = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  requestPayload: z.unknown(),
});

/** https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html */
const fromStream = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  DDBStreamBatchInfo: z.object({
    streamArn: z.string(),
    shardId: z.string(),
    startSequenceNumber: z.string(),
    endSequenceNumber: z.string(),
    approximateArrivalOfFirstRecord: z.string(),
    approximateArrivalOfLastRecord: z.string(),
  }),
});

/**
 * Reads a letter. Lambda leaves one when a function failed its tries, EventBridge when it could not start the function,
 * the event source mapping when it gave up a batch of the stream. Undefined for anything else.
 */
export function readLetter({ Body, MessageAttributes }: QueuedMessage): Undone | undefined {
  const body = parsed(Body);
  const given = fromStream.safeParse(body);
  if (given.success) {
    const { requestContext, DDBStreamBatchInfo: batch } = given.data;
    return { functionName: nameIn(requestContext.functionArn), batch };
  }
  const failed = fromLambda.safeParse(body);
  if (failed.success)
    return {
      functionName: nameIn(failed.data.requestContext.functionArn),
      event: failed.data.requestPayload,
    };
  const target = MessageAttributes.TARGET_ARN?.StringValue;
  return target === undefined ? undefined : { functionName: nameIn(target), event: body };
}

/** A letter that somebody wrote by hand need not be JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `arn:aws:lambda:us-east-1:123456789012:function:replypaid-prod-notifyDevices:$LATEST` */
const nameIn = (arn: string) => arn.split(':')[6] ?? '';
