import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StripeEmulator, startStripeEmulator } from '@replypaid/stripe-emulator';
import { newSigningKey, publicKeysOf } from '#functions/gateways/signing-keys.ts';
import { startAws } from '#lib/local/aws/aws.ts';
import { WEB_BUCKET } from '#lib/local/aws/s3.ts';
import type { BusEvent, ReceivedEmail, TextMessage, UploadDetail } from '#lib/local/aws/service.ts';
import { bankOf } from '#lib/local/deeds/bank.ts';
import { MediaStore } from '#lib/local/media.ts';
import type { Hint } from '#shared/live.ts';
import { DEFAULT_FEES } from '#shared/rules/conversations/fees.ts';
import { localSecret, secretVariables } from '#shared/secret-names.ts';
import type { Settings } from '#shared/settings.ts';
import { type Instant, instant } from '#shared/time.ts';
import { lambdaContext } from './call.ts';
import { faults } from './faults/faults.ts';
import { startPushService } from './push-service.ts';
import { startSites } from './sites.ts';
import { tableStage } from './stages/chosen-table-stage.ts';

/*
 * The environment of real handlers in tests: a table on the stage that was chosen, emulators of AWS and Stripe, received text
 * messages, and a simulated clock. Compared with the deployed stack only addresses differ.
 */

export type World = Awaited<ReturnType<typeof startSurroundings>> & typeof faults;

export const SECRETS = {
  signingKeyId: '1',
  signingKeys: [newSigningKey('1')],
  hashKey: randomBytes(32).toString('base64'),
  stripeSecretKey: 'sk_test_local',
  stripePublishableKey: 'pk_test_local',
  stripeWebhookSecret: 'whsec_local',
  stripeConnectWebhookSecret: 'whsec_connect',
};

export const SETTINGS: Settings = {
  stage: 'test',
  origin: 'https://replypaid.test',
  launchDate: '2100-01-01',
  phoneCountries: ['US', 'CA'],
  fictionalPhoneNumbers: true,
  attachments: true,
  email: { from: 'letters@replypaid.test', configurationSet: 'test' },
  fees: DEFAULT_FEES,
};

/** A live hint as it was published, with its channel and the number of its call. */
type PublishedHint = {
  readonly channel: string;
  readonly hint: Hint;
  readonly call: number;
};

/** The document of the web app as it is built: with its script and its styles. */
const BUILT_DOCUMENT = readFileSync(
  join(import.meta.dirname, '../../web/index.html'),
  'utf8',
).replace(
  '<script type="module" src="./src/main.tsx"></script>',
  '<script type="module" crossorigin src="/assets/main-12345678.js"></script><style>.letter{color:var(--ink)}</style>',
);

/**
 * The time at which worlds begin: the 20th of this month or the next. A first payout waits 14 days, and the 8th after the 20th is
 * always later; so no test depends on the date.
 */
function firstDay(): number {
  const start = new Date();
  if (start.getUTCDate() >= 20) start.setUTCMonth(start.getUTCMonth() + 1, 20);
  else start.setUTCDate(20);
  return start.setUTCHours(10, 0, 0, 0);
}

/** Checks an uploaded file before S3 answers. A check that fails is called again by the test. */
async function checkAtOnce(detail: UploadDetail): Promise<void> {
  const { handler } = await import('#functions/events/checkAttachment.ts');
  await handler({ detail } as never, lambdaContext()).catch(() => undefined);
}

/** The emulators of Stripe in this process, by their addresses. */
const stripes = new Map<string, StripeEmulator>();
const overTheWire = globalThis.fetch;

/**
 * Reaches these emulators without a connection. A request over loopback costs as much processor time as what the product and the
 * emulator do for it. Replaced here, before any test does, so that faults and spies see all requests.
 */
globalThis.fetch = (to, init) => {
  const stripe = typeof to === 'string' && stripes.get(new URL(to).origin);
  return stripe ? stripe.fetch(to, init) : overTheWire(to, init);
};

type Options = {
  /** Whether the table has a stream, for tests that read it. */
  readonly stream?: boolean;
};

/** Starts a world. Call in `beforeAll`, and `stop` in `afterAll`. */
export async function startWorld(options: Options = {}): Promise<World> {
  return Object.assign(await startSurroundings(options), faults);
}

