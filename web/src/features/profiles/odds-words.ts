import type * as z from 'zod/mini';
import type { publicProfile } from '../../../../shared/api/profile-entities.ts';
import { SUPPORT_USERNAME } from '../../../../shared/brand.ts';
import { hoursWords } from '../../../../shared/dates.ts';
import { formatCount } from '../../../../shared/format-count.ts';
import { type Cents, formatMoney } from '../../../../shared/money.ts';
import { deadlineOf } from '../../../../shared/rules/conversations/state-machine.ts';
import type { Instant } from '../../../../shared/time.ts';
import { dayWords } from '../../shell/dates.ts';

/* What a sender may expect of a recipient, in words. docs/product/profiles.md#odds */

type Recipient = Pick<
  z.output<typeof publicProfile>,
  | 'username'
  | 'odds'
  | 'paidResponseCommitment'
  | 'remainingThisMonth'
  | 'paused'
  | 'full'
  | 'freeChat'
>;

/** `Answered 47 of the last 50, usually within 19 hours, 6 openings left this month.` Undefined for the support account. */
export function oddsWords(recipient: Recipient): string | undefined {
  if (recipient.username === SUPPORT_USERNAME) return undefined;
  return `${[recordWords(recipient), placesWords(recipient)].filter(Boolean).join(', ')}.`;
}

function recordWords({ odds }: Recipient): string {
  if (!odds) return 'New here';
  const { answered, ended, medianHours } = odds;
  const answers = `Answered ${answered} of the last ${ended}`;
  // The usual time of few answers says little about whether and when the next one comes.
  const isUsual = medianHours !== null && answered * 2 > ended;
  return isUsual ? `${answers}, usually within ${hoursWords(medianHours)}` : answers;
}

/** The openings of the month; undefined while none of them can be taken, which availability-words.ts explains. */
function placesWords(recipient: Recipient) {
  const { paidResponseCommitment, remainingThisMonth, paused, full, freeChat } = recipient;
  if (paidResponseCommitment === 0 || paused || full || freeChat) return undefined;
  if (remainingThisMonth === 0) return 'no openings left this month';
  const openings = remainingThisMonth === 1 ? 'opening' : 'openings';
  return `${formatCount(remainingThisMonth)} ${openings} left this month`;
}

/**
 * `No answer by Dec 2? You get all $25.00 back to your card.` Without `now`, the number of days takes the place of the date: the
 * server does not know the time zone of the visitors for whom it renders a page.
 */
export function promiseWords(price: Cents, now: Instant | undefined): string {
  const deadline = now === undefined ? 'within 10 days' : `by ${dayWords(deadlineOf(now), now)}`;
  // Keeps the date on one line.
  const when = deadline.replaceAll(' ', '\u00a0');
  return `No answer ${when}? You get all ${formatMoney(price)} back to your\u00a0card.`;
}
