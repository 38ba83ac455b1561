import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegionInfo } from 'aws-cdk-lib/region-info';
import plans from 'libphonenumber-js/min/metadata';
import * as z from 'zod/mini';
import { exampleSchema } from '#shared/example.ts';
import { helpLinesSchema } from '#shared/help-lines.ts';
import { DEFAULT_PHONE_COUNTRIES } from '#shared/rules/auth/phone-countries.ts';
import { isPhoneCountry } from '#shared/rules/auth/phone-numbers.ts';
import { eventTextDollarsOf, hourlyTextDollarsOf } from '#shared/rules/auth/text-limits.ts';
import { DEFAULT_FEES } from '#shared/rules/conversations/fees.ts';
import {
  companySchema,
  DEFAULT_TEXT_MESSAGE_DOLLARS,
  dangerSchema,
  deskPasskeyHours,
  eventTextDollars,
  hourlyTextDollars,
  refundAloneCents,
  settingsSchema,
  textMessageDollars,
} from '#shared/settings.ts';
import { ConfigError } from './cli-error.ts';
import { domainSchema, isReservedHost } from './domain.ts';

/*
 * The settings of a stage: settings/<stage>.json. They contain no secrets, and nothing that the deployment determines,
 * such as the URL of the web app.
 */

const LOG_RETENTION_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 180, 365, 731] as const;

const stageName = z.string().check(
  z.regex(
    /^[a-z][a-z0-9]{1,15}$/,
    'must be 2 to 16 lowercase letters or digits, starting with a letter',
  ),
  z.refine(
    (name) => name !== 'local',
    'is reserved for this machine (npm start): choose another name',
  ),
);

const ACCOUNT = 'must be the twelve digits of an AWS account, in quotes';
const REGION = 'must be an AWS region such as us-east-1';
const LAUNCH_DATE = 'must be an existing date as year-month-day: 2027-01-31';
const COUNTRIES = 'must be ISO country codes, such as ["US", "CA", "GB"]';
const PRODUCTION = 'must be true if people pay with real money, else false';
const QUIET_HOURS = 'must be a whole number of hours from 1 to 24, longer than the quietest night';
const DOLLARS = 'must be a whole number of dollars per month, 1 or more';
const BUDGET = 'must be the budget of the account, such as { "monthlyDollars": 200 }';
const KEYS = 'must be what npm run rotate writes';
const KEY_VERSION = /^[\w-]{32,64}$/;
const RESTORED =
  'must be the name and the stream label of a table, as docs/operations.md, Restore, prints them';
const VAULT =
  'must be a vault of AWS Backup, such as { "vaultArn": "arn:aws:backup:us-west-2:<account>:backup-vault:replypaid-prod" }';
const DOLLARS_OF_TEXTS = 'must be their monthly limit, such as { "monthlyDollars": 20 }';

const APPLE_FILE =
  'must be the name of a file beside the settings, such as "apple-developer-merchantid-domain-association"';
const APPLE_FILE_BYTES = 32_000;

const ALARMS = 'must be "all" or "few"';
const SENDER = 'must be the address of the sender, such as { "from": "letters@example.org" }';

const THROTTLE = 'must be numbers of requests, such as { "perSecond": 500, "atOnce": 1000 }';
/** A throttle of API Gateway for one route: its rate limit and its burst limit. */
const throttle = z
  .strictObject(
    {
      perSecond: z.int(THROTTLE).check(z.minimum(1, THROTTLE), z.maximum(10_000, THROTTLE)),
      atOnce: z.int(THROTTLE).check(z.minimum(1, THROTTLE), z.maximum(10_000, THROTTLE)),
    },
    THROTTLE,
  )
  .check(
    z.refine(
      ({ perSecond, atOnce }) => atOnce >= perSecond,
      'must have atOnce of at least perSecond',
    ),
  );

/**
 * The default throttles of each route, for 1,000 requests per second in total: no route gets more than a fifth of them
 * (test/support/paid-conversation.ts). Callers without an account get less, because they are harder to tell apart. The
 * limit of API Gateway is 10,000 requests per second for an account in a region.
 */
const DEFAULT_THROTTLES = {
  anyone: { perSecond: 500, atOnce: 1_000 },
  signedIn: { perSecond: 1_000, atOnce: 2_000 },
  webhooks: { perSecond: 500, atOnce: 1_000 },
};
const originKeysSchema = z
  .strictObject(
    {
      /** The version id of the key that CloudFront sends. */
      sent: z.string(KEYS).check(z.regex(KEY_VERSION, KEYS)),
      /** The version ids of the accepted keys: one, or two during a rotation. */
      accepted: z
        .array(z.string(KEYS).check(z.regex(KEY_VERSION, KEYS)), KEYS)
        .check(z.minLength(1, KEYS), z.maxLength(2, KEYS)),
    },
    KEYS,
  )
  .check(z.refine(({ sent, accepted }) => accepted.includes(sent), KEYS));

