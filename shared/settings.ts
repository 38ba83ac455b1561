import * as z from 'zod';

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
  /** Times by which limits per address are wider; above 1 only where everybody calls from the same machine. */
  peoplePerAddress: z.int().min(1).optional(),
});

export type Settings = z.infer<typeof settingsSchema>;
