import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Grants, readGrants } from '../../lib/grants/grants.ts';
import { buildFunctions } from '../../lib/local/builds.ts';
import { GATEWAY_PATIENCE, Lambdas, workerFileOf } from '../../lib/local/lambdas/lambdas.ts';
import { startWorld, type World } from '../support/world.ts';

/* What a role would refuse in AWS, this machine refuses too, in the bundles as they are deployed. */

let world: World;
let directory: string;
beforeAll(async () => {
  world = await startWorld();
  directory = await buildFunctions(() => undefined);
}, 120_000);
afterAll(() => world.stop());

const NAME = 'auth/doesUsernameExist';

/** The HTTP status of a call with these grants, and what the function logged. */
async function asking(grants: Grants): Promise<{ http: number; logged: string }> {
  let logged = '';
  const lambdas = new Lambdas({
    directory,
    workerFile: workerFileOf(directory),
    grants,
    environment: () => ({ POWERTOOLS_LOG_LEVEL: 'ERROR' }),
    onLine: (line) => {
      logged += line;
    },
  });
  try {
    const event = {
      rawQueryString: '',
      headers: { 'content-type': 'application/json' },
      requestContext: { http: { method: 'POST', sourceIp: '192.0.2.7' } },
      body: JSON.stringify({ username: 'somebody' }),
    };
    const answer = await lambdas.invoke(NAME, event, { patience: GATEWAY_PATIENCE });
    return { http: (answer as { statusCode: number }).statusCode, logged };
  } finally {
    await lambdas.stop();
  }
}

test('a function does what it is granted', async () => {
  const { http } = await asking(readGrants());
  expect(http).toBe(200);
});

test('a function that is granted less is refused, and its log says what was missing', async () => {
  const { 'dynamodb:UpdateItem': limits = [] } = readGrants()[NAME] ?? {};
  const { http, logged } = await asking({ [NAME]: { 'dynamodb:UpdateItem': limits } });
  expect(http).toBe(500);
  expect(logged).toContain('AccessDenied');
  expect(logged).toContain(
    `${NAME} is not authorized to perform GetItem under USERNAME#* because lib/grants/grants.json`,
  );
});

test('that refusal is of one key: the same action under another is no help', async () => {
  const { http } = await asking({
    [NAME]: { 'dynamodb:UpdateItem': ['LIMIT#*'], 'dynamodb:GetItem': ['USER#*'] },
  });
  expect(http).toBe(500);
});
