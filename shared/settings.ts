import * as z from 'zod';
import { feeTable } from './rules/fees.ts';

/** What a stage decides and the functions read, as JSON in the SETTINGS variable of each function. */
export const settingsSchema = z.object({
  /** `local`, `test` or the name of the deployed stage. */
  stage: z.string().min(1),
  /** Where the web app is served, without a trailing slash: links in messages start with it. */
  origin: z.url(),
  /** Accounts made before this day are founders. */
  launchDate: z.iso.date(),
  /** Calling codes that may receive codes by text message, without the plus sign. */
  allowedCallingCodes: z.array(z.string().regex(/^\d{1,3}$/)).min(1),
  /** What is kept of a paid response, by plan. */
  fees: feeTable,
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
});

export type PublicSettings = z.infer<typeof publicSettingsSchema>;
