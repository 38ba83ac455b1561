import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_PHONE_COUNTRIES } from '../../shared/rules/auth/phone-countries.ts';
import { DEFAULT_FEES } from '../../shared/rules/conversations/fees.ts';
import type { PublicSettings, Settings } from '../../shared/settings.ts';
import { dayOf, instant } from '../../shared/time.ts';
import { readJson, writeWhole } from './kept-file.ts';

/* The stage that this machine is, and the folder it lives in. */

const NOTE = 'world.json';
const LOCK = 'running.json';

/** Removes all but the lock. */
export function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder))
    if (name !== LOCK) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Whether a start was finished here before; a first one that was cut short left half a world. */
export const isBegun = (folder: string) => existsSync(join(folder, NOTE));

/** Writes down that the first start is finished, on which day. */
export function noteBegun(folder: string): void {
  if (!isBegun(folder)) writeWhole(join(folder, NOTE), JSON.stringify({ firstDay: today() }));
}

/** What this machine can take over of the settings of a deployed stage, to try them. */
export type TriedSettings = Pick<Settings, 'launchDate'> & PublicSettings;

/**
 * Who registered before the first start is a founder here; who registers after it is not. Unless settings are tried:
 * then theirs count, and the numbers of the people who live here are still taken.
 */
export function localSettings(folder: string, origin: string, tried?: TriedSettings): Settings {
  return {
    stage: 'local',
    origin,
    launchDate: tried?.launchDate ?? readJson(join(folder, NOTE), { firstDay: today() }).firstDay,
    fees: publicSettings(tried).fees,
    phoneCountries: tried?.phoneCountries ?? [...DEFAULT_PHONE_COUNTRIES],
    // The people of the small world have numbers that nobody can have.
    fictionalPhoneNumbers: true,
    // The whole world signs in from this one machine.
    peoplePerAddress: 10,
  };
}

/** What the web app is told. */
export const publicSettings = (tried?: PublicSettings): PublicSettings => ({
  ...(tried ?? { fees: DEFAULT_FEES }),
  fictionalPhoneNumbers: true,
});

/** The addresses and names that AWS would give its SDK. */
export function awsEnvironment(engineUrl: string, standInUrl: string): Record<string, string> {
  return {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: engineUrl,
    AWS_ENDPOINT_URL_S3: standInUrl,
    AWS_ENDPOINT_URL_SNS: standInUrl,
    AWS_ENDPOINT_URL_EVENTBRIDGE: standInUrl,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: standInUrl,
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    POWERTOOLS_LOG_LEVEL: process.env.LOG_LEVEL ?? 'INFO',
  };
}

const today = () => dayOf(instant(Date.now()));
