import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { localSecret, secretVariables } from '../../shared/secret-names.ts';
import type { Settings } from '../../shared/settings.ts';
import { instant } from '../../shared/time.ts';
import { WEB_BUCKET } from './aws/s3.ts';
import { buildFunctions, buildWeb, watchFunctions } from './builds.ts';
import { Bus } from './bus.ts';
import { Clock } from './clock.ts';
import { assembleClockwork } from './clockwork.ts';
import { Closing } from './closing.ts';
import { FaultLog } from './faults.ts';
import { controlPlane } from './front/control.ts';
import { type Front, startFront } from './front/front.ts';
import { type Development, startVite } from './front/vite.ts';
import { webFilesOf } from './front/web-app.ts';
import { Lambdas, WORK_PATIENCE, workerFileOf } from './lambdas/lambdas.ts';
import { readLedger } from './ledger.ts';
import { type Lock, takeLock } from './lock.ts';
import { localSecrets, realStripeFrom } from './secrets.ts';
import {
  awsEnvironment,
  emptyFolder,
  isBegun,
  localSettings,
  noteBegun,
  publicSettings,
  type TriedSettings,
} from './stage.ts';
import { type Surroundings, startSurroundings } from './surroundings.ts';

/* The whole product on this machine: the deployed bundles, and an emulator of each service that they use. */

export type LocalOptions = {
  /** The folder for all data. */
  readonly folder: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly host?: string;
  /** Empties the folder first. */
  readonly fresh?: boolean;
  /** Whether a new folder is filled with demo data; true by default. */
  readonly seed?: boolean;
  /** Prints nothing, not even errors. */
  readonly quiet?: boolean;
  /** Development mode: Vite with hot reload, and functions that are rebuilt when they change. */
  readonly watch?: boolean;
  /** False to serve only the API, without the web app. */
  readonly web?: boolean;
  /** Settings of a deployed stage, to try them here. */
  readonly settings?: TriedSettings;
  /** Shuts down the started parts, even before startLocal returns. */
  readonly closing?: Closing;
};

/** The product while it runs. */
export type Local = {
  readonly url: string;
  readonly clock: Clock;
  /** Moves the clock of the whole system; resolves when everything that became due has run. */
  advance(seconds: number): Promise<void>;
  /** Resolves when every event published so far is processed by its subscribers. */
  drain(): Promise<void>;
  /** Stops everything, last started first. The data stays in the folder. */
  stop(): Promise<void>;
};

const TABLE_NAME = 'replypaid-local';

/**
 * Starts the local system. Throws a CliError for a problem that the developer can fix; the parts started until then are
 * stopped.
 */
export async function startLocal(options: LocalOptions): Promise<Local> {
  const closing = options.closing ?? new Closing();
  try {
    return await start({ ...options, folder: resolve(options.folder) }, closing);
  } catch (fault) {
    await closing.close();
    throw fault;
  }
}

async function start(options: LocalOptions, closing: Closing): Promise<Local> {
  const { folder } = options;
  const lock = await takeLock(folder);
  closing.add(() => lock.release());
  const front = await startFront(options.port, options.host ?? '127.0.0.1');
  closing.add(() => front.close());
  lock.noteUrl(front.url);

  const isNew = options.fresh === true || !isBegun(folder);
  if (isNew) emptyFolder(folder);
  mkdirSync(folder, { recursive: true });
  const faults = new FaultLog(folder, options.quiet ? () => undefined : console.log);

  const machine = await startMachine({ options, front, lock, isNew, faults }, closing);
  if (isNew && options.seed !== false) {
    const { seedWorld } = await import('./seed/seed-world.ts');
    await seedWorld({ url: front.url, ...machine, conversations: !machine.realStripe });
  }
  await makeSupportAccount(machine.clock);
  await machine.web;
  noteBegun(folder);
  machine.begin();
  return {
    url: front.url,
    clock: machine.clock,
    advance: (seconds) => machine.time.advance(seconds * 1_000),
    drain: machine.drain,
    stop: () => closing.close(),
  };
}

/** Creates the support account if it is missing, as a deployment does, in new and in existing data. */
async function makeSupportAccount(clock: Clock): Promise<void> {
  // The storage module reads its addresses when it is loaded, and they are known now.
  const [{ ensureSupportAccount }, { hashPassword }, { table }, { DEMO_PASSWORD }] =
    await Promise.all([
      import('../../functions/support/support-account.ts'),
      import('../../functions/auth/passwords.ts'),
      import('../../functions/storage/table.ts'),
      import('./seed/demo.ts'),
    ]);
  await ensureSupportAccount(table, () => hashPassword(DEMO_PASSWORD), instant(clock.now()));
}

