import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegionInfo } from 'aws-cdk-lib/region-info';
import plans from 'libphonenumber-js/min/metadata';
import * as z from 'zod';
import { DEFAULT_PHONE_COUNTRIES } from '../shared/rules/auth/phone-countries.ts';
import { isPhoneCountry } from '../shared/rules/auth/phone-numbers.ts';
import { hourlyTextDollarsOf } from '../shared/rules/auth/text-limits.ts';
import { DEFAULT_FEES } from '../shared/rules/conversations/fees.ts';
import {
  companySchema,
  DEFAULT_TEXT_MESSAGE_DOLLARS,
  hourlyTextDollars,
  settingsSchema,
  textMessageDollars,
} from '../shared/settings.ts';
import { ConfigError } from './cli-error.ts';
import { domainSchema, isNobodys } from './domain.ts';

/*
 * What is decided for a stage before it is deployed: settings/<stage>.json. Secrets are not settings, and neither
 * is what the deployment finds out by itself, such as the address of the web app.
 */

const LOG_RETENTION_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 180, 365, 731] as const;

const stageName = z
  .string()
  .regex(/^[a-z][a-z0-9]{1,15}$/, 'must be 2 to 16 small letters or digits, a letter first')
  .refine((name) => name !== 'local', 'is this machine (npm start): give the stage another name');

const ACCOUNT = 'must be the twelve digits of an AWS account, in quotes';
const REGION = 'must be an AWS region such as us-east-1';
const LAUNCH_DATE = 'must be a day that exists, as year-month-day: 2027-01-31';
const COUNTRIES = 'must be countries by their two capital letters, such as ["US", "CA", "GB"]';
const PRODUCTION = 'must be true, where people pay with real money, or false';
const QUIET_HOURS = 'must be whole hours from 1 to 24, more than the quietest night has';
const DOLLARS = 'must be whole dollars a month, 1 or more';
const BUDGET = 'must be what the account may cost, such as { "monthlyDollars": 200 }';
const KEYS = 'must be what npm run rotate wrote';
const KEY_VERSION = /^[\w-]{32,64}$/;
const RESTORED =
  'must be the name and the stream label of a table, as docs/operations.md, Restore, prints them';
const DOLLARS_OF_TEXTS = 'must be what they may cost, such as { "monthlyDollars": 20 }';

const THROTTLE = 'must be whole requests, such as { "perSecond": 500, "atOnce": 1000 }';
/** What API Gateway takes in for one route: so many requests a second, and so many in one moment. */
const throttle = z
  .strictObject(
    {
      perSecond: z.int(THROTTLE).min(1, THROTTLE).max(10_000, THROTTLE),
      atOnce: z.int(THROTTLE).min(1, THROTTLE).max(10_000, THROTTLE),
    },
    THROTTLE,
  )
  .refine(({ perSecond, atOnce }) => atOnce >= perSecond, 'must take at once what a second brings');

/**
 * The throttles of each route for 1,000 requests a second in all, however they are shared out: no route is asked for
 * more than a fifth of them (bench/costs/conversation.ts). Callers without an account cannot be told apart as well, so
 * they get less. API Gateway lets an account have 10,000 requests a second in a region.
 */
const DEFAULT_THROTTLES = {
  anyone: { perSecond: 500, atOnce: 1_000 },
  signedIn: { perSecond: 1_000, atOnce: 2_000 },
  webhooks: { perSecond: 500, atOnce: 1_000 },
};
const originKeysSchema = z
  .strictObject(
    {
      /** The version that CloudFront sends. */
      sent: z.string(KEYS).regex(KEY_VERSION, KEYS),
      /** One, or during a rotation the old and the new one. */
      accepted: z.array(z.string(KEYS).regex(KEY_VERSION, KEYS), KEYS).min(1, KEYS).max(2, KEYS),
    },
    KEYS,
  )
  .refine(({ sent, accepted }) => accepted.includes(sent), KEYS);

