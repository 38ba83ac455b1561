import type { viewCareCase } from '#shared/api/desk-care.ts';
import type { Output } from '#shared/api/operation.ts';
import { firstName } from '#shared/first-name.ts';
import { plural } from '#shared/messages/plural.ts';
import { formatMoney } from '#shared/money.ts';
import { DELETED_NAME } from '#shared/rules/accounts/deleted-account.ts';
import type { CareChoice } from '#shared/rules/desk/care.ts';
import type { Instant } from '#shared/time.ts';
import { momentWords } from '#web/shell/dates.ts';
import { ageWords, type DeskCase } from '../desk-words.ts';

/* A case of somebody who may be in danger, in words. No word of rule, breach or offender. */

export type CareView = Output<typeof viewCareCase>['data'][number];

/** The title: the question. */
export const safetyTitle = ({ about }: Pick<DeskCase, 'about'>): string =>
  `Is ${about && about.fullName !== DELETED_NAME ? firstName(about.fullName) : 'this person'} safe?`;

/** What one looks at before deciding, in order. */
export const LOOKS = ['WROTE', 'BEFORE', 'HERE', 'SEEN'] as const;
export type Look = (typeof LOOKS)[number];

export const lookTitle = (look: Look, name: string): string =>
  ({
    WROTE: `What ${name} wrote`,
    BEFORE: `What ${name} wrote before`,
    HERE: `Whether ${name} is still here`,
    SEEN: `What ${name} has already seen`,
  })[look];

const MONEY: Readonly<Record<NonNullable<CareView['letter']>['moneyState'], string>> = {
  HELD: 'is on its way back',
  CHARGED: 'is on its way back',
  IN_REVIEW: 'is on its way back',
  RELEASED: 'released, nothing charged',
  REFUNDED: 'refunded',
};

/** Who is worried, since when it waits, and last the money, which is settled. */
export function metaWords(
  { openedBy, openedAt, subject }: DeskCase,
  { letter }: CareView,
  now: Instant,
): string {
  const what = letter || subject.type === 'MESSAGE' ? 'this letter' : 'this';
  return [
    `${openedBy?.fullName ?? 'Somebody'} is worried and reported ${what}, ${momentWords(openedAt, now)}`,
    `waits ${ageWords(openedAt, now)}`,
    ...(letter && letter.price > 0
      ? [`${formatMoney(letter.price)} ${MONEY[letter.moneyState]}`]
      : []),
  ].join(' · ');
}

/** How often others reported something of the person. */
export const reportsWords = (name: string, reports: number): string =>
  reports === 0
    ? `No other reports about ${name}.`
    : `${plural(reports, { one: '1 other report', other: `${reports} other reports` })} about ${name}.`;

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

/** When the person was last here, and whether and where a phone reaches them. */
export function hereWords({ here }: CareView, now: Instant): string {
  if (here.gone) return 'The account was blocked or deleted, so no message reaches it.';
  const seen =
    here.lastSeenAt === null
      ? 'Not seen here yet'
      : `Last here ${momentWords(here.lastSeenAt, now)}`;
  const phone = here.phoneConfirmed ? 'The phone number is confirmed' : 'No confirmed phone number';
  const country = here.country === null ? '' : `, ${COUNTRIES.of(here.country)}`;
  return `${seen}. ${phone}${country}.`;
}

/** What the person has seen of help. `isMissed`: they were not here since. */
export function seenWords(
  name: string,
  { letter, here, written }: CareView,
  now: Instant,
): { readonly words: string; readonly after: string; readonly isMissed: boolean } {
  const [latest] = written;
  const opened = latest?.readAt ? 'opened since' : 'not opened yet';
  const wrote = latest ? [`We wrote to ${name} ${momentWords(latest.at, now)}, ${opened}.`] : [];
  if (!letter)
    return {
      words: [...wrote, `Nothing tells ${name} of this report.`].join(' '),
      after: '',
      isMissed: false,
    };
  const isMissed = here.lastSeenAt === null || here.lastSeenAt < letter.returnedAt;
  return {
    words: [
      ...wrote,
      `The letter came back ${momentWords(letter.returnedAt, now)} with help lines beside it.`,
    ].join(' '),
    after: isMissed ? `${name} has not been here since.` : `${name} was here since.`,
    isMissed,
  };
}

/** What the button does. */
export function submitWords(
  choice: CareChoice | undefined,
  name: string,
  isSecond: boolean,
): string {
  switch (choice) {
    case 'WRITE':
      return `Write to ${name}`;
    case 'EMERGENCY':
      return isSecond ? 'Agree, and call them' : 'Ask a second person';
    case 'NO_DANGER':
      return 'No sign of danger';
    default:
      return 'Choose what we do';
  }
}