type MachineOptions = {
  readonly options: LocalOptions;
  readonly front: Front;
  readonly lock: Lock;
  readonly isNew: boolean;
  readonly faults: FaultLog;
};

async function startMachine(
  { options, front, lock, isNew, faults }: MachineOptions,
  closing: Closing,
) {
  const { folder, watch = false } = options;
  const say = options.quiet ? () => undefined : console.log;
  const real = realStripeFrom(process.env);
  const clock = new Clock(folder);
  const work = (name: string, event: unknown) =>
    lambdas.invoke(name, event, { patience: WORK_PATIENCE });
  const bus = new Bus({
    folder,
    now: clock.now,
    call: (name, event) => work(`events/${name}`, event),
  });
  const building = watch ? undefined : buildFunctions(say);
  const buildingWeb = watch || options.web === false ? undefined : buildWeb(closing);
  for (const build of [building, buildingWeb]) build?.catch(() => undefined);
  let development: Development | undefined;
  const shown = publicSettings(options.settings);
  const web = buildingWeb?.then((built) => webFilesOf(built, join(folder, 'web'), shown));
  web?.catch(() => undefined);
  const around = await startSurroundings(
    {
      folder,
      clock,
      lock,
      tableName: TABLE_NAME,
      empty: isNew,
      secrets: localSecrets(folder, real),
      realStripe: real !== undefined,
      origin: front.url,
      onEvent: (event) => bus.accept(event),
      webApp: async () => development?.document() ?? (await web)?.document,
    },
    closing,
  );
  const environment = () =>
    functionEnvironment(localSettings(folder, front.url, options.settings), clock, around);
  delete process.env.STRIPE_API_BASE;
  Object.assign(process.env, environment());
  lock.noteEnvironment(environment());

  const directory = (await building) ?? join(folder, 'functions');
  if (watch) closing.add(await watchFunctions(directory, say, () => lambdas.reload()));
  const lambdas = new Lambdas({
    directory,
    workerFile: workerFileOf(directory),
    environment,
    onLine: faults.take,
  });
  closing.add(() => lambdas.stop());
  clock.onMove((offsetMs) => lambdas.moveClock(offsetMs));

  const { engineUrl, stripe, phone, push, media } = around;
  const { stream, schedules, time, drain } = assembleClockwork(
    {
      ...{ folder, engineUrl, clock, bus, stripe, work },
      tableName: TABLE_NAME,
      onFault: faults.report,
    },
    closing,
  );

  let ready = false;
  if (watch) development = await startVite(front.server, shown, closing);
  front.open({
    now: clock.now,
    lambdas,
    media,
    realStripe: stripe === undefined,
    web,
    development,
    control: controlPlane({
      ...{ clock, time, schedules, phone, push, bus, drain, stripe },
      ledger: () => readLedger(engineUrl, TABLE_NAME),
      isReady: () => ready,
    }),
    onFault: faults.report,
  });
  const begin = () => {
    ready = true;
    if (closing.hasBegun) return;
    stream.start();
    time.start();
  };
  return { clock, time, drain, media, web, realStripe: stripe === undefined, begin };
}

/** The environment of each function, as deployed except for addresses. */
function functionEnvironment(settings: Settings, clock: Clock, around: Surroundings) {
  return {
    ...awsEnvironment(around.engineUrl, around.awsUrl),
    TABLE_NAME,
    MEDIA_BUCKET: 'media',
    WEB_BUCKET,
    // Relative, so that pictures remain valid when the port changes.
    MEDIA_URL: '/media',
    EVENT_BUS: 'local',
    ...secretVariables((name) => localSecret(name)),
    TOKEN_PUBLIC_KEYS: around.tokenPublicKeys,
    SETTINGS: JSON.stringify(settings),
    PUSH_SERVICE: JSON.stringify(around.push.standIn),
    STRIPE_JS_URL: around.stripe ? '/_local/stripe-js/v3.js' : 'https://js.stripe.com/v3/',
    ...(around.stripe && { STRIPE_API_BASE: around.stripe.url }),
    CLOCK_OFFSET_MS: String(clock.offsetMs),
  };
}