const TOKEN_KEYS = 'must be ids of keys, such as { "signs": "1", "accepted": ["1", "2"] }';
const tokenKeysSchema = z
  .strictObject(
    {
      /** The key that signs access tokens. */
      signs: z.string(TOKEN_KEYS),
      /** One key, or two during a rotation. */
      accepted: z
        .array(z.string(TOKEN_KEYS).check(z.regex(/^\w{1,16}$/, TOKEN_KEYS)), TOKEN_KEYS)
        .check(z.maxLength(2, TOKEN_KEYS)),
    },
    TOKEN_KEYS,
  )
  .check(
    z.refine(({ signs, accepted }) => accepted.includes(signs), TOKEN_KEYS),
    z.refine(({ accepted }) => new Set(accepted).size === accepted.length, TOKEN_KEYS),
  );

export type OriginKeys = z.infer<typeof originKeysSchema>;

const stageSettingsSchema = z.strictObject({
  /** The AWS account of the stage. Deployments and commands refuse any other account. */
  account: z.string(ACCOUNT).check(z.regex(/^\d{12}$/, ACCOUNT)),
  /** The AWS region of the stage. */
  region: z
    .string(REGION)
    .check(z.refine((name) => RegionInfo.get(name).partition === 'aws', REGION)),
  /** Whether the stage has real users and real money. Turns on canary deployments, the firewall and all alarms. */
  production: z.boolean(PRODUCTION),
  /** The custom domain of the stage. By default a CloudFront domain name. */
  domain: z.optional(domainSchema),
  /**
   * Whether AWS WAF protects CloudFront, for about 9 dollars per month and 60 cents per million requests. By default only in
   * production.
   */
  waf: z.optional(z.boolean('must be true or false')),
  /** The email address that receives alarms. */
  alarmEmail: z.email('must be an email address'),
  /**
   * Which alarms exist: `all`, or `few` for a stage that is not production, where one alarm watches all functions and none watches load
   * and speed. A stage that nobody uses then costs about a third.
   */
  alarms: z._default(z.enum(['all', 'few'], ALARMS), 'all'),
  /** Accounts created before this day are founders. */
  launchDate: z.iso.date(LAUNCH_DATE),
  /**
   * The countries whose phone numbers can register and get codes, as ISO 3166 codes. A number without a country code is
   * read as one of the first country. Countries that share a calling code are listed separately: +1 is the United States,
   * Canada, Puerto Rico (PR), Jamaica (JM) and 21 more, and text messages to the Caribbean cost many times as much. Numbers
   * that bill the caller or the owner (premium, 976, toll-free) are refused in every country. If a country is removed later,
   * accounts with a confirmed number there keep it and can reset their password, but cannot sign in with a code.
   */
  phoneCountries: z._default(
    z
      .array(
        z.string(COUNTRIES).check(z.refine((code) => isPhoneCountry(code, plans), COUNTRIES)),
        COUNTRIES,
      )
      .check(
        z.minLength(1, 'must have at least one country, or no one can register'),
        z.refine((codes) => new Set(codes).size === codes.length, 'contains a country twice'),
      ),
    [...DEFAULT_PHONE_COUNTRIES],
  ),
  /** The platform fees of a paid response, by plan. A change applies to messages that are paid after it. */
  fees: z._default(settingsSchema.shape.fees, DEFAULT_FEES),
  /** The company that runs the stage, shown below the policies and in the footer of the landing page. */
  company: z.optional(companySchema),
  /** The example on the landing page, a letter and its answer, instead of an invented one. */
  example: z.optional(exampleSchema),
  /**
   * Hours without a paid message after which an alarm goes off; longer than the quietest night. By default there is no such
   * alarm.
   */
  quietHours: z.optional(
    z.int(QUIET_HOURS).check(z.minimum(1, QUIET_HOURS), z.maximum(24, QUIET_HOURS)),
  ),
  /** The monthly limit for text messages. It applies to the whole AWS account, so only one stage of an account sets it. */
  textMessages: z.optional(
    z.strictObject(
      { monthlyDollars: z.int(DOLLARS).check(z.minimum(1, DOLLARS)) },
      DOLLARS_OF_TEXTS,
    ),
  ),
  /**
   * The address that emails come from; SES sends for its domain. Without it, the stage sends no email. docs/operations.md,
   * Email, says what to do first.
   */
  email: z.optional(z.strictObject({ from: z.email(SENDER) }, SENDER)),
  /** The maximum price of one text message in dollars. SNS does not send more expensive ones. */
  maxTextMessageDollars: z._default(textMessageDollars, DEFAULT_TEXT_MESSAGE_DOLLARS),
  /**
   * The hourly budget for text messages, in dollars. Above half of it, new numbers need a proof of work; above four fifths,
   * they must wait until the hour is over. Confirmed numbers are not affected. By default a hundredth of
   * `textMessages.monthlyDollars`, at least 0.25.
   */
  hourlyTextDollars: z.optional(hourlyTextDollars),
  /**
   * The budget for text messages about paid letters, answers, money and deadlines, in dollars for 30 days; 0 sends none. Codes and
   * warnings do not count. By default half of `textMessages.monthlyDollars`, at least 0.5.
   */
  eventTextDollars: z.optional(eventTextDollars),
  /** The largest refund in cents that one member of staff makes alone at the desk; by default 5000. */
  refundAloneCents: z.optional(refundAloneCents),
  /** The hours after which a new passkey of a member of staff opens the desk; by default 24. */
  deskPasskeyHours: z.optional(deskPasskeyHours),
  /** What staff do when somebody may be in danger: docs/operations.md, Someone may be in danger. By default there is nothing. */
  danger: z.optional(dangerSchema),
  /**
   * The file beside the settings that Stripe's dashboard offers when the domain is registered for Apple Pay. By default there is none.
   * docs/operations.md, Wallets.
   */
  appleDomainFile: z.optional(z.string(APPLE_FILE).check(z.regex(/^[\w-][\w.-]*$/, APPLE_FILE))),
  /** The crisis help lines, instead of those of the United States and a directory of all countries. */
  helpLines: z.optional(helpLinesSchema),
  /**
   * Whether messages can have pictures, PDFs and recordings. By default they cannot. docs/operations.md, Attachments, says what has to be
   * decided first.
   */
  attachments: z.optional(z.boolean('must be true or false')),
  /** The monthly budget of the whole AWS account, above which the alarm address is notified. By default there is none. */
  budget: z.optional(
    z.strictObject({ monthlyDollars: z.int(DOLLARS).check(z.minimum(1, DOLLARS)) }, BUDGET),
  ),
  /** The versions of the origin key that are in use. Written by npm run rotate. */
  originKeys: z.optional(originKeysSchema),
  /** The ids of the signing keys in use. Never reuse an id: docs/operations.md, Replace a key. */
  tokenKeys: z._default(tokenKeysSchema, { signs: '1', accepted: ['1'] }),
  /**
   * The vault of AWS Backup in another region or account that gets a copy of the table and the pictures every hour. By default there are
   * no such copies. docs/operations.md, Loss of the region or the account, says how to create it.
   */
  copies: z.optional(
    z.strictObject(
      {
        vaultArn: z
          .string(VAULT)
          .check(z.regex(/^arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/, VAULT)),
      },
      VAULT,
    ),
  ),
  /** The table that replaces the one of the first deployment: docs/operations.md, Restore. */
  restoredTable: z.optional(
    z.strictObject(
      {
        name: z.string(RESTORED).check(z.regex(/^[\w.-]{3,255}$/, 'must be the name of a table')),
        streamLabel: z
          .string(RESTORED)
          .check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]+$/, 'must be the label of its stream')),
      },
      RESTORED,
    ),
  ),
  /** Whether the stage is paused for a restore: no job starts, and every request gets 503 with Retry-After. */
  paused: z.optional(z.boolean('must be true or false')),
  /** The throttles of each route: for callers without an account, for signed-in callers, and for Stripe. */
  throttles: z.pipe(
    z._default(
      z.partial(z.strictObject({ anyone: throttle, signedIn: throttle, webhooks: throttle })),
      {},
    ),
    z.transform((given) => ({ ...DEFAULT_THROTTLES, ...given })),
  ),
  logRetentionDays: z.literal(
    LOG_RETENTION_DAYS,
    `must be one of ${LOG_RETENTION_DAYS.join(', ')}`,
  ),
});

