import { dueAfter, monthAfter } from '#shared/rules/payouts/payouts.ts';
import { DAY, HOUR, instant, MINUTE, monthOf } from '#shared/time.ts';
import type { Clock } from '../clock.ts';
import type { TimeMachine } from '../time-machine.ts';

/*
 * Before the other conversations, one creator answers a message, sets up payouts, and gets her first payout. The clock skips
 * the days in between, in which nothing happens.
 */

export const PAID_CREATOR = 'lucia.prado';
export const FIRST_SENDER = 'clara.jung';

const BEFORE_PAYDAY = 12;

/** The time of the last monthly payouts, at least an hour ago. `now` is in epoch milliseconds. */
function lastPayday(now: number): number {
  const before = instant(now - HOUR);
  const thisMonth = dueAfter(monthAfter(monthOf(before), -1));
  return thisMonth <= before ? thisMonth : dueAfter(monthAfter(monthOf(before), -2));
}

/** How many days ago the first conversation begins. */
export const firstPayoutDaysAgo = (now: number): number =>
  (now - lastPayday(now)) / DAY + BEFORE_PAYDAY;

export const FIRST_CONVERSATION = {
  subject: 'My landlord kept the deposit',
  text: `I moved out in August, the apartment was clean, and there is a signed protocol that says so. Since then three letters have gone unanswered. Is a court the next step, or is there something between a letter and a court?`,
  answer: `There is something between the two, and it works more often than people think. Send one last letter, this time by registered mail, that names the sum, the protocol with its date, and a day by which the money has to be there: two weeks from when it arrives.

Say in it that you will apply for a payment order after that day. It costs little, needs no lawyer, and a landlord who has nothing to say against the protocol usually pays before the court has stamped it.`,
} as const;

type FirstPayout = {
  readonly clock: Clock;
  readonly time: TimeMachine;
  /** Sends the message and answers it. */
  readonly earn: () => Promise<unknown>;
  /** Sets up payouts. */
  readonly setUp: () => Promise<void>;
};

/** Runs the first payout. Leaves the clock right after the payout, unless the payday is later than `until`. */
export async function runFirstPayout(
  { clock, time, earn, setUp }: FirstPayout,
  until: number,
): Promise<void> {
  const payday = lastPayday(clock.now() - clock.offsetMs);
  await earn();
  await time.advance(MINUTE);
  await setUp();
  const realNow = clock.now() - clock.offsetMs;
  // A later payday passes while the other conversations are seeded.
  if (realNow + until < payday) return;
  clock.offsetMs = payday - MINUTE - realNow;
  await time.advance(2 * MINUTE);
}
