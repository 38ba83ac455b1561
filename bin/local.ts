import { join } from 'node:path';
import { CliError } from '../lib/cli-error.ts';
import { shownUrl } from '../lib/local/front/front.ts';
import { type Local, startLocal } from '../lib/local/local.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMO_STAFF, demoDeskLink } from '../lib/local/seed/demo.ts';
import { Shutdown } from '../lib/local/shutdown.ts';
import { readOptions } from '../lib/operator/command.ts';

/* `npm start`: the whole product on this machine. */

const USAGE = `npm start -- [--fresh] [--no-seed] [--no-web] [--watch]

Runs the whole product on this machine.

  --fresh     deletes all local data and seeds it again
  --no-seed   starts without demo data
  --no-web    serves only the API
  --watch     for development: rebuilds and reloads on every change

The environment:

  STAGE       uses the fees, company, launch date and phone countries of settings/<STAGE>.json
  PORT, HOST, LOCAL_FOLDER (.local), DYNAMODB_ENDPOINT, DYNAMODB_LOCAL,
  STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET`;
const GRACE_MS = 1_800;
const shutdown = new Shutdown();
let signals = 0;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stop());

/** Stops everything in order. A second signal, or the end of the grace period, stops it at once. */
async function stop(): Promise<void> {
  signals += 1;
  if (signals > 1) process.exit(130);
  setTimeout(() => process.exit(130), GRACE_MS).unref();
  await shutdown.close();
  process.exit(0);
}

const OPTIONS = {
  fresh: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  'no-seed': { type: 'boolean', default: false },
  'no-web': { type: 'boolean', default: false },
} as const;

function readPort(): number {
  const port = Number(process.env.PORT ?? 3000);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new CliError(`PORT=${process.env.PORT} is not a port. Use a number from 0 to 65535.`);
}

async function stageSettings() {
  const stage = process.env.STAGE;
  if (!stage) return {};
  const { readStageSettings } = await import('../lib/settings.ts');
  return { settings: readStageSettings(stage) };
}

function welcome(local: Local, seconds: string, seeded: boolean): string {
  const people = DEMO_ACCOUNTS.map(({ username, about }) => `    ${username.padEnd(14)} ${about}`);
  const url = shownUrl(local.url);
  const links = DEMO_STAFF.map(
    (username) =>
      `    ${username.padEnd(14)} ${url}/settings/security#desk=${demoDeskLink(username)}`,
  );
  return [
    '',
    `  ReplyPaid runs at   ${url}`,
    `  Phone, clock, money ${url}/_local`,
    '',
    ...(seeded ? [`  Sign in as (password ${DEMO_PASSWORD})`, ...people, ''] : []),
    ...(seeded ? ['  Staff add their passkey for the desk by a link, once', ...links, ''] : []),
    `  Ready in ${seconds} s. Ctrl-C stops it. Data is kept for the next start; --fresh deletes it.`,
    '',
  ].join('\n');
}

try {
  const { values } = readOptions(USAGE, { options: OPTIONS });
  const { fresh, watch, 'no-seed': noSeed, 'no-web': noWeb } = values;
  const local = await startLocal({
    folder: process.env.LOCAL_FOLDER ?? join(import.meta.dirname, '../.local'),
    port: readPort(),
    ...(process.env.HOST && { host: process.env.HOST }),
    fresh,
    watch,
    seed: !noSeed,
    web: !noWeb,
    ...(await stageSettings()),
    shutdown,
  });
  if (signals === 0) console.log(welcome(local, process.uptime().toFixed(1), !noSeed));
} catch (fault) {
  if (signals === 0) {
    console.error(fault instanceof CliError ? fault.message : fault);
    process.exitCode = 1;
  }
}
