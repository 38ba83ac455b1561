import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { handler } from '../../../functions/deployment/hashOriginKeys.ts';
import { hashOfOriginKey } from '../../../functions/origin-key.ts';
import { lambdaContext } from '../../support/call.ts';

/* The custom resource that computes the hashes of the origin keys. */

const KEYS: Readonly<Record<string, string>> = { current: 'key-of-today', next: 'key-of-tomorrow' };
const manager = mockClient(SecretsManagerClient);
let server: Server;
let answers: Record<string, unknown>[];
let status: number;
let event: CloudFormationCustomResourceEvent;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    answers.push(JSON.parse(await text(request)));
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const resource = { StackId: 'stack', RequestId: 'request', LogicalResourceId: 'Hashes' };
  event = {
    ...resource,
    RequestType: 'Create',
    ServiceToken: 'function',
    ResponseURL: `http://127.0.0.1:${port}/answer`,
    ResourceType: 'AWS::CloudFormation::CustomResource',
    ResourceProperties: { ServiceToken: 'function' },
  };
  process.env.ORIGIN_KEY_ARN = 'the origin key';
});
beforeEach(() => {
  answers = [];
  status = 200;
  manager.reset();
  manager
    .on(GetSecretValueCommand, { SecretId: 'the origin key' })
    .callsFake(({ VersionId = 'current' }) => ({ SecretString: KEYS[VersionId] }));
});
afterAll(() => {
  server.close();
  manager.restore();
});

const deploy = (changed: Partial<CloudFormationCustomResourceEvent> = {}) =>
  handler({ ...event, ...changed } as CloudFormationCustomResourceEvent, lambdaContext());
const versions = (...named: string[]) => ({
  ResourceProperties: { ServiceToken: 'function', versions: named },
});

test('a new stage gets the hash of its current key, and the answer does not contain the key', async () => {
  await deploy();
  expect(answers).toEqual([
    {
      Status: 'SUCCESS',
      ...{ StackId: 'stack', RequestId: 'request', LogicalResourceId: 'Hashes' },
      PhysicalResourceId: 'hashOriginKeys',
      Data: { hashes: hashOfOriginKey('key-of-today') },
    },
  ]);
  expect(JSON.stringify(answers)).not.toContain('key-of-today');
});

test('during a rotation functions get the hashes of both keys', async () => {
  await deploy(versions('current', 'next'));
  expect(answers[0]?.Data).toEqual({
    hashes: [hashOfOriginKey('key-of-today'), hashOfOriginKey('key-of-tomorrow')].join(','),
  });
});

test('a missing key stops the deployment with a clear message', async () => {
  await expect(deploy(versions('lost'))).rejects.toThrow(/is empty: lost/);
  expect(answers).toMatchObject([{ Status: 'FAILED', Reason: expect.stringMatching(/lost/) }]);
});

test('removing the resource reads nothing', async () => {
  await deploy({ RequestType: 'Delete' } as Partial<CloudFormationCustomResourceEvent>);
  expect(answers).toMatchObject([{ Status: 'SUCCESS' }]);
  expect(manager.calls()).toHaveLength(0);
});

test('an answer that CloudFormation does not accept fails the function, so that Lambda retries', async () => {
  status = 403;
  await expect(deploy()).rejects.toThrow(/answered 403/);
});
