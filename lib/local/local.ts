import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemFunctions } from '#shared/api/system-functions.ts';
import { localSecret, secretVariables } from '#shared/secret-names.ts';
import type { Settings } from '#shared/settings.ts';
import { instant } from '#shared/time.ts';
import { WEB_BUCKET } from './aws/s3.ts';
import { buildFunctions, buildWeb, watchedDirectory, watchFunctions } from './builds.ts';
import { Bus } from './bus.ts';
import { Clock } from './clock.ts';
import type { ShownPerson } from './demo-people.ts';
import { Directory } from './directory.ts';
import { type Emulators, startEmulators } from './emulators.ts';
import { FaultLog } from './faults.ts';
import { controlPlane } from './front/control.ts';
import { type Front, shownUrl, startFront } from './front/front.ts';
import { type Development, startVite } from './front/vite.ts';
import { webFilesOf } from './front/web-app.ts';
import { GATEWAY_TIMEOUT_MS, Lambdas, WORK_TIMEOUT_MS, workerFileOf } from './lambdas/lambdas.ts';
import { readLedger } from './ledger.ts';
import { LiveServer } from './live/live-server.ts';
import { type Lock, takeLock } from './lock.ts';
import { localSecrets, realStripeFrom } from './secrets.ts';
import { CREATORS, SENDERS } from './seed/people.ts';
import { Shutdown } from './shutdown.ts';
import {
  awsEnvironment,
  checkFormat,
  emptyFolder,
  isFirstStartComplete,
  localSettings,
  markFirstStartComplete,
  publicSettings,
  type StageSettings,
} from './stage.ts';
import { type ShownStep, StartSteps } from './start-steps.ts';
import { uploadChecks } from './upload-checks.ts';
import { startWorkers } from './workers.ts';

/* The whole product on this machine: the deployed bundles, and an emulator of each service that they use. */

type LocalOptions = {
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
  /** Runs the files that a deployment has. A process that loads all of them takes 730 MB. */
  readonly deployed?: boolean;
  /** Whether the stream and the schedules run only for `drain` and `advance`, so that a measurement is not disturbed. */
  readonly atRest?: boolean;
  /** How long a call may take, in milliseconds; as long as API Gateway waits by default. No test is decided by that on a busy machine. */
  readonly gatewayTimeoutMs?: number;
  /** False to serve only the API, without the web app. */
  readonly web?: boolean;
  /** Settings of a deployed stage, to try them here. */
  readonly settings?: StageSettings;
  /** Shuts down the started parts, even before startLocal returns. */
  readonly shutdown?: Shutdown;
  /** Called with the address as soon as it is taken: from then on a browser may come, and waits. */
  readonly onListening?: (url: string) => void;
  /** Called with each step of the start when it is done. */
  readonly onStep?: (step: ShownStep) => void;
  /** Starts over with new data, for the button of the page below /_local; absent where nothing can restart the process. */
  readonly startOver?: (port: number) => void;
};

/** The product while it runs. */
export type Local = {
  readonly url: string;
  readonly clock: Clock;
  /** Moves the clock of the whole system; resolves when everything that became due has run. */
  advance(seconds: number): Promise<void>;
  /** Resolves when every event published so far is processed by its subscribers. */
  drain(): Promise<void>;
  /** The demo people who are there, with what each of them shows now. */
  people(): Promise<ShownPerson[]>;
  /** Stops everything, last started first. The data stays in the folder. */
  stop(): Promise<void>;
};

export const TABLE_NAME = 'replypaid-local';
/** The function that authorizes connections and subscriptions of the WebSocket. */
const AUTHORIZER = 'live/authorize';
/** Subscribers that change nothing while the demo data is seeded: nobody has a device yet, and nobody reads metrics. */
const WITHOUT_EFFECT = ['measureBusiness', 'notifyDevices'];

/**
 * Starts the local system. Throws a CliError for a problem that the developer can fix; the parts started until then are
 * stopped.
 */
export async function startLocal(options: LocalOptions): Promise<Local> {
  const shutdown = options.shutdown ?? new Shutdown();
  try {
    return await start({ ...options, folder: resolve(options.folder) }, shutdown);
  } catch (fault) {
    await shutdown.close();
    throw fault;
  }
}

