import http from 'node:http';
import https from 'node:https';
import { machineTime } from '../gateways/clock.ts';
import { type AwsResponse, awsError, timeoutError } from './errors.ts';
import {
  type Credentials,
  type SignedLink,
  signedHeaders,
  signedLink,
  type UnsignedRequest,
} from './signature.ts';

/*
 * Signed requests to AWS, with retries. The AWS SDK would make up most of what a function loads at a cold start, and most of the
 * work of a short call.
 */

export type AwsService = {
  /** The name in signatures, and in the address: `dynamodb`, `s3`. */
  readonly name: string;
  /** The name in the address, where it differs: that of SES is `email`. */
  readonly host?: string;
  /** Of S3: the bucket, which is a part of the address. */
  readonly bucket?: string;
  /** The suffix of the variable that names another address: AWS_ENDPOINT_URL_DYNAMODB. */
  readonly variable: string;
  /** The address, where it is not that of the service: each API of AppSync has its own. */
  readonly url?: string | undefined;
  /** The number of tries, the first included. */
  readonly tries: number;
  /** The timeout (ms) of one try. */
  readonly timeout: number;
};

export type AwsRequest = Omit<UnsignedRequest, 'url'> & { readonly path: string };

let findCredentials = (): Credentials | Promise<Credentials> => {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = process.env;
  if (!id || !secret) throw new Error('AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set');
  return { accessKeyId: id, secretAccessKey: secret, sessionToken: process.env.AWS_SESSION_TOKEN };
};

/** Sets where credentials come from, in place of the environment variables that Lambda sets. */
export function setCredentialSource(find: () => Promise<Credentials>): void {
  findCredentials = find;
}

/** Sends a request and returns a successful response. Throws the error of the last try: an AwsError, or that of the connection. */
export const sendToAws = (service: AwsService, request: AwsRequest): Promise<AwsResponse> =>
  withRetries(service, async () => {
    const response = await sendOnce(service, request);
    if (response.status >= 300) throw awsError(response);
    return response;
  });

/** Repeats a request until it succeeds, all tries of the service have failed, or it fails with an error that does not pass. */
export async function withRetries<Response>(
  { tries }: Pick<AwsService, 'tries'>,
  send: () => Promise<Response>,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await send();
      quota = Math.min(QUOTA, quota + 1);
      return response;
    } catch (fault) {
      if (attempt >= tries || !mayRetry(fault as Error)) throw fault;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE * 2 ** attempt));
    }
  }
}

/** The mean pause (ms) before the second try; it doubles. Pauses are random, so that throttled callers do not return together. */
const PAUSE = 50;

/**
 * Limits the retries of a process while a service fails, so that they do not add to its load: each retry costs RETRY_COST, each
 * response gives one back.
 */
const QUOTA = 500;
const RETRY_COST = 5;
let quota = QUOTA;

/** Whether an error passes by itself: a lost connection, throttling, or an error inside the service. */
export function isTransient(fault: Error & { code?: string; status?: number }): boolean {
  return (
    (fault.status ?? 0) >= 500 ||
    fault.status === 429 ||
    /Thrott|TooManyRequests|RequestLimitExceeded|ProvisionedThroughputExceeded|TransactionInProgress|SlowDown|Timeout/.test(
      fault.name,
    ) ||
    /^(ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/.test(
      fault.code ?? '',
    )
  );
}

function mayRetry(fault: Error): boolean {
  if (!isTransient(fault) || quota < RETRY_COST) return false;
  quota -= RETRY_COST;
  return true;
}

async function sendOnce(service: AwsService, request: AwsRequest): Promise<AwsResponse> {
  const region = process.env.AWS_REGION ?? '';
  const url = new URL(addressOf(service, region) + request.path);
  const scope = { service: service.name, region };
  const headers = signedHeaders({ ...request, url }, scope, await findCredentials(), machineTime());
  // X-Ray follows an event through the bus by this header; it is not signed.
  const trace = process.env._X_AMZN_TRACE_ID;
  if (trace) headers['x-amzn-trace-id'] = trace;
  return exchange(url, request, headers, service.timeout);
}

/** Returns the address of an object with a signature of this function's role, for a browser. */
export async function linkTo(
  service: AwsService,
  { path, ...link }: Omit<SignedLink, 'url'> & { readonly path: string },
): Promise<string> {
  const region = process.env.AWS_REGION ?? '';
  const url = new URL(addressOf(service, region) + path);
  const scope = { service: service.name, region };
  return signedLink({ ...link, url }, scope, await findCredentials(), machineTime());
}

function addressOf(
  { name, host = name, variable, bucket, url }: AwsService,
  region: string,
): string {
  if (url) return url;
  const other = process.env[`AWS_ENDPOINT_URL_${variable}`] ?? process.env.AWS_ENDPOINT_URL;
  if (other) return other.replace(/\/$/, '') + (bucket ? `/${bucket}` : '');
  return `https://${bucket ? `${bucket}.` : ''}${host}.${region}.amazonaws.com`;
}

/** Connections are kept for the next call. */
const secure = new https.Agent({ keepAlive: true, maxSockets: 50 });
const plain = new http.Agent({ keepAlive: true, maxSockets: 50 });

function exchange(
  url: URL,
  { method, body }: AwsRequest,
  headers: Readonly<Record<string, string>>,
  timeout: number,
): Promise<AwsResponse> {
  return new Promise((resolve, reject) => {
    const [module, agent] = url.protocol === 'https:' ? [https, secure] : [http, plain];
    const sent = module.request(url, { method, headers, agent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => {
        const { statusCode: status = 0, headers: received } = response;
        resolve({ status, headers: received, body: Buffer.concat(parts) });
      });
    });
    const timer = setTimeout(() => sent.destroy(timeoutError(url.hostname, timeout)), timeout);
    sent.once('close', () => clearTimeout(timer));
    sent.once('error', reject);
    sent.end(body);
  });
}
