import { randomUUID } from 'node:crypto';
import { AwsClient } from './client.ts';
import { jsonExchange } from './json.ts';
import { sendToAws } from './request.ts';

/* The clients of the services that the product uses besides DynamoDB. */

const secretsManager = jsonExchange(
  { name: 'secretsmanager', variable: 'SECRETS_MANAGER', tries: 3, timeout: 3_000 },
  'secretsmanager',
  '1.1',
);

export const newSecretsManager = (): AwsClient =>
  new AwsClient('SecretsManager', (operation, input) => {
    // A value that is stored twice with the same token is one version.
    const token = operation === 'PutSecretValue' && { ClientRequestToken: randomUUID() };
    return secretsManager(operation, { ...token, ...input });
  });

export const newEventBridge = (): AwsClient =>
  new AwsClient(
    'EventBridge',
    jsonExchange(
      { name: 'events', variable: 'EVENTBRIDGE', tries: 3, timeout: 3_000 },
      'AWSEvents',
      '1.1',
    ),
  );

/** Short timeouts, so that the caller gets an error before the function times out. */
const SNS = { name: 'sns', variable: 'SNS', tries: 3, timeout: 2_000 } as const;

/** SNS by its query protocol: the input is the form, with its names as the API numbers them. Nothing of the answer is needed. */
export const newSns = (): AwsClient =>
  new AwsClient('SNS', async (operation, input) => {
    const form = { Action: operation, Version: '2010-03-31', ...input };
    await sendToAws(SNS, {
      method: 'POST',
      path: '/',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: new URLSearchParams(form).toString(),
    });
    return {};
  });

/** SES: SendEmail of its API v2. Nothing of the answer is needed. */
export const newSes = (): AwsClient =>
  new AwsClient('SESv2', async (_operation, input) => {
    await sendToAws(
      { name: 'ses', host: 'email', variable: 'SESV2', tries: 3, timeout: 3_000 },
      {
        method: 'POST',
        path: '/v2/email/outbound-emails',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      },
    );
    return {};
  });

export type ObjectRequest = {
  readonly Bucket: string;
  /** Letters, digits, dots, hyphens and slashes only. */
  readonly Key: string;
  readonly Body?: Uint8Array;
  readonly ContentType?: string;
  readonly CacheControl?: string;
};

const METHODS = { GetObject: 'GET', PutObject: 'PUT', DeleteObject: 'DELETE' } as const;

/** S3, one object at a time. GetObject returns the text and the bytes of the object. */
export const newS3 = (): AwsClient =>
  new AwsClient('S3', async (operation, input) => {
    const { Bucket, Key, Body, ContentType, CacheControl } = input as ObjectRequest;
    if (!/^[\w./-]+$/.test(Key) || Key.includes('..'))
      throw new Error('the key of an object has an unexpected character');
    const { body } = await sendToAws(
      { name: 's3', variable: 'S3', tries: 3, timeout: 5_000, bucket: Bucket },
      {
        method: METHODS[operation as keyof typeof METHODS],
        path: `/${Key}`,
        headers: {
          ...(ContentType && { 'content-type': ContentType }),
          ...(CacheControl && { 'cache-control': CacheControl }),
        },
        body: Body ?? '',
      },
    );
    return operation === 'GetObject' ? { text: body.toString('utf8'), bytes: body } : {};
  });

/** AppSync Events: EventPublish sends events to the subscribers of a channel. One try, because a hint may be lost. */
export const newAppSync = (): AwsClient =>
  new AwsClient('AppSync', async (_operation, input) => {
    const url = process.env.LIVE_HTTP_URL;
    await sendToAws(
      { name: 'appsync', variable: 'APPSYNC', url, tries: 1, timeout: 1_000 },
      {
        method: 'POST',
        path: '/event',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      },
    );
    return {};
  });
