import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { handler } from '#functions/deployment/hashOriginKeys.ts';
import { hashOfOriginKey } from '#functions/origin-key.ts';
import { lambdaContext } from '../../support/call.ts';
import { type CloudFormation, startCloudFormation } from '../../support/cloud-formation.ts';

/* The custom resource that computes the hashes of the origin keys. */

const KEYS: Readonly<Record<string, string>> = { current: 'key-of-today', next: 'key-of-tomorrow' };
/** An HTTP server that answers as Secrets Manager with several versions of one secret. */
let secretsManager: Server;
let reads = 0;
let cloudFormation: CloudFormation;

beforeAll(async () => {
  secretsManager = createServer(async (request, response) => {
    reads += 1;
    const { VersionId = 'current' } = JSON.parse(await text(request));
    response.end(JSON.stringify({ SecretString: KEYS[VersionId] }));
  });
  await new Promise<void>((resolve) => secretsManager.listen(0, '127.0.0.1', resolve));
  const { port } = secretsManager.address() as AddressInfo;
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port}`,
    ORIGIN_KEY_ARN: 'the origin key',
  });
  cloudFormation = await startCloudFormation();
});
beforeEach(() => {
  cloudFormation.outcomes.length = 0;
  cloudFormation.status = 200;
  reads = 0;
});
afterAll(() => {
  cloudFormation.stop();
  secretsManager.close();
});

const deploy = (...asked: Parameters<CloudFormation['event']>) =>
  handler(cloudFormation.event(...asked), lambdaContext());

test('a new stage gets the hash of its current key, and the answer does not contain the key', async () => {
  await deploy();
  expect(cloudFormation.outcomes).toEqual([
    {
      Status: 'SUCCESS',
      StackId: 'stack',
      RequestId: 'request',
      LogicalResourceId: 'Resource',
      PhysicalResourceId: 'hashOriginKeys',
      Data: { hashes: hashOfOriginKey('key-of-today') },
    },
  ]);
  expect(JSON.stringify(cloudFormation.outcomes)).not.toContain('key-of-today');
});

test('during a rotation functions get the hashes of both keys', async () => {
  await deploy({ versions: ['current', 'next'] });
  expect(cloudFormation.outcomes[0]?.Data).toEqual({
    hashes: [hashOfOriginKey('key-of-today'), hashOfOriginKey('key-of-tomorrow')].join(','),
  });
});

test('a missing key stops the deployment with a clear message', async () => {
  await expect(deploy({ versions: ['lost'] })).rejects.toThrow(/is empty: lost/);
  expect(cloudFormation.outcomes).toMatchObject([
    { Status: 'FAILED', Reason: expect.stringMatching(/lost/) },
  ]);
});

test('removing the resource reads nothing', async () => {
  await deploy({}, 'Delete');
  expect(cloudFormation.outcomes).toMatchObject([{ Status: 'SUCCESS' }]);
  expect(reads).toBe(0);
});

test('an answer that CloudFormation does not accept fails the function, so that Lambda retries', async () => {
  cloudFormation.status = 403;
  await expect(deploy()).rejects.toThrow(/answered 403/);
});
