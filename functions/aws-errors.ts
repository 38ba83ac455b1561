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
