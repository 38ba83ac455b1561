import * as z from 'zod/mini';
import { exampleSchema } from './example.ts';
import { helpLinesSchema } from './help-lines.ts';
import { feeTable } from './rules/conversations/fees.ts';

/** The countries whose phone numbers are accepted, by ISO 3166 code. A number without a country code belongs to the first. */
const phoneCountries = z.array(z.string().check(z.regex(/^[A-Z]{2}$/))).check(z.minLength(1));

const TEXT_MESSAGE_DOLLARS = 'must be dollars a message, from 0.01 to 5';
/** The maximum price of one text message, in dollars. */
export const textMessageDollars = z
  .number(TEXT_MESSAGE_DOLLARS)
  .check(z.minimum(0.01, TEXT_MESSAGE_DOLLARS), z.maximum(5, TEXT_MESSAGE_DOLLARS));

/**
 * The default maximum price of one text message. A code costs about a cent in the United States and up to 15 cents in most
 * of Europe; premium numbers, which fraud uses, cost more. https://aws.amazon.com/sns/sms-pricing/
 */
export const DEFAULT_TEXT_MESSAGE_DOLLARS = 0.25;

const HOURLY_TEXT_DOLLARS = 'must be dollars an hour, from 0.05 to 1000';
/** The hourly budget for text messages, in dollars. */
export const hourlyTextDollars = z
  .number(HOURLY_TEXT_DOLLARS)
  .check(z.minimum(0.05, HOURLY_TEXT_DOLLARS), z.maximum(1_000, HOURLY_TEXT_DOLLARS));

const EVENT_TEXT_DOLLARS = 'must be dollars for 30 days, from 0 to 100000';
/** The budget for text messages about events, in dollars for 30 days; 0 sends none. */
export const eventTextDollars = z
  .number(EVENT_TEXT_DOLLARS)
  .check(z.minimum(0, EVENT_TEXT_DOLLARS), z.maximum(100_000, EVENT_TEXT_DOLLARS));

const REFUND_ALONE = 'must be a whole number of cents, from 0';
/** The money in cents that one member of staff moves alone of a conversation or an account on one day. */
export const refundAloneCents = z.int(REFUND_ALONE).check(z.minimum(0, REFUND_ALONE));
export const DEFAULT_REFUND_ALONE_CENTS = 5_000;

const DESK_PASSKEY_HOURS = 'must be a whole number of hours, from 0 to 168';
/** The hours after which a new passkey of a member of staff opens the desk. */
export const deskPasskeyHours = z
  .int(DESK_PASSKEY_HOURS)
  .check(z.minimum(0, DESK_PASSKEY_HOURS), z.maximum(168, DESK_PASSKEY_HOURS));
export const DEFAULT_DESK_PASSKEY_HOURS = 24;

const DANGER =
  'must say what staff do first, such as { "personOnDuty": "Mara Lindt, +1 …", "steps": ["…"], "emergencyServices": "…" }';
const line = (max: number) =>
  z
    .string(DANGER)
    .check(z.trim(), z.minLength(1, 'mustn’t be empty'), z.maxLength(max, 'is too long'));

/**
 * What staff do when somebody may be in danger now. An operator fills it in with somebody who knows the law; without it, staff can write
 * and hand over, and ask nobody outside.
 */
export const dangerSchema = z.strictObject(
  {
    /** Whom staff call first, and how. */
    personOnDuty: line(120),
    /** What they do together, in order. */
    steps: z
      .array(line(160), DANGER)
      .check(z.minLength(1, DANGER), z.maxLength(6, 'are more than six')),
    /** Whom staff call to have the person looked after, and how. Without it, the desk does not offer that. */
    emergencyServices: z.optional(line(160)),
  },
  DANGER,
);

