import { dueAfter, monthAfter } from '../../../shared/rules/payouts/payouts.ts';
import { DAY, HOUR, instant, MINUTE, monthOf } from '../../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { TimeMachine } from '../time-machine.ts';

/*
 * What came before the other letters: one creator was paid for an answer late in a month, set up payouts, and has got her
 * first one. The clock jumps over the days between, in which nothing happens.
 */

export const PAID_CREATOR = 'lucia.prado';
export const FIRST_SENDER = 'clara.jung';

const BEFORE_PAYDAY = 12;

/** The last time that payouts went out, an hour ago at least. `now`: epoch milliseconds. */
function lastPayday(now: number): number {
  const before = instant(now - HOUR);
  const thisMonth = dueAfter(monthAfter(monthOf(before), -1));
  return thisMonth <= before ? thisMonth : dueAfter(monthAfter(monthOf(before), -2));
}

/** How many days ago it begins. */
export const paidOutBegan = (now: number): number => (now - lastPayday(now)) / DAY + BEFORE_PAYDAY;

export const FIRST_LETTER = {
  subject: 'My landlord kept the deposit',
  text: `I moved out in August, the flat was clean, and there is a signed protocol that says so. Since then three letters have gone unanswered. Is a court the next step, or is there something between a letter and a court?`,
  answer: `There is something between the two, and it works more often than people think. Send one last letter, this time by registered mail, that names the sum, the protocol with its date, and a day by which the money has to be there: two weeks from when it arrives.

Say in it that you will apply for a payment order after that day. It costs little, needs no lawyer, and a landlord who has nothing to say against the protocol usually pays before the court has stamped it.`,
} as const;

export type PaidOutStory = {
  readonly clock: Clock;
  readonly time: TimeMachine;
  /** Sends the letter and answers it. */
  readonly earn: () => Promise<unknown>;
  /** The address of the onboarding page, and the name that the Stripe emulator verifies there. */
  readonly setupLink: () => Promise<string>;
  readonly name: string;
};

/** Plays it. The clock stands at its beginning before, and right after the payout, or before it, when it is done. */
export async function playPaidOut(
  { clock, time, earn, setupLink, name }: PaidOutStory,
  until: number,
): Promise<void> {
  const payday = lastPayday(clock.now() - clock.offsetMs);
  await earn();
  await time.advance(MINUTE);
  await fetch(await setupLink(), {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'READY', name }),
    redirect: 'manual',
  });
  const realNow = clock.now() - clock.offsetMs;
  // The walk of the other letters comes past a payday of these last days by itself.
  if (realNow + until < payday) return;
  clock.offsetMs = payday - MINUTE - realNow;
  await time.advance(2 * MINUTE);
}
