import type * as z from 'zod/mini';
import type { publicProfile } from '#shared/api/profile-entities.ts';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { hoursWords } from '#shared/dates.ts';
import { formatCount } from '#shared/format-count.ts';
import { plural } from '#shared/messages/plural.ts';
import { type Cents, formatMoney } from '#shared/money.ts';
import { deadlineOf } from '#shared/rules/conversations/state-machine.ts';
import type { Instant } from '#shared/time.ts';
import { weekdayWords } from '../../shell/dates.ts';

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
  return `${[recordWords(recipient), openingsWords(recipient)].filter(Boolean).join(', ')}.`;
}

/** A figure of a profile, and what it counts. */
export type Figure = { readonly value: string; readonly label: string };

/** The odds as figures: `47 of 50` answered, `20 hours` usual wait, `43` openings left. None for the support account. */
export function figuresOf(recipient: Recipient): Figure[] {
  if (recipient.username === SUPPORT_USERNAME) return [];
  const { odds, remainingThisMonth } = recipient;
  const wait = usualHours(recipient);
  const figures: (Figure | false)[] = [
    odds
      ? { value: `${odds.answered} of ${odds.ended}`, label: 'answered' }
      : { value: 'New here', label: 'too few answers to count' },
    wait !== undefined && { value: hoursWords(wait), label: 'usual wait' },
    countsOpenings(recipient) && {
      value: formatCount(remainingThisMonth),
      label: remainingThisMonth === 1 ? 'opening left' : 'openings left',
    },
  ];
  return figures.filter((figure) => figure !== false);
}

/** The median hours of answers. The usual time of few answers says little about whether and when the next one comes. */
function usualHours({ odds }: Recipient): number | undefined {
  if (!odds || odds.medianHours === null || odds.answered * 2 <= odds.ended) return undefined;
  return odds.medianHours;
}

function recordWords(recipient: Recipient): string {
  const { odds } = recipient;
  if (!odds) return 'New here';
  const answers = `Answered ${odds.answered} of the last ${odds.ended}`;
  const wait = usualHours(recipient);
  return wait === undefined ? answers : `${answers}, usually within ${hoursWords(wait)}`;
}

/** Whether openings are named: not while none of them can be taken, which availability-words.ts explains. */
const countsOpenings = ({ paidResponseCommitment, paused, full, freeChat }: Recipient): boolean =>
  paidResponseCommitment > 0 && !paused && !full && !freeChat;

function openingsWords(recipient: Recipient) {
  const { remainingThisMonth } = recipient;
  if (!countsOpenings(recipient)) return undefined;
  if (remainingThisMonth === 0) return 'no openings left this month';
  return plural(remainingThisMonth, {
    one: '# opening left this month',
    other: '# openings left this month',
  });
}

/**
 * `No answer by Wed, Dec 2? You get all $25.00 back to your card.` Without `now`, the number of days takes the place of the date: the
 * server does not know the time zone of the visitors for whom it renders a page.
 */
export function promiseWords(price: Cents, now: Instant | undefined): string {
  const deadline =
    now === undefined ? 'within 10 days' : `by ${weekdayWords(deadlineOf(now), now)}`;
  // Keeps the date on one line.
  const when = deadline.replaceAll(' ', '\u00a0');
  return `No answer ${when}? You get all ${formatMoney(price)} back to your\u00a0card.`;
}