/** The settings of a stage that functions read, as JSON in their SETTINGS variable. */
export const settingsSchema = z.object({
  /** `local`, `test` or the name of the deployed stage. */
  stage: z.string().check(z.minLength(1)),
  /** The origin of the web app, without a trailing slash. Links in messages start with it. */
  origin: z.url(),
  /** Accounts created before this day are founders. */
  launchDate: z.iso.date(),
  phoneCountries,
  /** Accepts fictional phone numbers: locally and in tests, where no text message is sent. */
  fictionalPhoneNumbers: z.optional(z.boolean()),
  /** The platform's fee on a paid response, by plan. */
  fees: feeTable,
  /**
   * The maximum price of one text message, in dollars; SNS does not send a more expensive one. By default
   * DEFAULT_TEXT_MESSAGE_DOLLARS.
   */
  maxTextMessageDollars: z.optional(textMessageDollars),
  /** The hourly budget for text messages, in dollars, which slows new numbers. By default MIN_HOURLY_TEXT_DOLLARS. */
  hourlyTextDollars: z.optional(hourlyTextDollars),
  /** The budget for text messages about events, in dollars for 30 days. By default MIN_EVENT_TEXT_DOLLARS. */
  eventTextDollars: z.optional(eventTextDollars),
  /**
   * The money in cents that one member of staff moves alone of a conversation or an account on one day; a second one decides about
   * more. By default DEFAULT_REFUND_ALONE_CENTS.
   */
  refundAloneCents: z.optional(refundAloneCents),
  /** The hours after which a new passkey of a member of staff opens the desk. By default DEFAULT_DESK_PASSKEY_HOURS. */
  deskPasskeyHours: z.optional(deskPasskeyHours),
  /** What staff do when somebody may be in danger; absent until an operator has filled it in. */
  danger: z.optional(dangerSchema),
  /** The crisis help lines; by default DEFAULT_HELP_LINES. */
  helpLines: z.optional(helpLinesSchema),
  /** How the stage sends email; without it, it sends none. `from`: the address of the sender. */
  email: z.optional(z.object({ from: z.string(), configurationSet: z.string() })),
  /** Whether letters, answers and replies can have pictures, PDFs and recordings; by default they cannot. */
  attachments: z.optional(z.boolean()),
  /** The factor by which limits per address are raised; above 1 only where everybody calls from the same machine. */
  peoplePerAddress: z.optional(z.int().check(z.minimum(1))),
});

export type Settings = z.infer<typeof settingsSchema>;

const COMPANY = 'must be a name and an address, such as { "name": "Letters Inc.", "address": "…" }';

/** The company that runs a stage, which many countries require to be shown. Lines of the address end with a newline. */
export const companySchema = z.strictObject(
  {
    name: z
      .string(COMPANY)
      .check(z.trim(), z.minLength(1, 'mustn’t be empty'), z.maxLength(100, 'is too long')),
    address: z
      .string(COMPANY)
      .check(z.trim(), z.minLength(1, 'mustn’t be empty'), z.maxLength(300, 'is too long')),
  },
  COMPANY,
);

/** The public settings of a stage. They are in the HTML document of the web app, so that one build serves every stage. */
export const publicSettingsSchema = z.object({
  fees: feeTable,
  company: z.optional(companySchema),
  /** The example on the landing page; by default DEFAULT_EXAMPLE. */
  example: z.optional(exampleSchema),
  /** The accepted countries, so that the form can check a number at once; by default DEFAULT_PHONE_COUNTRIES. */
  phoneCountries: z.optional(phoneCountries),
  fictionalPhoneNumbers: z.optional(z.boolean()),
  /** The crisis help lines; by default DEFAULT_HELP_LINES. */
  helpLines: z.optional(helpLinesSchema),
  /** Whether messages can have pictures, PDFs and recordings; by default they cannot. */
  attachments: z.optional(z.boolean()),
  /** Where live hints come from (docs/product/live.md); without it the app polls. */
  live: z.optional(
    z.object({
      /** The address of the WebSocket; a path is one of the page's own origin. */
      url: z.string(),
      /** The host that the authorization is for: the HTTP domain of the Event API. */
      host: z.string(),
    }),
  ),
});

export type PublicSettings = z.infer<typeof publicSettingsSchema>;