const TOKEN_KEYS = 'must be ids of keys, such as { "signs": "1", "accepted": ["1", "2"] }';
const tokenKeysSchema = z
  .strictObject(
    {
      /** The key that signs access tokens. */
      signs: z.string(TOKEN_KEYS),
      /** One key, or two during a rotation. */
      accepted: z
        .array(z.string(TOKEN_KEYS).regex(/^\w{1,16}$/, TOKEN_KEYS), TOKEN_KEYS)
        .max(2, TOKEN_KEYS),
    },
    TOKEN_KEYS,
  )
  .refine(({ signs, accepted }) => accepted.includes(signs), TOKEN_KEYS)
  .refine(({ accepted }) => new Set(accepted).size === accepted.length, TOKEN_KEYS);

export type OriginKeys = z.infer<typeof originKeysSchema>;

const stageSettingsSchema = z.strictObject({
  /** The AWS account of the stage: nothing is deployed to another one, and no command works on another one. */
  account: z.string(ACCOUNT).regex(/^\d{12}$/, ACCOUNT),
  /** Where everything is deployed. */
  region: z.string(REGION).refine((name) => RegionInfo.get(name).partition === 'aws', REGION),
  /** Real people and real money: deployments go out in two steps, and everything that guards is on. */
  production: z.boolean(PRODUCTION),
  /** Where people reach the stage; absent, at an address of CloudFront's. */
  domain: domainSchema.optional(),
  /** A firewall before CloudFront, for about 9 dollars a month and 60 cents a million requests; absent, in production alone. */
  waf: z.boolean('must be true or false').optional(),
  /** Who hears of alarms. */
  alarmEmail: z.email('must be an email address'),
  /** Accounts made before this day are founders. */
  launchDate: z.iso.date(LAUNCH_DATE),
  /**
   * Whose phone numbers can register and get codes, as ISO 3166 codes; a number without a country code is read as one of
   * the first country. Countries that share a calling code are opened one by one: +1 is the United States, Canada, Puerto
   * Rico (PR), Jamaica (JM) and 21 more, of which text messages to the Caribbean cost many times as much. Numbers that
   * bill the caller or the owner (premium, 976, toll-free) are refused in every country. Where a country is closed later,
   * accounts with a confirmed number there keep it and can reset their password, but not sign in by a code.
   */
  phoneCountries: z
    .array(
      z.string(COUNTRIES).refine((code) => isPhoneCountry(code, plans), COUNTRIES),
      COUNTRIES,
    )
    .min(1, 'must have at least one country: nobody could register')
    .refine((codes) => new Set(codes).size === codes.length, 'has a country twice')
    .default([...DEFAULT_PHONE_COUNTRIES]),
  /** What is kept of a paid response, by plan. A change counts for messages that are paid after it. */
  fees: settingsSchema.shape.fees.default(DEFAULT_FEES),
  /** Who runs the stage: shown under the policies and at the foot of the landing page. */
  company: companySchema.optional(),
  /** Hours without a paid message after which an alarm rings, longer than the quietest night; absent, none does. */
  quietHours: z.int(QUIET_HOURS).min(1, QUIET_HOURS).max(24, QUIET_HOURS).optional(),
  /** What text messages may cost; absent where another stage of the account says it: the limit is the account's. */
  textMessages: z
    .strictObject({ monthlyDollars: z.int(DOLLARS).min(1, DOLLARS) }, DOLLARS_OF_TEXTS)
    .optional(),
  /** The most that one text message may cost, in dollars; SNS does not send a dearer one. */
  maxTextMessageDollars: textMessageDollars.default(DEFAULT_TEXT_MESSAGE_DOLLARS),
  /**
   * The hourly budget for text messages, in dollars. From half of it on, new numbers need a proof of work; from four fifths
   * on, they wait until the hour is over. Confirmed numbers are not affected. By default a hundredth of
   * `textMessages.monthlyDollars`, at least 0.25.
   */
  hourlyTextDollars: hourlyTextDollars.optional(),
  /** What AWS may cost a month, in all of the account, before somebody is told; absent, nobody is. */
  budget: z.strictObject({ monthlyDollars: z.int(DOLLARS).min(1, DOLLARS) }, BUDGET).optional(),
  /** Which versions of the key between CloudFront and functions are in use: written by npm run rotate. */
  originKeys: originKeysSchema.optional(),
  /** The ids of the signing keys in use. Never reuse an id: docs/operations.md, Replace a key. */
  tokenKeys: tokenKeysSchema.default({ signs: '1', accepted: ['1'] }),
  /** The table that is used in place of the one of the first deployment: docs/operations.md, Restore. */
  restoredTable: z
    .strictObject(
      {
        name: z.string(RESTORED).regex(/^[\w.-]{3,255}$/, 'must be the name of a table'),
        streamLabel: z
          .string(RESTORED)
          .regex(/^\d{4}-\d\d-\d\dT[\d:.]+$/, 'must be the label of its stream'),
      },
      RESTORED,
    )
    .optional(),
  /** Nothing is taken in and no job starts: people and Stripe are told to come again. For a restore. */
  paused: z.boolean('must be true or false').optional(),
  /** Requests that each route takes in: of callers without an account, of those who are signed in, and of Stripe's. */
  throttles: z
    .strictObject({ anyone: throttle, signedIn: throttle, webhooks: throttle })
    .partial()
    .default({})
    .transform((given) => ({ ...DEFAULT_THROTTLES, ...given })),
  logRetentionDays: z.literal(
    LOG_RETENTION_DAYS,
    `must be one of ${LOG_RETENTION_DAYS.join(', ')}`,
  ),
});

