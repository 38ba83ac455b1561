import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { clientSettings, withinTimeLeft } from '#functions/aws-clients.ts';
import { type AwsError, isTransient } from '#functions/aws-errors.ts';
import { AppSyncClient, EventPublishCommand } from '#functions/gateways/app-sync.ts';
import { newDynamoDb } from '#functions/storage/dynamodb.ts';
import { withTimeLeft } from '#functions/time-left.ts';

/* What every client of the AWS SDK does with the settings that functions give it. */

type Answer = { readonly status: number; readonly body: string };

let server: Server;
/** The answers of the service, in their order: `cut` closes the connection. It does not answer any further request. */
let answers: (Answer | 'cut')[];
let asked: number;
/** The variables that the tests set, as they were before. */
const VARIABLES = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_REGION',
  'AWS_ENDPOINT_URL_DYNAMODB',
  'LIVE_HTTP_URL',
] as const;
const before = VARIABLES.map((name) => [name, process.env[name]] as const);

beforeEach(async () => {
  answers = [];
  asked = 0;
  server = createServer((request, response) => {
    asked += 1;
    request.resume().once('end', () => {
      const answer = answers.shift();
      if (!answer) return;
      if (answer === 'cut') {
        request.socket.destroy();
        return;
      }
      response
        .writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' })
        .end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_DYNAMODB: address,
    LIVE_HTTP_URL: address,
  });
});

afterEach(async () => {
  jest.restoreAllMocks();
  for (const [name, value] of before)
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const client = (budget: Parameters<typeof clientSettings>[1]) =>
  DynamoDBDocumentClient.from(new DynamoDBClient(clientSettings('DYNAMODB', budget)));
const read = () => new GetCommand({ TableName: 't', Key: { pk: 'a', sk: 'b' } });
const error = (name: string, status = 400): Answer => ({
  status,
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'No' }),
});
const found: Answer = { status: 200, body: JSON.stringify({ Item: { pk: { S: 'a' } } }) };

/** Lets the pauses between tries take no time. */
const withoutPauses = () => jest.spyOn(Math, 'random').mockReturnValue(0);

describe('a client of the AWS SDK', () => {
  test('sends a request again after an error of the service and after throttling', async () => {
    withoutPauses();
    answers = [error('InternalServerError', 500), error('ThrottlingException'), found];
    const { Item } = await client({ tries: 3, timeout: 1_000 }).send(read());
    expect(Item).toEqual({ pk: 'a' });
    expect(asked).toBe(3);
  });

  test('gives up after its tries with an error that is transient', async () => {
    withoutPauses();
    answers = Array.from({ length: 3 }, () => error('InternalServerError', 503));
    const fault = await client({ tries: 3, timeout: 1_000 })
      .send(read())
      .catch((one) => one);
    expect(isTransient(fault as AwsError)).toBe(true);
    expect(asked).toBe(3);
  });

  test('does not send a request again that the service refuses', async () => {
    answers = [error('ValidationException')];
    const fault = await client({ tries: 3, timeout: 1_000 })
      .send(read())
      .catch((one) => one);
    expect(fault).toMatchObject({ name: 'ValidationException' });
    expect(isTransient(fault as AwsError)).toBe(false);
    expect(asked).toBe(1);
  });

  test('tries again if a service does not answer in time, and fails with a transient error', async () => {
    withoutPauses();
    const fault = await client({ tries: 2, timeout: 50 })
      .send(read())
      .catch((one) => one);
    expect(isTransient(fault as AwsError)).toBe(true);
    expect(asked).toBe(2);
  });

  test('gives up a request before the time of its function is over', async () => {
    const sent = withTimeLeft(
      () => 1_050,
      () => client({ tries: 4, timeout: 60_000 }).send(read(), withinTimeLeft()),
    );
    const fault = await sent.catch((one) => one);
    expect(fault).toMatchObject({ name: 'AbortError' });
    expect(isTransient(fault as AwsError)).toBe(true);
  });

  test('sends each request to the address that its variable names at that time', async () => {
    const own = client({ tries: 1, timeout: 1_000 });
    answers = [found];
    await own.send(read());
    process.env.AWS_ENDPOINT_URL_DYNAMODB = 'http://127.0.0.1:9';
    const fault = await own.send(read()).catch((one) => one);
    expect(isTransient(fault as AwsError)).toBe(true);
    expect(asked).toBe(1);
  });

  test('fails at once without credentials', async () => {
    delete process.env.AWS_ACCESS_KEY_ID;
    await expect(client({ tries: 3, timeout: 1_000 }).send(read())).rejects.toThrow(
      'AWS_ACCESS_KEY_ID',
    );
    expect(asked).toBe(0);
  });
});

describe('the client of the table', () => {
  const stored = async (Item: Record<string, unknown>) => {
    const bodies: string[] = [];
    server.prependListener('request', (request) =>
      request.on('data', (part: Buffer) => bodies.push(String(part))),
    );
    answers = [{ status: 200, body: '{}' }];
    await newDynamoDb().send(new PutCommand({ TableName: 't', Item }));
    return JSON.parse(bodies.join('')).Item;
  };

  test('leaves out attributes that are undefined, at any depth', async () => {
    expect(await stored({ pk: 'a', b: undefined, c: { d: undefined, e: 1 } })).toEqual({
      pk: { S: 'a' },
      c: { M: { e: { N: '1' } } },
    });
  });

  test('refuses values that DynamoDB would not keep as they are', async () => {
    for (const value of [Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY, new Date(), new Set()])
      await expect(
        newDynamoDb().send(new PutCommand({ TableName: 't', Item: { pk: 'a', value } })),
      ).rejects.toThrow();
    expect(asked).toBe(0);
  });
});

describe('EventPublishCommand', () => {
  const publication = { channel: '/people/one', events: ['{}'] };
  const published = { status: 200, body: '{}' };

  test('fails with the status of a refusal after one try', async () => {
    answers = [{ status: 403, body: '{}' }];
    await expect(
      new AppSyncClient().send(new EventPublishCommand(publication)),
    ).rejects.toMatchObject({ name: 'Http403' });
    expect(asked).toBe(1);
  });

  test('is sent once more if a kept connection is closed, and once only', async () => {
    const own = new AppSyncClient();
    const publish = () => own.send(new EventPublishCommand(publication));
    answers = [published, 'cut', published, 'cut', 'cut', published];
    await publish();
    await publish();
    await expect(publish()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(asked).toBe(5);
  });

  test('reaches middlewares of the client with its plain input and its name', async () => {
    const own = new AppSyncClient();
    const seen: unknown[] = [];
    own.middlewareStack.add(
      (next, { clientName, commandName }) =>
        (call) => {
          seen.push(clientName, commandName, call.input);
          return next(call);
        },
      { step: 'initialize', name: 'seen' },
    );
    answers = [published];
    await own.send(new EventPublishCommand(publication));
    expect(seen).toEqual(['AppSyncClient', 'EventPublishCommand', publication]);
  });
});