export type StageSettings = Omit<z.infer<typeof stageSettingsSchema>, 'hourlyTextDollars'> & {
  readonly stage: string;
  readonly waf: boolean;
  readonly hourlyTextDollars: number;
  /** The text of `appleDomainFile`. */
  readonly appleDomainText?: string;
};

/** The physical name of a resource of a stage. */
export const nameInStage = (stage: string, name: string) => `replypaid-${stage}-${name}`;

/**
 * Reads and checks the settings of a stage. Throws a ConfigError that names the file and every field that is
 * missing, unknown or wrong.
 */
export function readStageSettings(
  stage: string,
  directory = join(import.meta.dirname, '../settings'),
): StageSettings {
  const named = stageName.safeParse(stage);
  if (!named.success)
    throw new ConfigError(`The stage "${stage}" ${named.error.issues[0]?.message ?? 'is wrong'}.`);
  const file = join(directory, `${stage}.json`);
  if (!existsSync(file))
    throw new ConfigError(
      `The stage "${stage}" has no settings: copy settings/example.json to ${file}.`,
    );
  const checked = stageSettingsSchema.safeParse(parse(file));
  const apple = appleDomainTextIn(directory, checked.data?.appleDomainFile);
  const faults = checked.success
    ? [...faultsBetween(stage, checked.data), ...(apple?.faults ?? [])]
    : checked.error.issues.map(sentence);
  if (!checked.success || faults.length > 0)
    throw new ConfigError(`settings/${stage}.json: ${faults.join('; ')}.`);
  const { data } = checked;
  return {
    ...data,
    stage,
    waf: data.waf ?? data.production,
    hourlyTextDollars:
      data.hourlyTextDollars ?? hourlyTextDollarsOf(data.textMessages?.monthlyDollars),
    eventTextDollars:
      data.eventTextDollars ?? eventTextDollarsOf(data.textMessages?.monthlyDollars),
    ...(apple && { appleDomainText: apple.text }),
  };
}

