import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_PHONE_COUNTRIES } from '#shared/rules/auth/phone-countries.ts';
import { DEFAULT_FEES } from '#shared/rules/conversations/fees.ts';
import type { PublicSettings, Settings } from '#shared/settings.ts';
import { DAY, dayOf, fromIso, type Instant, instant, later } from '#shared/time.ts';
import { CliError } from '../cli-error.ts';
import { readJson, writeAtomically } from './data-files.ts';
import { LIVE_PATH } from './live/live-server.ts';

/* The stage of the local system, and its folder. */

const NOTE = 'world.json';
/** The format of what is stored. Raise it with a change that makes the data of an earlier one unreadable. */
const FORMAT = 2;
const LOCK = 'running.json';

/** Removes all files but the lock. */
export function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder))
    if (name !== LOCK) rmSync(join(folder, name), { recursive: true, force: true });
}

type Note = { readonly format?: number; readonly firstDay: string };

/** What the first start has recorded; until it is complete, the day is today. */
const noteOf = (folder: string) => readJson<Note>(join(folder, NOTE), { firstDay: today() });

/** Whether an earlier start was completed; an interrupted first start leaves incomplete data. */
export const isFirstStartComplete = (folder: string) => existsSync(join(folder, NOTE));

/** Throws a CliError if the data of the folder has an earlier format. */
export function checkFormat(folder: string): void {
  if (isFirstStartComplete(folder) && noteOf(folder).format !== FORMAT)
    throw new CliError(
      `${folder} has data that an earlier version stored, and this one cannot read.\n` +
        'npm start -- --fresh deletes it and starts over.',
    );
}

/** Records that the first start is complete, and its day. */
export function markFirstStartComplete(folder: string): void {
  if (isFirstStartComplete(folder)) return;
  const note: Note = { format: FORMAT, firstDay: today() };
  writeAtomically(join(folder, NOTE), JSON.stringify(note));
}

/** The end of the day on which the first start was completed. */
export const endOfFirstDay = (folder: string): Instant =>
  later(fromIso(`${noteOf(folder).firstDay}T00:00:00.000Z`), DAY);

/** The settings of a deployed stage that can be tried on this machine. */
export type StageSettings = Pick<Settings, 'launchDate'> &
  PublicSettings & { readonly appleDomainText?: string };

/**
 * The settings of the local system. Accounts registered before the first start are founders; later ones are not. If settings of
 * a stage are tried, their launch date counts instead. Demo accounts keep their phone numbers in both cases.
 */
export function localSettings(folder: string, origin: string, stage?: StageSettings): Settings {
  return {
    stage: 'local',
    origin,
    launchDate: stage?.launchDate ?? noteOf(folder).firstDay,
    fees: publicSettings(stage).fees,
    phoneCountries: stage?.phoneCountries ?? [...DEFAULT_PHONE_COUNTRIES],
    // The demo accounts have numbers that are reserved for fiction.
    fictionalPhoneNumbers: true,
    email: { from: 'letters@replypaid.example', configurationSet: 'local' },
    attachments: true,
    // All users sign in from this machine.
    peoplePerAddress: 10,
    // The demo staff open the desk as soon as they have a passkey.
    deskPasskeyHours: 0,
    danger: LOCAL_DANGER,
  };
}

/** Sample steps, so that the screen can be tried. Nobody is called from this machine. */
const LOCAL_DANGER: Settings['danger'] = {
  personOnDuty: 'Mara Lindt (an example), +1 555 555 0100',
  steps: [
    'Call the person on duty, and stay on the phone.',
    'Read the letter together. Note the words that say when, or how.',
    'Look at the four things below, together.',
    'Decide together what is done first, and who does it.',
    'Write down what you did, as a note for staff.',
    'Talk to somebody yourself afterwards.',
  ],
  emergencyServices: 'the emergency call center (an example), +1 555 555 0199',
};

/** The settings that the web app gets. */
export const publicSettings = (stage?: PublicSettings): PublicSettings => ({
  ...(stage ?? { fees: DEFAULT_FEES }),
  fictionalPhoneNumbers: true,
  attachments: true,
  live: { url: LIVE_PATH, host: 'localhost' },
});

/** The environment variables that direct the AWS SDK to the emulators. */
export function awsEnvironment(engineUrl: string, emulatorUrl: string): Record<string, string> {
  return {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: engineUrl,
    AWS_ENDPOINT_URL_S3: emulatorUrl,
    AWS_ENDPOINT_URL_SNS: emulatorUrl,
    AWS_ENDPOINT_URL_SESV2: emulatorUrl,
    AWS_ENDPOINT_URL_EVENTBRIDGE: emulatorUrl,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: emulatorUrl,
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'INFO',
  };
}

const today = () => dayOf(instant(Date.now()));