async function start(options: LocalOptions, shutdown: Shutdown): Promise<Local> {
  const { folder } = options;
  const lock = await takeLock(folder);
  shutdown.add(() => lock.release());
  if (!options.fresh) checkFormat(folder);
  const isNew = options.fresh === true || !isFirstStartComplete(folder);
  const isSeeded = isNew && options.seed !== false;
  const steps = new StartSteps(stepsOf(options, isSeeded), options.onStep);
  const front = await startFront(options.port, options.host ?? '127.0.0.1', () => steps.states());
  shutdown.add(() => front.close());
  lock.recordUrl(shownUrl(front.url));
  options.onListening?.(shownUrl(front.url));

  if (isNew) emptyFolder(folder);
  mkdirSync(folder, { recursive: true });
  const faults = new FaultLog(folder, options.quiet ? () => undefined : console.log);

  const machine = await startMachine({ options, front, lock, isNew, faults, steps }, shutdown);
  if (isSeeded) await steps.run(PEOPLE_STEP, () => seed(front, machine));
  await makeSupportAccount(machine.clock);
  await machine.web;
  markFirstStartComplete(folder);
  machine.begin();
  return {
    url: front.url,
    clock: machine.clock,
    advance: (seconds) => machine.time.advance(seconds * 1_000),
    drain: machine.drain,
    people: async () => (await import('./demo-people.ts')).demoPeople(instant(machine.clock.now())),
    stop: () => shutdown.close(),
  };
}

const DATABASE_STEP = 'Database';
const CARDS_STEP = 'Card payments, emulated';
const FUNCTIONS_STEP = 'Functions';
const WEB_STEP = 'Web app';
const PEOPLE_STEP = `${CREATORS.length + SENDERS.length} people and their letters`;

/** The names of the steps of a start, in the order in which they are shown. */
function stepsOf({ watch, web }: LocalOptions, isSeeded: boolean): string[] {
  return [
    DATABASE_STEP,
    ...(realStripeFrom(process.env) ? [] : [CARDS_STEP]),
    FUNCTIONS_STEP,
    ...(watch || web === false ? [] : [WEB_STEP]),
    ...(isSeeded ? [PEOPLE_STEP] : []),
  ];
}

async function seed(front: Front, machine: Awaited<ReturnType<typeof startMachine>>) {
  const { seedWorld } = await import('./seed/seed-world.ts');
  const { url, ownKey } = front;
  const seeding = { url, ownKey, ...machine, conversations: !machine.realStripe };
  await machine.bus.without(WITHOUT_EFFECT, () => seedWorld(seeding));
}

