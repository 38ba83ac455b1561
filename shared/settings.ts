import * as z from 'zod';
import { feeTable } from './rules/conversations/fees.ts';

/** Countries whose phone numbers are open, by ISO 3166 code; a number without a country code is of the first. */
const phoneCountries = z.array(z.string().regex(/^[A-Z]{2}$/)).min(1);

const TEXT_MESSAGE_DOLLARS = 'must be dollars a message, from 0.01 to 5';
/** What one text message may cost, in dollars. */
export const textMessageDollars = z
  .number(TEXT_MESSAGE_DOLLARS)
  .min(0.01, TEXT_MESSAGE_DOLLARS)
  .max(5, TEXT_MESSAGE_DOLLARS);

/**
 * What one text message may cost where the stage does not say. A code costs about a cent in the United States and up to 15
 * cents in most of Europe; numbers that are dear on purpose, which fraud lives on, cost more.
 * https://aws.amazon.com/sns/sms-pricing/
 */
export const DEFAULT_TEXT_MESSAGE_DOLLARS = 0.25;

const HOURLY_TEXT_DOLLARS = 'must be dollars an hour, from 0.05 to 1000';
/** The hourly budget for text messages, in dollars. */
export const hourlyTextDollars = z
  .number(HOURLY_TEXT_DOLLARS)
  .min(0.05, HOURLY_TEXT_DOLLARS)
  .max(1_000, HOURLY_TEXT_DOLLARS);

/** What a stage decides and the functions read, as JSON in the SETTINGS variable of each function. */
export const settingsSchema = z.object({
  /** `local`, `test` or the name of the deployed stage. */
  stage: z.string().min(1),
  /** Where the web app is served, without a trailing slash: links in messages start with it. */
  origin: z.url(),
  /** Accounts made before this day are founders. */
  launchDate: z.iso.date(),
  phoneCountries,
  /** Numbers that nobody can have are taken as well: on this machine and in tests, where no text message leaves. */
  fictionalPhoneNumbers: z.boolean().optional(),
  /** What is kept of a paid response, by plan. */
  fees: feeTable,
  /** The most that one text message may cost, in dollars: SNS does not send a dearer one. Absent, DEFAULT_TEXT_MESSAGE_DOLLARS. */
  maxTextMessageDollars: textMessageDollars.optional(),
  /** The hourly budget for text messages, in dollars, which slows new numbers. By default LEAST_HOURLY_TEXT_DOLLARS. */
  hourlyTextDollars: hourlyTextDollars.optional(),
  /** Times by which limits per address are wider; above 1 only where everybody calls from the same machine. */
  peoplePerAddress: z.int().min(1).optional(),
});

export type Settings = z.infer<typeof settingsSchema>;

const COMPANY = 'must be a name and an address, such as { "name": "Letters Inc.", "address": "…" }';

/** Who runs a stage, as the law of many places wants it shown. Lines of the address end with a newline. */
export const companySchema = z.strictObject(
  {
    name: z.string(COMPANY).trim().min(1, 'must not be empty').max(100, 'is too long'),
    address: z.string(COMPANY).trim().min(1, 'must not be empty').max(300, 'is too long'),
  },
  COMPANY,
);

/** What of a stage everybody may know: the web app finds it in its document, so that one build serves every stage. */
export const publicSettingsSchema = z.object({
  fees: feeTable,
  company: companySchema.optional(),
  /** So that the form says at once which numbers it takes; absent, the usual countries. */
  phoneCountries: phoneCountries.optional(),
  fictionalPhoneNumbers: z.boolean().optional(),
});

export type PublicSettings = z.infer<typeof publicSettingsSchema>;
