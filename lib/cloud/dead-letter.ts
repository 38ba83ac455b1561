import * as z from 'zod/mini';

/* The messages of dead-letter queues, and which function each belongs to. Used by lib/operator/redrive.ts. */

/** The dead-letter queues, by their names in commands, with their physical names. */
export const DEAD_LETTER_QUEUES = {
  /** Events that a subscriber failed to process. */
  events: 'events-dead-letters',
  /** Failed runs of scheduled jobs. */
  jobs: 'jobs-dead-letters',
  /** Batches of the table's stream that were not published to the bus. */
  unpublished: 'unpublished-events',
} as const;
export type DeadLetterQueue = keyof typeof DEAD_LETTER_QUEUES;

/** A message as `aws sqs receive-message` prints it. */
export const queuedMessage = z.object({
  ReceiptHandle: z.string(),
  Body: z.string(),
  MessageAttributes: z._default(z.record(z.string(), z.object({ StringValue: z.string() })), {}),
});
export type QueuedMessage = z.infer<typeof queuedMessage>;

/** A range of records in the table's stream: the first and last sequence number, and when they were written. */
export type StreamBatch = {
  readonly streamArn: string;
  readonly shardId: string;
  readonly startSequenceNumber: string;
  readonly endSequenceNumber: string;
  readonly approximateArrivalOfFirstRecord: string;
  readonly approximateArrivalOfLastRecord: string;
};

/** A failed invocation: the function, and its event or its batch of stream records. */
export type FailedInvocation = { readonly functionName: string } & (
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
 * Parses a dead-letter message. Lambda sends one when all retries failed, EventBridge when it could not invoke the function,
 * and the event source mapping when it gave up on a batch. Returns undefined for anything else.
 */
export function parseDeadLetter({
  Body,
  MessageAttributes,
}: QueuedMessage): FailedInvocation | undefined {
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

/** Parses JSON; undefined for invalid JSON, because anyone with access can send a message by hand. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `arn:aws:lambda:us-east-1:123456789012:function:replypaid-prod-notifyDevices:$LATEST` */
const nameIn = (arn: string) => arn.split(':')[6] ?? '';