/** Reads the file for Apple Pay; undefined if the stage has none. */
function appleDomainTextIn(directory: string, name: string | undefined) {
  if (name === undefined) return undefined;
  const file = join(directory, name);
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  const isGood = text !== '' && text.length <= APPLE_FILE_BYTES;
  const fault = `appleDomainFile names ${file}, which is missing, empty or longer than ${APPLE_FILE_BYTES} bytes: download it at Stripe`;
  return { text, faults: isGood ? [] : [fault] };
}

/** The account numbers of AWS's documentation. */
const EXAMPLE_ACCOUNTS = ['123456789012', '111122223333', '444455556666', '000000000000'];

/** Finds errors that involve more than one setting, and example values that were not replaced. */
function faultsBetween(stage: string, settings: z.infer<typeof stageSettingsSchema>): string[] {
  const { account, alarmEmail, alarms, copies, domain, email, production, region } = settings;
  // The example stage is never deployed, and keeps its example values.
  if (stage === 'example')
    return production ? ['production must be false in the example stage'] : [];
  const faults: string[] = [];
  if (production && alarms === 'few')
    faults.push(
      'alarms must be "all" in production, where the alarm of each function stops its canary',
    );
  if (EXAMPLE_ACCOUNTS.includes(account))
    faults.push(
      `account is an example (${account}): enter yours, which aws sts get-caller-identity shows`,
    );
  if (isReservedHost(alarmEmail.split('@')[1] ?? ''))
    faults.push(`alarmEmail is an example (${alarmEmail}): enter the address that receives alarms`);
  if (email && isReservedHost(email.from.split('@')[1] ?? ''))
    faults.push(`email.from is an example (${email.from}): enter an address of a domain of yours`);
  if (copies?.vaultArn.includes(`:${region}:${account}:`))
    faults.push(
      'copies.vaultArn is in the region and account of the stage, and would be lost with it',
    );
  if (domain && isReservedHost(domain.name))
    faults.push(`domain.name is an example (${domain.name}): enter a domain of yours`);
  return faults;
}

/**
 * Throws a ConfigError when the signed-in AWS account is not that of the stage. `signedIn` is undefined for an offline
 * synth, which is allowed.
 */
export function checkAccount(
  { stage, account }: Pick<StageSettings, 'stage' | 'account'>,
  signedIn: string | undefined,
): void {
  if (signedIn !== undefined && signedIn !== account)
    throw new ConfigError(
      `The stage ${stage} belongs to the AWS account ${account} (settings/${stage}.json), but you are signed in to ${signedIn}. Choose its profile with AWS_PROFILE.`,
    );
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (fault) {
    throw new ConfigError(`${file} is not JSON: ${(fault as Error).message}`);
  }
}

function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `${issue.keys.map((key) => [...issue.path, key].join('.')).join(', ')} is not a setting`;
  return `${issue.path.join('.') || 'the file'} ${issue.message}`;
}
