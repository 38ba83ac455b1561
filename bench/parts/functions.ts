import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '#lib/bundle.ts';
import startEngine from '#test/support/start-engine.ts';
import stopEngine from '#test/support/stop-engine.ts';
import { startWorld } from '#test/support/world.ts';
import { coldTimes } from '../cold-calls.ts';
import { bundlePlainHandler } from '../function-bytes.ts';
import { LAMBDA_NODE, lambdaNode } from '../node-versions.ts';

/*
 * Measures the size of each function, and the cold start of some on the Node.js that Lambda runs and on this one. A plain handler
 * with the AWS SDK, bundled with the same settings, is measured in the same run. Prints JSON.
 */

const ROUNDS = 15;

/** The operations whose cold starts are measured: reading ones, others, and those that move money. */
const MEASURED = [
  'viewUserProfile',
  'viewInboxList',
  'viewInbox',
  'viewDashboardStats',
  'searchUsers',
  'signOut',
  'createOrderMessage',
  'createInbox',
  'createInboxMessage',
  'cancelOrder',
];

const folder = mkdtempSync(join(tmpdir(), 'replypaid-functions-'));
const plain = await bundlePlainHandler(join(folder, 'plain'));
const bundle = await bundleFunctions({ directory: join(folder, 'all') });
const nameOf = (path: string) => path.split('/').at(-1) ?? '';
const operations = bundle.functions
  .map(({ name, file }) => ({ name: nameOf(name), file }))
  .filter(({ name }) => MEASURED.includes(name));

await startEngine();
const world = await startWorld();
const measuredOn = (node: string) =>
  coldTimes(
    world,
    { node, folder, rounds: ROUNDS },
    { name: 'plain', file: plain.file },
    operations,
  );
const cold = {
  [LAMBDA_NODE]: await measuredOn(lambdaNode()),
  [process.versions.node.split('.')[0] ?? '']: await measuredOn(process.execPath),
};
await world.stop();
await stopEngine();
rmSync(folder, { recursive: true, force: true });

process.stdout.write(
  JSON.stringify({
    cold,
    bytes: {
      plain: plain.bytes,
      ...Object.fromEntries(bundle.functions.map(({ name, bytes }) => [nameOf(name), bytes])),
    },
  }),
);
process.exit(0);
