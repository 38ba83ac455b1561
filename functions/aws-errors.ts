/* Errors of the AWS SDK. `name` is the code of the service, such as `ConditionalCheckFailedException`. */

/** An error that a service of AWS answered, or that of a connection to it. */
export type AwsError = Error & {
  /** Node's code of an error of the connection. */
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
  /** Of a canceled transaction: why each of its parts failed, in their order. */
  readonly CancellationReasons?: readonly { readonly Code?: string }[];
};

/** Whether an error of AWS has this code. */
export const isAwsError = (fault: unknown, name: string): fault is AwsError =>
  fault instanceof Error && fault.name === name;

/** The names of errors that pass by themselves: throttling, a timeout, and a request that was given up (functions/aws-clients.ts). */
const PASSING_NAMES =
  /Thrott|TooManyRequests|RequestLimitExceeded|ProvisionedThroughputExceeded|TransactionInProgress|SlowDown|Timeout|AbortError/;

const CONNECTION_CODES =
  /^(ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;

/** Whether an error passes by itself: a lost connection, throttling, too little time, or an error inside the service. */
export function isTransient({ name, code = '', $metadata }: AwsError): boolean {
  const status = $metadata?.httpStatusCode ?? 0;
  return status >= 500 || status === 429 || PASSING_NAMES.test(name) || CONNECTION_CODES.test(code);
}

/** Why DynamoDB cancels a transaction that would succeed a moment later. https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const PASSING_REASONS = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

/**
 * Whether DynamoDB rejected a write for a reason that passes, and that the client does not repeat: a transaction on the item is in
 * progress, or a part of a transaction was throttled.
 */
export function isBusy(fault: unknown): boolean {
  if (isAwsError(fault, 'TransactionConflictException')) return true;
  if (!isAwsError(fault, 'TransactionCanceledException')) return false;
  const reasons = reasonsOf(fault);
  const canPass = !reasons.includes('ConditionalCheckFailed');
  return canPass && reasons.some((reason) => PASSING_REASONS.includes(reason));
}

/** Why each part of a canceled transaction failed, in their order; `None` for those that did not. */
export const reasonsOf = ({ CancellationReasons: reasons = [] }: AwsError): string[] =>
  reasons.map(({ Code = 'None' }) => Code);