async function startSurroundings({ stream = false }: Options) {
  const texts: TextMessage[] = [];
  const emails: ReceivedEmail[] = [];
  const events: BusEvent[] = [];
  const hints: PublishedHint[] = [];
  let publications = 0;
  const folder = mkdtempSync(join(tmpdir(), 'replypaid-world-'));
  const media = new MediaStore(folder);
  const aws = await startAws({
    media,
    secrets: () => SECRETS,
    onTextMessage: (message) => texts.unshift(message),
    onEmail: (email) => {
      emails.unshift(email);
      return randomUUID();
    },
    onEvent: (event) => events.push(event),
    onLiveEvents: (channel, published) => {
      publications += 1;
      for (const text of published)
        hints.push({ channel, hint: JSON.parse(text), call: publications });
    },
    onUpload: checkAtOnce,
    webFile: async () => BUILT_DOCUMENT,
  });
  const clock = (): Instant => instant(Date.now() + Number(process.env.CLOCK_OFFSET_MS ?? 0));
  // Webhooks are not delivered until a test does it.
  const stripe = await startStripeEmulator({
    now: clock,
    secretKey: SECRETS.stripeSecretKey,
    publishableKey: SECRETS.stripePublishableKey,
  });
  stripes.set(stripe.url, stripe);
  const push = await startPushService({ folder, now: clock, ownerOf: async () => undefined });
  const sites = await startSites();
  const tableName = `test-${randomUUID()}`;
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_SNS: aws.url,
    AWS_ENDPOINT_URL_SESV2: aws.url,
    AWS_ENDPOINT_URL_S3: aws.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.url,
    AWS_ENDPOINT_URL_EVENTBRIDGE: aws.url,
    LIVE_HTTP_URL: aws.url,
    STRIPE_API_BASE: stripe.url,
    PUSH_SERVICE: JSON.stringify(push.service.environmentValue),
    LOCAL_SITES: sites.url,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'SILENT',
    TABLE_NAME: tableName,
    ...secretVariables((name) => localSecret(name)),
    TOKEN_PUBLIC_KEYS: publicKeysOf(SECRETS.signingKeys),
    EVENT_BUS: 'local',
    WEB_BUCKET,
    MEDIA_BUCKET: 'media',
    MEDIA_URL: 'https://replypaid.test/media',
    SETTINGS: JSON.stringify(SETTINGS),
    CLOCK_OFFSET_MS: String(firstDay() - Date.now()),
  });
  const tables = await tableStage();
  await tables.createTable(tableName, { stream });
  return {
    tableName,
    /** Creates another table, without a stream. */
    createTable: (name: string) => tables.createTable(name),
    /** Returns all records of the table's stream, as Lambda passes them to a function. */
    streamRecords: () => tables.streamRecords(tableName),
    /** The sent text messages, newest first. */
    texts,
    /** The sent emails, newest first. */
    emails,
    events,
    /** The published live hints, oldest first. */
    hints,
    /** The contents of the media bucket. */
    media,
    now: clock,
    stripe,
    /** The banks of the card holders. */
    bank: bankOf((path, form) => postToStripe(`${stripe.url}${path}`, form)),
    /** The emulated push services, and the messages that each device received. */
    push: push.service,
    /** The pages of the web that links may lead to, by host and path. */
    sites: sites.pages,
    /** Advances the clock of all handlers. */
    advance(milliseconds: number) {
      process.env.CLOCK_OFFSET_MS = String(Number(process.env.CLOCK_OFFSET_MS) + milliseconds);
    },
    /** Returns the six-digit code in the newest text message to this number. */
    codeSentTo(phoneNumber: string): string {
      const text = texts.find((message) => message.to === phoneNumber);
      return /\b\d{6}\b/.exec(text?.body ?? '')?.[0] ?? '';
    },
    /** Returns the six-digit code in the newest email to this address. */
    codeEmailedTo(address: string): string {
      const email = emails.find(({ to }) => to === address);
      return /\b\d{6}\b/.exec(email?.text ?? '')?.[0] ?? '';
    },
    /** Returns the text messages to a person, newest first. */
    textsTo: ({ user }: { user: { phoneNumber: string } }): string[] =>
      texts.filter(({ to }) => to === user.phoneNumber).map(({ body }) => body),
    /** Replaces the world by a new one: a new table, nothing sent, nobody at Stripe. */
    async startAgain(this: { stop(): Promise<void> }): Promise<void> {
      await this.stop();
      Object.assign(this, await startWorld());
    },
    stop: async () => {
      await tables.close?.();
      stripes.delete(stripe.url);
      await Promise.all([aws.stop(), stripe.close(), push.stop(), sites.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sends a request to the emulator of Stripe as a bank. */
async function postToStripe(url: string, form: Readonly<Record<string, string>>): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRETS.stripeSecretKey}` },
    body: new URLSearchParams(form),
  });
  if (!answer.ok) throw new Error(`the bank refused: ${await answer.text()}`);
  return answer.json();
}
