import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { buildFunctions } from '#lib/local/builds.ts';
import { GATEWAY_TIMEOUT_MS, Lambdas, workerFileOf } from '#lib/local/lambdas/lambdas.ts';
import { startWorld, type World } from '../support/world.ts';

/*
 * The role guard: the local product refuses the actions that the IAM role would refuse in AWS, in bundles like the
 * deployed ones.
 */

const ROOT = join(import.meta.dirname, '../..');
const NAME = 'auth/doesUsernameExist';

let world: World;
let built: string;
const wrong = mkdtempSync(join(tmpdir(), 'replypaid-bundles-'));
beforeAll(async () => {
  world = await startWorld();
  built = await buildFunctions(() => undefined);
  await bundleWrongFunction();
});
afterAll(async () => {
  rmSync(wrong, { recursive: true, force: true });
  await world.stop();
});

/** Bundles the same operation with a handler that reads an account, which its definition does not declare. */
async function bundleWrongFunction(): Promise<void> {
  const contents = `
    import { serve } from './functions/serve.ts';
    import { userKey } from './functions/storage/keys.ts';
    import { table } from './functions/storage/table.ts';
    import { doesUsernameExist } from './shared/api/usernames.ts';
    export const handler = serve(doesUsernameExist, async () => {
      await table.get(userKey('somebody'));
      return {};
    });`;
  await build({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    outfile: join(wrong, `${NAME}.mjs`),
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
}

/** Calls the function in these bundles. Returns the HTTP status and the log. */
async function asking(directory: string): Promise<{ http: number; logged: string }> {
  let logged = '';
  const lambdas = new Lambdas({
    directory,
    workerFile: workerFileOf(built),
    environment: () => ({ LOG_LEVEL: 'ERROR' }),
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
    const answer = await lambdas.invoke(NAME, event, { timeoutMs: GATEWAY_TIMEOUT_MS });
    return { http: (answer as { statusCode: number }).statusCode, logged };
  } finally {
    await lambdas.stop();
  }
}

test('a function may do what its definition declares', async () => {
  const { http } = await asking(built);
  expect(http).toBe(200);
});

test('a function that reads more than its definition declares is refused, and its log names the read', async () => {
  const { http, logged } = await asking(wrong);
  expect(http).toBe(500);
  expect(logged).toContain('AccessDenied');
  expect(logged).toContain(
    'doesUsernameExist is not authorized to perform GetItem under USER#*: its definition uses usernames.read.',
  );
});

test('no bundle that is deployed contains the guard or a policy', () => {
  const bundles = readdirSync(built, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.mjs') && !path.startsWith('local/'))
    .map((path) => ({ path, text: readFileSync(join(built, path), 'utf8') }));
  expect(bundles.length).toBeGreaterThan(100);
  const guarding = bundles.filter(({ text }) =>
    /is not authorized to perform|ConditionCheckItem|INVITATIONS#\*/.test(text),
  );
  expect(guarding.map(({ path }) => path)).toEqual([]);
});
