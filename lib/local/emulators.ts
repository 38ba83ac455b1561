import { join } from 'node:path';
import { type StripeEmulator, startStripeEmulator } from '@replypaid/stripe-emulator';
import { pushKeys } from '#functions/gateways/push-services.ts';
import type { Secrets } from '#functions/gateways/secrets.ts';
import { publicKeysOf } from '#functions/gateways/signing-keys.ts';
import { WEBHOOK_EVENTS } from '#shared/webhook-events.ts';
import { startAws } from './aws/aws.ts';
import type { BusEvent, UploadDetail } from './aws/service.ts';
import type { Clock } from './clock.ts';
import { createTable, deleteTable } from './engine.ts';
import { type SupervisedEngine, superviseEngine } from './engine-supervisor.ts';
import type { FaultReporter } from './faults.ts';
import type { Lock } from './lock.ts';
import { Mailbox } from './mailbox.ts';
import { MediaStore } from './media.ts';
import { Phone } from './phone.ts';
import { PUSH_PATH, PushService } from './push/service.ts';
import type { Shutdown } from './shutdown.ts';
import { Sites } from './sites.ts';
import { trimStreamRecords } from './stream-records.ts';

/** The emulators that the functions use: DynamoDB, AWS services, the phone, the mailbox, Stripe. */
export type Emulators = {
  readonly engine: SupervisedEngine;
  readonly awsUrl: string;
  readonly phone: Phone;
  readonly mailbox: Mailbox;
  readonly push: PushService;
  readonly media: MediaStore;
  readonly sites: Sites;
  /** The value of TOKEN_PUBLIC_KEYS. */
  readonly tokenPublicKeys: string;
  /** Absent if the real Stripe is used. */
  readonly stripe: StripeEmulator | undefined;
};

type EmulatorOptions = {
  readonly folder: string;
  readonly tableName: string;
  /** Whether to empty the table first, also on an engine that this process did not start. */
  readonly empty: boolean;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly realStripe: boolean;
  readonly origin: string;
  readonly lock: Lock;
  readonly onEvent: (event: BusEvent) => void;
  /** Called with the events that are published to a channel of the Event API. */
  readonly onLiveEvents: (channel: string, events: readonly string[]) => void;
  /** Called with each file that a browser has uploaded to S3. */
  readonly onUpload: (detail: UploadDetail) => void;
  /** The text of a file of the web app, by its key; undefined if there is none. */
  readonly webFile: (key: string) => Promise<string | undefined>;
  readonly onFault: FaultReporter;
  /** Run the work of two steps of the start. */
  readonly database: RunStep;
  readonly cards: RunStep;
};

type RunStep = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Starts the emulators, and registers each with the shutdown. */
export async function startEmulators(
  options: EmulatorOptions,
  shutdown: Shutdown,
): Promise<Emulators> {
  const { folder, clock, secrets } = options;
  const phone = new Phone(folder, clock.now);
  const mailbox = new Mailbox(folder, clock.now);
  const push = new PushService({
    folder,
    now: clock.now,
    sender: pushKeys(secrets).publicKey,
    ownerOf: ownerOfDevice,
  });
  push.url = `${options.origin}${PUSH_PATH}`;
  const media = new MediaStore(folder);
  const sites = new Sites(folder, options.origin);
  const [engine, aws, stripe] = await Promise.all([
    options.database(() => startTable(options, shutdown)),
    startAws({
      secrets: () => secrets,
      onTextMessage: (message) => phone.receive(message),
      onEmail: (email) => mailbox.receive(email),
      onEvent: options.onEvent,
      onLiveEvents: options.onLiveEvents,
      onUpload: options.onUpload,
      webFile: options.webFile,
      media,
    }),
    options.realStripe ? undefined : options.cards(() => startStripe(options)),
  ]);
  shutdown.add(() => aws.stop());
  shutdown.add(() => stripe?.close());
  const tokenPublicKeys = publicKeysOf(secrets.signingKeys);
  return {
    engine,
    awsUrl: aws.url,
    phone,
    mailbox,
    push,
    media,
    sites,
    tokenPublicKeys,
    stripe,
  };
}

/** Returns the user of a device by its address, from the table. */
async function ownerOfDevice(endpoint: string): Promise<string | undefined> {
  // The storage module reads its addresses when it is loaded; they are known by the time a message arrives.
  const [{ ownerOf }, { table }] = await Promise.all([
    import('#functions/storage/notifications/devices.ts'),
    import('#functions/storage/table.ts'),
  ]);
  return ownerOf(table, endpoint);
}

async function startTable(
  { folder, tableName, empty, lock, onFault }: EmulatorOptions,
  shutdown: Shutdown,
): Promise<SupervisedEngine> {
  const file = join(folder, 'table.db');
  const engine = await superviseEngine({ file, onLaunch: lock.recordEngine, onFault }, shutdown);
  await trimStreamRecords(file).catch(onFault);
  if (empty) await deleteTable(engine.url, tableName);
  await createTable(engine.url, tableName);
  return engine;
}

function startStripe({ folder, clock, secrets, origin }: EmulatorOptions) {
  return startStripeEmulator({
    now: clock.now,
    journalPath: join(folder, 'stripe.jsonl'),
    secretKey: secrets.stripeSecretKey,
    publishableKey: secrets.stripePublishableKey,
    browserPath: '/_local/',
    webhooks: {
      url: `${origin}/webhooks/stripe`,
      secret: secrets.stripeWebhookSecret,
      events: WEBHOOK_EVENTS,
    },
  });
}
