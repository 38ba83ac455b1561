import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { settingsSchema } from '../shared/settings.ts';

/*
 * What is decided for a stage before it is deployed: settings/<stage>.json. Secrets are not settings, and neither
 * is what the deployment finds out by itself, such as the address of the web app.
 */

const LOG_RETENTION_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 180, 365, 731] as const;

const stageName = z
  .string()
  .regex(/^[a-z][a-z0-9]{1,15}$/, 'must be 2 to 16 small letters or digits, a letter first');

const stageSettingsSchema = z.strictObject({
  /** Where everything is deployed. */
  region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region such as us-east-1'),
  /** Who hears of alarms. */
  alarmEmail: z.email('must be an email address'),
  launchDate: settingsSchema.shape.launchDate,
  allowedCallingCodes: settingsSchema.shape.allowedCallingCodes,
  logRetentionDays: z.literal(
    LOG_RETENTION_DAYS,
    `must be one of ${LOG_RETENTION_DAYS.join(', ')}`,
  ),
});

export type StageSettings = z.infer<typeof stageSettingsSchema> & { readonly stage: string };

/** The physical name of a thing of a stage, the same in every place that speaks of it. */
export const nameInStage = (stage: string, name: string) => `replypaid-${stage}-${name}`;

/**
 * Reads and checks the settings of a stage. Throws one sentence that names the file and every field that is
 * missing, unknown or wrong.
 */
export function readStageSettings(
  stage: string,
  directory = join(import.meta.dirname, '../settings'),
): StageSettings {
  const named = stageName.safeParse(stage);
  if (!named.success)
    throw new Error(`The stage "${stage}" ${named.error.issues[0]?.message ?? 'is wrong'}.`);
  const file = join(directory, `${stage}.json`);
  if (!existsSync(file))
    throw new Error(`The stage "${stage}" has no settings: copy settings/example.json to ${file}.`);
  const checked = stageSettingsSchema.safeParse(parse(file));
  if (!checked.success)
    throw new Error(`settings/${stage}.json: ${checked.error.issues.map(sentence).join('; ')}.`);
  return { ...checked.data, stage };
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (fault) {
    throw new Error(`${file} is not JSON: ${(fault as Error).message}`);
  }
}

function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')} is not a setting`;
  return `${issue.path.join('.') || 'the whole'} ${issue.message}`;
}
