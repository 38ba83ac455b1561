import { timeLeft } from './time-left.ts';

/*
 * The settings that all clients of the AWS SDK have in common. Credentials come from the environment variables that Lambda
 * sets: the SDK's default chain, which also looks for profiles and for a metadata service, would be loaded at each cold start.
 */

type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
};

let findCredentials = async (): Promise<Credentials> => {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = process.env;
  if (!accessKeyId || !secretAccessKey)
    throw new Error('AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set');
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
};

/** Sets where credentials come from, in place of the environment variables that Lambda sets. */
export function setCredentialSource(find: () => Promise<Credentials>): void {
  findCredentials = find;
}

/** Returns the credentials of this process. Throws if there are none. */
export const credentials = (): Promise<Credentials> => findCredentials();

/** Returns the region of this process. */
export const region = async (): Promise<string> => process.env.AWS_REGION ?? '';

/** How often and how long a client tries one request. */
export type ClientBudget = {
  /** The number of tries, the first included. */
  readonly tries: number;
  /** The timeout of one try, in milliseconds. */
  readonly timeout: number;
};

/**
 * Returns the settings of a client. `service`: as the SDK's variable of its address names it, `DYNAMODB` in AWS_ENDPOINT_URL_DYNAMODB.
 * The SDK keeps the address of the first request; here a variable that is set when the client is made is read for each
 * request, because a local stage and tests start their services later and more than once.
 */
export function clientSettings(service: string, { tries, timeout }: ClientBudget) {
  return {
    region,
    credentials,
    maxAttempts: tries,
    requestHandler: requestTimeouts(timeout),
    ...(addressOf(service) && {
      endpoint: async () => ({ url: new URL(addressOf(service) ?? '') }),
    }),
  };
}

const addressOf = (service: string): string | undefined =>
  process.env[`AWS_ENDPOINT_URL_${service}`] ?? process.env.AWS_ENDPOINT_URL;

/** Settings of the SDK's request handler. By itself `requestTimeout` only warns, and without it a try may hang for minutes. */
export const requestTimeouts = (timeout: number) => ({
  connectionTimeout: timeout,
  requestTimeout: timeout,
  socketTimeout: timeout,
  throwOnRequestTimeout: true,
});

/** The time (ms) that a function keeps to answer that a service is unavailable. */
const TIME_TO_ANSWER = 1_000;
/** The time (ms) that a request gets at least, because a job that ends early still reads and writes what it has begun. */
const SHORTEST_REQUEST = 500;

/** The longest time that a timer takes, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * The options of a request that is given up a second before the running function times out, tries and pauses included. The
 * SDK knows nothing of that time, and waits for seconds while a table is throttled.
 */
export function withinTimeLeft(): { readonly abortSignal?: AbortSignal } {
  const left = timeLeft() - TIME_TO_ANSWER;
  if (left > LONGEST_TIMER) return {};
  return { abortSignal: AbortSignal.timeout(Math.max(SHORTEST_REQUEST, Math.floor(left))) };
}
