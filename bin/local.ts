import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { CliError } from '#lib/cli-error.ts';
import { shownUrl } from '#lib/local/front/front.ts';
import { startLocal } from '#lib/local/local.ts';
import { Shutdown } from '#lib/local/shutdown.ts';
import { beginning, stepLine, welcome } from '#lib/local/terminal.ts';
import { readOptions } from '#lib/operator/command.ts';

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
/** The process that runs the product since it was started over. */
let running: ChildProcess | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stop(signal));

/** Stops everything in order. A second signal, or the end of the grace period, stops it at once. */
async function stop(signal: NodeJS.Signals): Promise<void> {
  if (running) {
    // Ctrl-C reaches both processes; a signal to this one alone is passed on.
    if (signal !== 'SIGINT') running.kill(signal);
    return;
  }
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
  const { readStageSettings } = await import('#lib/settings.ts');
  return { settings: readStageSettings(stage) };
}

/** The exit code with which a process asks the one that started it to start over with new data. */
const START_OVER = 75;

/**
 * Stops everything, and starts again with new data in another process, because the modules of this one keep what they have read. This
 * process stays for the terminal, and starts the next one too when that is asked to start over.
 */
async function startOver(port: number): Promise<void> {
  await shutdown.close();
  if (process.env.STARTED_OVER) process.exit(START_OVER);
  const given = process.argv.slice(2).filter((option) => option !== '--fresh');
  let code: number | null;
  do {
    const child = spawn(
      process.execPath,
      [...process.execArgv, import.meta.filename, ...given, '--fresh'],
      {
        stdio: 'inherit',
        env: { ...process.env, STARTED_OVER: 'yes', PORT: String(port) },
      },
    );
    running = child;
    code = await new Promise((resolve) => child.once('exit', resolve));
  } while (code === START_OVER);
  process.exit(code ?? 130);
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
    onListening: (url) => console.log(beginning(url, !noWeb)),
    onStep: (step) => console.log(stepLine(step)),
    startOver: (port) => void startOver(port),
  });
  const people = noSeed ? [] : await local.people();
  if (signals === 0)
    console.log(welcome({ url: shownUrl(local.url), seconds: process.uptime(), people }));
} catch (fault) {
  if (signals === 0) {
    console.error(fault instanceof CliError ? fault.message : fault);
    process.exitCode = 1;
  }
}