/** Creates the support account if it is missing, as a deployment does, in new and in existing data. */
async function makeSupportAccount(clock: Clock): Promise<void> {
  // The storage module reads its addresses when it is loaded, and they are known now.
  const [{ ensureSupportAccount }, { hashPassword }, { table }, { DEMO_PASSWORD }] =
    await Promise.all([
      import('#functions/support/support-account.ts'),
      import('#functions/auth/passwords.ts'),
      import('#functions/storage/table.ts'),
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
  readonly steps: StartSteps;
};

async function startMachine(
  { options, front, lock, isNew, faults, steps }: MachineOptions,
  shutdown: Shutdown,
) {
  const { folder, watch = false } = options;
  const print = options.quiet ? () => undefined : console.log;
  const real = realStripeFrom(process.env);
  const clock = new Clock(folder);
  const work = (name: string, event: unknown) =>
    lambdas.invoke(name, event, { timeoutMs: WORK_TIMEOUT_MS });
  const bus = new Bus({
    folder,
    now: clock.now,
    call: (name, event) => work(`events/${name}`, event),
  });
  const building = watch
    ? undefined
    : steps.run(FUNCTIONS_STEP, () => buildFunctions(print, options));
  const buildingWeb =
    watch || options.web === false ? undefined : steps.run(WEB_STEP, () => buildWeb(shutdown));
  for (const build of [building, buildingWeb]) build?.catch(() => undefined);
  const checkUpload = uploadChecks(
    (event) => work(systemFunctions.checkAttachment.file, event),
    faults.report,
  );
  let development: Development | undefined;
  const shown = publicSettings(options.settings);
  const { appleDomainText } = options.settings ?? {};
  const web = buildingWeb?.then((built) =>
    webFilesOf(built, join(folder, 'web'), shown, appleDomainText),
  );
  web?.catch(() => undefined);
  const live = new LiveServer({
    authorize: (event) => lambdas.invoke(AUTHORIZER, event, { timeoutMs: GATEWAY_TIMEOUT_MS }),
  });
  shutdown.add(() => live.close());
  const secrets = localSecrets(folder, real);
  const emulators = await startEmulators(
    {
      folder,
      clock,
      lock,
      tableName: TABLE_NAME,
      empty: isNew,
      secrets,
      realStripe: real !== undefined,
      origin: front.url,
      onEvent: (event) => bus.accept(event),
      onLiveEvents: (channel, events) => live.publish(channel, events),
      onUpload: (detail) => void checkUpload(detail),
      webFile: async (key) => (development ? development.textOf(key) : (await web)?.textOf(key)),
      onFault: faults.report,
      database: (work) => steps.run(DATABASE_STEP, work),
      cards: (work) => steps.run(CARDS_STEP, work),
    },
    shutdown,
  );
  const environment = () =>
    functionEnvironment(localSettings(folder, front.url, options.settings), clock, emulators);
  delete process.env.STRIPE_API_BASE;
  Object.assign(process.env, environment());
  lock.recordEnvironment(environment());

  const directory = (await building) ?? watchedDirectory();
  if (watch)
    shutdown.add(
      await steps.run(FUNCTIONS_STEP, () =>
        watchFunctions(directory, print, () => lambdas.reload()),
      ),
    );
  const lambdas = new Lambdas({
    directory,
    workerFile: workerFileOf(directory),
    environment,
    onLine: faults.take,
  });
  shutdown.add(() => lambdas.stop());
  shutdown.add(() => lambdas.finish());
  clock.onMove((offsetMs) => lambdas.moveClock(offsetMs));

  const { engine, stripe, phone, mailbox, push, media, sites } = emulators;
  const { stream, schedules, time, drain } = startWorkers(
    {
      folder,
      engineUrl: engine.url,
      clock,
      bus,
      stripe,
      work,
      tableName: TABLE_NAME,
      onFault: faults.report,
    },
    shutdown,
  );

  let started = false;
  if (watch) development = await startVite(front.server, shown, shutdown);
  // Vite answers the upgrades of its own WebSocket.
  live.listen(front.server, { sharesUpgrades: watch });
  front.open({
    now: clock.now,
    gatewayTimeoutMs: options.gatewayTimeoutMs,
    lambdas,
    media,
    pageOrigins: { realStripe: stripe === undefined, files: emulators.awsUrl },
    web,
    development,
    control: controlPlane({
      folder,
      url: front.url,
      directory: new Directory(engine.url, TABLE_NAME),
      clock,
      time,
      schedules,
      phone,
      mailbox,
      push,
      bus,
      drain,
      stripe,
      live,
      sites,
      emailFeedback: (detail) => work(systemFunctions.receiveEmailFeedback.file, { detail }),
      ledger: () => readLedger(engine.url, TABLE_NAME),
      engine,
      isStarted: () => started,
      startOver: options.startOver && (() => options.startOver?.(front.port)),
    }),
    onFault: faults.report,
    isReady: () => started,
  });
  const begin = () => {
    started = true;
    if (shutdown.hasBegun || options.atRest) return;
    stream.start();
    bus.start();
    time.start();
  };
  return {
    clock,
    time,
    bus,
    drain,
    media,
    sites,
    web,
    realStripe: stripe === undefined,
    walletSheets: stripe && { url: stripe.url, publishableKey: secrets.stripePublishableKey },
    begin,
  };
}

/** The environment of each function, as deployed except for addresses. */
function functionEnvironment(settings: Settings, clock: Clock, emulators: Emulators) {
  return {
    ...awsEnvironment(emulators.engine.url, emulators.awsUrl),
    TABLE_NAME,
    MEDIA_BUCKET: 'media',
    WEB_BUCKET,
    // Relative, so that pictures remain valid when the port changes.
    MEDIA_URL: '/media',
    EVENT_BUS: 'local',
    LIVE_HTTP_URL: emulators.awsUrl,
    ...secretVariables((name) => localSecret(name)),
    TOKEN_PUBLIC_KEYS: emulators.tokenPublicKeys,
    SETTINGS: JSON.stringify(settings),
    LOCAL_SITES: emulators.sites.url,
    PUSH_SERVICE: JSON.stringify(emulators.push.environmentValue),
    STRIPE_JS_URL: emulators.stripe ? '/_local/stripe-js/v3.js' : 'https://js.stripe.com/v3/',
    ...(emulators.stripe && { STRIPE_API_BASE: emulators.stripe.url }),
    CLOCK_OFFSET_MS: String(clock.offsetMs),
  };
}
