import type { Output } from '#shared/api/operation.ts';
import type { viewPasskeys } from '#shared/api/passkeys.ts';
import type { viewSessions } from '#shared/api/sessions.ts';
import type { Instant } from '#shared/time.ts';
import { deadlineWords, momentWords } from '#web/shell/dates.ts';

export type Session = Output<typeof viewSessions>['data'][number];
export type Passkey = Output<typeof viewPasskeys>['data'][number];

export const UNKNOWN_BROWSER = 'Unknown browser';

const METHODS: Readonly<Record<Session['signedInWith'], string>> = {
  password: 'with your password',
  code: 'with a code',
  passkey: 'with a passkey',
};

/** When a session was last used. Other sessions refresh at most every fifteen minutes while they are open. */
export const lastUseWords = ({ current, lastUsedAt }: Session, now: Instant): string =>
  current ? 'In use now' : `Last used ${momentWords(lastUsedAt, now)}`;

/** How and when a session was signed in. */
export const signInWords = ({ signedInWith, signedInAt }: Session, now: Instant): string =>
  `Signed in ${METHODS[signedInWith]} on ${momentWords(signedInAt, now)}`;

/** When a passkey was added, and when it was last used. */
export const passkeyWords = ({ createdAt, lastUsedAt }: Passkey, now: Instant): string =>
  lastUsedAt === null
    ? `Added ${momentWords(createdAt, now)}, not used yet`
    : `Added ${momentWords(createdAt, now)}, last used ${momentWords(lastUsedAt, now)}`;

/** Whether or from when on a passkey of staff opens the desk; undefined for one that does not. */
export const deskWords = ({ opensDeskFrom }: Passkey, now: Instant): string | undefined => {
  if (opensDeskFrom === null) return undefined;
  return opensDeskFrom <= now
    ? 'Opens the desk'
    : `Opens the desk after ${deadlineWords(opensDeskFrom, now)}`;
};

/** From when on a passkey confirms changes; undefined once it does. */
export const confirmWords = ({ confirmsFrom }: Passkey, now: Instant): string | undefined =>
  confirmsFrom <= now ? undefined : `Confirms changes after ${deadlineWords(confirmsFrom, now)}`;
