import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { sendToAws } from '../../functions/aws/request.ts';
import { signedHeaders, signedLink } from '../../functions/aws/signature.ts';
import { itemFromWire, itemToWire } from '../../functions/storage/attribute-values.ts';

/* The client of AWS, compared with the AWS SDK. */

type Signed = { readonly headers: Readonly<Record<string, string>> };

/** SHA-256 in the form that the SDK's signer takes. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret ? createHmac('sha256', secret as string) : createHash('sha256');
  }

  update(data: string | Uint8Array): void {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {}
}

const text = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });
const word = fc
  .stringMatching(/^[A-Za-z0-9._~-]{1,12}$/)
  // The SDK takes an object with this name for one of a class.
  .filter((name) => name !== 'constructor' && name !== '__proto__');

/** The headers with all values as texts. */
const texts = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

test('a signature equals the one of the AWS SDK', async () => {
  const requests = fc.record({
    method: fc.constantFrom('GET' as const, 'PUT' as const, 'POST' as const, 'DELETE' as const),
    path: fc.array(
      word.filter((part) => !/^\.+$/.test(part)),
      { maxLength: 3 },
    ),
    headers: fc.dictionary(fc.stringMatching(/^x-[a-z]{1,8}$/), fc.stringMatching(/^[ -~]{1,20}$/)),
    body: text,
    service: fc.constantFrom('dynamodb', 's3', 'sns', 'events', 'secretsmanager'),
    credentials: fc.record({
      accessKeyId: word,
      secretAccessKey: text,
      sessionToken: fc.option(word, { nil: undefined }),
    }),
    now: fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
  });
  await fc.assert(
    fc.asyncProperty(
      requests,
      async ({ method, path, headers, body, service, credentials, now }) => {
        const url = new URL(`https://${service}.us-east-1.amazonaws.com/${path.join('/')}`);
        const scope = { service, region: 'us-east-1' };
        const request = { method, url, headers, body };
        const { Authorization, ...sent } = signedHeaders(request, scope, credentials, now);
        const signer = new SignatureV4({
          ...{ ...scope, credentials, sha256: Sha256, applyChecksum: false },
          uriEscapePath: service !== 's3',
        });
        const theirs = await signer.sign(
          {
            ...{ method, body, headers: texts(sent), query: {} },
            ...{ protocol: 'https:', hostname: url.host, path: url.pathname },
          } as Parameters<SignatureV4['sign']>[0],
          { signingDate: now },
        );
        expect(Authorization).toBe((theirs as Signed).headers.authorization);
      },
    ),
    { numRuns: 300 },
  );
});

const leaf = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.maxSafeInteger(),
  fc.uniqueArray(fc.string(), { minLength: 1 }).map((texts) => new Set(texts)),
  fc
    .double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 })
    .map((value) => value + 0),
);
const item = fc.dictionary(
  word,
  fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(word, tie('value'), { maxKeys: 4 }),
    ),
  })).value,
);

describe('attribute values', () => {
  test('are those of the AWS SDK, and become the same item again', () => {
    fc.assert(
      fc.property(item, (one) => {
        const wire = itemToWire(one);
        expect(wire).toEqual(marshall(one));
        expect(itemFromWire(wire)).toEqual(one);
      }),
    );
  });

  test('leave out what is undefined', () => {
    expect(itemToWire({ a: undefined, b: [undefined, 1], c: { d: undefined } })).toEqual({
      b: { L: [{ N: '1' }] },
      c: { M: {} },
    });
  });

  test('are refused if DynamoDB would not store them as they are', () => {
    for (const value of [
      Number.NaN,
      2 ** 53,
      Infinity,
      new Date(),
      new Set([1]),
      new Set(),
      () => 1,
      1n,
    ])
      expect(() => itemToWire({ value })).toThrow('DynamoDB');
  });
});

describe('a request to AWS', () => {
  let server: Server;
  let answers: { status: number; body: string }[];
  let asked: number;
  const before = { ...process.env };
  const service = { name: 'tested', variable: 'TESTED', tries: 3, timeout: 200 };
  const send = () => sendToAws(service, { method: 'POST', path: '/', headers: {}, body: '{}' });

  beforeEach(async () => {
    [answers, asked] = [[], 0];
    server = createServer((request, response) => {
      asked += 1;
      request.resume().once('end', () => {
        const answer = answers.shift();
        if (!answer) return;
        response.writeHead(answer.status, { 'x-amzn-requestid': 'R1' }).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    Object.assign(process.env, {
      ...{ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'us-east-1' },
      AWS_ENDPOINT_URL_TESTED: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
  });
  afterEach(async () => {
    process.env = before;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test('is repeated after an error of the service and after throttling', async () => {
    answers = [
      { status: 500, body: '' },
      { status: 400, body: '{"__type":"x#ThrottlingException"}' },
      { status: 200, body: 'done' },
    ];
    expect((await send()).body.toString()).toBe('done');
    expect(asked).toBe(3);
  });

  test('fails with the last error when all tries fail', async () => {
    answers = Array.from({ length: 3 }, () => ({ status: 503, body: '<Code>SlowDown</Code>' }));
    await expect(send()).rejects.toMatchObject({ name: 'SlowDown', status: 503, requestId: 'R1' });
    expect(asked).toBe(3);
  });

  test('is not repeated if the service refuses it', async () => {
    answers = [{ status: 400, body: '{"__type":"x#ValidationException","message":"No"}' }];
    await expect(send()).rejects.toMatchObject({ name: 'ValidationException', message: 'No' });
    expect(asked).toBe(1);
  });

  test('is repeated if there is no answer in time', async () => {
    await expect(send()).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(asked).toBe(3);
  });
});

/* https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
test('signedLink makes the address of the example in the documentation of S3', () => {
  const address = signedLink(
    {
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      query: {},
      seconds: 86_400,
    },
    { service: 's3', region: 'us-east-1' },
    {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    },
    new Date('2013-05-24T00:00:00Z'),
  );
  const { searchParams } = new URL(address);
  expect(searchParams.get('X-Amz-Signature')).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
  expect(searchParams.get('X-Amz-Expires')).toBe('86400');
});

test('signedLink names the session of temporary credentials', () => {
  const link = { url: new URL('https://media.s3.amazonaws.com/a.json'), query: {}, seconds: 60 };
  const scope = { service: 's3', region: 'us-east-1' };
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'session' };
  const { searchParams } = new URL(signedLink(link, scope, credentials, new Date(0)));
  expect(searchParams.get('X-Amz-Security-Token')).toBe('session');
});
