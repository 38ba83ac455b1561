import { DAY, SECOND } from '../time.ts';

/*
 * How many text messages go to new numbers, which nobody has confirmed: what text pumping lives on. In usual times
 * nobody notices; when many are asked for, each costs the caller a proof of work, and then new numbers have to wait.
 * Confirmed numbers are not slowed by any of this.
 */

/** Countries with calling code 1: https://www.nanpa.com/about/about-the-nanp */
export const NANP_COUNTRIES: readonly string[] =
  'US AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT VC VG VI'.split(' ');

/**
 * Cents that a text message costs at most where that is far below the most that a stage pays for one, with what
 * carriers take: https://aws.amazon.com/sns/sms-pricing/
 */
const CENTS: Readonly<Record<string, number>> = { US: 2, CA: 2 };

/** Cents that a text message to this number costs at most. `maxDollars`: what a stage pays for one. */
export function centsOfText(
  phoneNumber: string,
  { phoneCountries, maxDollars }: { phoneCountries: readonly string[]; maxDollars: number },
): number {
  const most = Math.ceil(100 * maxDollars);
  if (!phoneNumber.startsWith('+1')) return most;
  const open = phoneCountries.filter((country) => NANP_COUNTRIES.includes(country));
  return Math.min(most, Math.max(...open.map((country) => CENTS[country] ?? most), 1));
}

/** Up to `free` nobody is asked for anything; from there to `most` a proof of work is needed. */
export type TextLimit = { readonly free: number; readonly most: number; readonly within: number };

const A_DAY = DAY / SECOND;

/** New numbers that one address has codes sent to. A whole office may share one. */
export const NEW_NUMBERS_PER_ADDRESS: TextLimit = { free: 8, most: 30, within: A_DAY };
/** New numbers of one range of 10,000: pumping rents numbers by the range. */
export const NEW_NUMBERS_PER_RANGE: TextLimit = { free: 8, most: 30, within: A_DAY };

/** The share of an hour's dollars from which new numbers need a proof of work. */
export const FREE_SHARE = 0.5;
/** The share of an hour's dollars that new numbers get. */
export const NEW_NUMBER_SHARE = 0.8;

/** Cents an hour for new numbers. `hourlyDollars`: the setting of the stage. */
export const hourlyCents = (hourlyDollars: number): TextLimit => ({
  free: Math.floor(100 * hourlyDollars * FREE_SHARE),
  most: Math.floor(100 * hourlyDollars * NEW_NUMBER_SHARE),
  within: 3_600,
});

/** Dollars an hour where a stage says nothing else: enough for ten registrations an hour. */
export const LEAST_HOURLY_TEXT_DOLLARS = 0.25;

/** Dollars an hour that follow from what text messages may cost a month: a hundredth of them. */
export const hourlyTextDollarsOf = (monthlyDollars = 0): number =>
  Math.max(LEAST_HOURLY_TEXT_DOLLARS, monthlyDollars / 100);

/** Dollars that codes cost on the worst day: new numbers ask for all they get in each hour. */
export const worstDayDollars = (hourlyDollars: number): number =>
  24 * NEW_NUMBER_SHARE * hourlyDollars;

/** The numbers that share all but their last four digits. */
export const rangeOf = (phoneNumber: string): string => phoneNumber.slice(0, -4);
