import { DAY, SECOND } from '../../time.ts';

/*
 * The limits of text messages to new numbers, which no account has confirmed. They protect against SMS pumping. In normal
 * times nobody notices them. When many messages are requested, each one needs a proof of work; after that, new numbers have
 * to wait. Confirmed numbers are not affected.
 */

/** Countries with calling code 1: https://www.nanpa.com/about/about-the-nanp */
export const NANP_COUNTRIES: readonly string[] =
  'US AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT VC VG VI'.split(' ');

/**
 * The highest price of a text message in cents, with carrier fees, in countries where it is far below the stage's maximum:
 * https://aws.amazon.com/sns/sms-pricing/
 */
const CENTS: Readonly<Record<string, number>> = { US: 2, CA: 2 };

/** The highest price of a text message to this number, in cents. `maxDollars`: the stage's maximum price of one message. */
export function centsOfText(
  phoneNumber: string,
  { phoneCountries, maxDollars }: { phoneCountries: readonly string[]; maxDollars: number },
): number {
  const maxCents = Math.ceil(100 * maxDollars);
  if (!phoneNumber.startsWith('+1')) return maxCents;
  const open = phoneCountries.filter((country) => NANP_COUNTRIES.includes(country));
  return Math.min(maxCents, Math.max(...open.map((country) => CENTS[country] ?? maxCents), 1));
}

/** A limit in `within` seconds: free up to `free`, with a proof of work up to `maxCents`, refused above that. */
export type TextLimit = { readonly free: number; readonly max: number; readonly within: number };

const A_DAY = DAY / SECOND;

/** The new numbers that one IP address may request codes for. An office may share one address. */
export const NEW_NUMBERS_PER_ADDRESS: TextLimit = { free: 8, max: 30, within: A_DAY };
/** The new numbers of one range of 10,000 numbers. Attackers rent numbers by the range. */
export const NEW_NUMBERS_PER_RANGE: TextLimit = { free: 8, max: 30, within: A_DAY };

/** The share of the hourly budget from which new numbers need a proof of work. */
const FREE_SHARE = 0.5;
/** The share of the hourly budget that new numbers may use up. */
const NEW_NUMBER_SHARE = 0.8;

/** The hourly limit of new numbers, in cents. `hourlyDollars`: the setting of the stage. */
export const hourlyCents = (hourlyDollars: number): TextLimit => ({
  free: Math.floor(100 * hourlyDollars * FREE_SHARE),
  max: Math.floor(100 * hourlyDollars * NEW_NUMBER_SHARE),
  within: 3_600,
});

/** The smallest default of the hourly budget, in dollars: enough for ten registrations an hour. */
export const MIN_HOURLY_TEXT_DOLLARS = 0.25;

/** The default hourly budget in dollars: a hundredth of the monthly budget of text messages. */
export const hourlyTextDollarsOf = (monthlyDollars = 0): number =>
  Math.max(MIN_HOURLY_TEXT_DOLLARS, monthlyDollars / 100);

/** The smallest default of the budget for text messages about events, in dollars for 30 days. */
export const MIN_EVENT_TEXT_DOLLARS = 0.5;

/** The default budget for text messages about events: half of the monthly budget, because codes need the rest. */
export const eventTextDollarsOf = (monthlyDollars = 0): number =>
  Math.max(MIN_EVENT_TEXT_DOLLARS, monthlyDollars / 2);

/** The limit of text messages about events, in cents for 30 days. `dollars`: the setting of the stage. */
export const eventTextLimit = (
  dollars: number,
): { readonly max: number; readonly within: number } => ({
  max: Math.floor(100 * dollars),
  within: 30 * A_DAY,
});

/** The highest cost of codes to new numbers in a day, in dollars: their share of the budget is used up every hour. */
export const worstDayDollars = (hourlyDollars: number): number =>
  24 * NEW_NUMBER_SHARE * hourlyDollars;

/** The range of a number: all digits but the last four. */
export const rangeOf = (phoneNumber: string): string => phoneNumber.slice(0, -4);