export type StageSettings = Omit<z.infer<typeof stageSettingsSchema>, 'hourlyTextDollars'> & {
  readonly stage: string;
  readonly waf: boolean;
  readonly hourlyTextDollars: number;
};

/** The physical name of a thing of a stage, the same in every place that speaks of it. */
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
  const faults = checked.success
    ? faultsBetween(stage, checked.data)
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
  };
}

/** The accounts of AWS's own documentation, which no customer has. */
const ACCOUNTS_OF_EXAMPLES = ['123456789012', '111122223333', '444455556666', '000000000000'];

/** What is wrong though each setting by itself is right. */
function faultsBetween(stage: string, settings: z.infer<typeof stageSettingsSchema>): string[] {
  const { account, alarmEmail, domain, production } = settings;
  // It is deployed by nobody; everybody else's settings began as a copy of it.
  if (stage === 'example')
    return production ? ['production must be false in the stage that is an example'] : [];
  const faults: string[] = [];
  if (ACCOUNTS_OF_EXAMPLES.includes(account))
    faults.push(
      `account is nobody's (${account}): name yours, aws sts get-caller-identity shows it`,
    );
  if (isNobodys(alarmEmail.split('@')[1] ?? ''))
    faults.push(`alarmEmail is nobody's (${alarmEmail}): name who is to hear of alarms`);
  if (domain && isNobodys(domain.name))
    faults.push(`domain.name is nobody's (${domain.name}): name a domain of yours`);
  return faults;
}

/**
 * Throws a ConfigError when the account that somebody is signed in to is not that of the stage. Undefined, where nobody is
 * signed in, is right: templates are made offline.
 */
export function checkAccount(
  { stage, account }: Pick<StageSettings, 'stage' | 'account'>,
  signedIn: string | undefined,
): void {
  if (signedIn !== undefined && signedIn !== account)
    throw new ConfigError(
      `The stage ${stage} belongs to the AWS account ${account} (settings/${stage}.json), and you are signed in to ${signedIn}: choose its profile with AWS_PROFILE.`,
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
  return `${issue.path.join('.') || 'the whole'} ${issue.message}`;
}
