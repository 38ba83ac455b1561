import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleFunctions, deployedSettings } from '#lib/bundle.ts';
import { deployedFileOf } from '#lib/deployed-file.ts';
import { round } from '../load.ts';

/*
 * Measures the size of eight functions, and the processor time of a fresh process that loads one, on the Node.js that
 * Lambda runs. A plain handler with the AWS SDK, bundled with the same settings, takes turns with them. Prints JSON.
 */

/** The version of Node.js that Lambda runs, as .nvmrc and the stacks have it. */
const LAMBDA_NODE = 24;
const ROUNDS = 9;
/** Four that read, and four that write or move money. */
const MEASURED = [
  'viewUserProfile',
  'viewInboxList',
  'viewDashboardStats',
  'searchUsers',
  'createOrderMessage',
  'createInbox',
  'createInboxMessage',
  'cancelOrder',
];

const LOAD = `const began = process.cpuUsage();
require(process.argv[1]);
const { user, system } = process.cpuUsage(began);
process.stdout.write(String((user + system) / 1000)); process.exit(0);`;

/** The environment variables that handler modules read while they load. */
const environment = {
  ...process.env,
  AWS_REGION: 'us-east-1',
  TABLE_NAME: 'none',
  TOKEN_PUBLIC_KEYS: '[]',
  SETTINGS: '{}',
};

/** Returns the path of the Node.js that Lambda runs: this one, or the npm package `node`, which npm keeps in its cache. */
function lambdaNode(): string {
  if (process.version.startsWith(`v${LAMBDA_NODE}.`)) return process.execPath;
  const words = ['exec', '--yes', `--package=node@${LAMBDA_NODE}`, '--', 'node'];
  const printed = execFileSync('npm', [...words, '-p', 'process.execPath'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return printed.trim().split('\n').at(-1) ?? '';
}

/** Bundles the plain handler like the functions, but whole: it finds its credentials by the SDK's default chain. */
async function bundlePlainHandler(directory: string) {
  const entry = join(import.meta.dirname, '../plain-handler.ts');
  const settings = deployedSettings([{ name: 'plain', entry }], directory);
  const { metafile } = await build({ ...settings, external: [] });
  const [output] = Object.values(metafile.outputs).filter(({ entryPoint }) => entryPoint);
  return { name: 'plain', file: deployedFileOf(directory, 'plain'), bytes: output?.bytes ?? 0 };
}

const folder = mkdtempSync(join(tmpdir(), 'replypaid-functions-'));
const plain = await bundlePlainHandler(join(folder, 'plain'));
const { functions } = await bundleFunctions({ directory: join(folder, 'all') });
const nameOf = (path: string) => path.split('/').at(-1) ?? '';
const measured = [
  plain,
  ...functions
    .map(({ name, file, bytes }) => ({ name: nameOf(name), file, bytes }))
    .filter(({ name }) => MEASURED.includes(name)),
];

const node = lambdaNode();
const timeOf = (file: string) =>
  Number(execFileSync(node, ['-e', LOAD, file], { env: environment, encoding: 'utf8' }));
const times = new Map<string, number>();
for (let nth = 0; nth < ROUNDS; nth += 1)
  // Others on the machine can only add to the time, so the least of many counts.
  for (const { name, file } of measured)
    times.set(name, Math.min(timeOf(file), times.get(name) ?? Number.POSITIVE_INFINITY));
rmSync(folder, { recursive: true, force: true });

const figures = measured.map(({ name, bytes }) => [
  name,
  { kilobytes: Math.round(bytes / 1_000), importMilliseconds: round(times.get(name) ?? 0) },
]);
process.stdout.write(JSON.stringify(Object.fromEntries(figures)));
process.exit(0);
