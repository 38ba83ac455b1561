import type { StripeEmulator } from '@replypaid/stripe-emulator';
import type { User } from '#functions/storage/accounts/users.ts';
import { type Instant, instant } from '#shared/time.ts';
import { letBusyDayHappen, mayBeBusy } from '../busy-day/busy-day.ts';
import { BUSY_HOURS } from '../busy-day/letters.ts';
import type { Clock } from '../clock.ts';
import { demoPeople } from '../demo-people.ts';
import type { Directory } from '../directory.ts';
import type { LedgerLine } from '../ledger.ts';
import { summarize } from '../money-summary.ts';
import { shownStories, tellStory } from '../stories.ts';
import type { TimeMachine } from '../time-machine.ts';
import type { Exchange } from './exchange.ts';
import { refuse, succeed } from './replies.ts';
import { openDeskSession } from './sign-in.ts';

/*
 * What the page below /_local asks for, apart from the part for developers: people, stories, a busy day, money, and to start
 * over.
 */

type AroundParts = {
  /** The folder for all data. */
  readonly folder: string;
  /** The address at which the product is called. */
  readonly url: string;
  readonly clock: Clock;
  readonly time: TimeMachine;
  readonly stripe: StripeEmulator | undefined;
  readonly directory: Directory;
  readonly ledger: () => Promise<LedgerLine[]>;
  readonly startOver: (() => void) | undefined;
};

/** Lists the demo people with what each shows, and who else has registered here. */
export async function listPeople(parts: AroundParts, { response }: Exchange): Promise<void> {
  const [demo, everybody] = await Promise.all([
    demoPeople(instant(parts.clock.now())),
    parts.directory.all(),
  ]);
  const known = new Set(demo.map(({ id }) => id));
  const others = everybody.filter(({ id }) => !known.has(id));
  succeed(response, { data: demo, others, mayStartOver: parts.startOver !== undefined });
}

export async function listStories(parts: AroundParts, { response }: Exchange): Promise<void> {
  succeed(response, { data: await shownStories(parts) });
}

/** Lets a story happen; answers once it has. */
export async function letItHappen(
  parts: AroundParts,
  { response }: Exchange,
  id: string,
): Promise<void> {
  if (await tellStory(parts, id)) succeed(response, { data: await shownStories(parts) });
  else refuse(response, 'WRONG_STATUS', { message: 'This cannot happen now.' });
}

/** Says whether the busy day at the desk can come, and how many hours it takes. */
export async function showBusyDay(parts: AroundParts, { response }: Exchange): Promise<void> {
  succeed(response, { state: await busyDayState(parts), hours: BUSY_HOURS });
}

/** Lets the busy day at the desk happen; answers once it has. */
export async function haveBusyDay(parts: AroundParts, { response }: Exchange): Promise<void> {
  if ((await busyDayState(parts)) !== 'READY') {
    refuse(response, 'WRONG_STATUS', { message: 'This cannot happen now.' });
    return;
  }
  const openDesk = (staff: User, now: Instant) => openDeskSession(parts, staff, now);
  try {
    await letBusyDayHappen({ ...parts, openDesk });
  } catch (fault) {
    // Which call was refused: whoever changes what the day brings reads it here.
    refuse(response, 'INTERNAL', { message: `The day stopped: ${(fault as Error).message}` });
    return;
  }
  succeed(response, { state: 'HAPPENED', hours: BUSY_HOURS });
}

/** The clock of the real Stripe cannot be moved, so the day comes only with the emulator. */
const busyDayState = ({ clock, stripe }: AroundParts) =>
  stripe ? mayBeBusy(instant(clock.now())) : 'NO_DEMO';

export async function showMoney(
  { ledger, stripe }: AroundParts,
  { response }: Exchange,
): Promise<void> {
  succeed(response, summarize(await ledger(), stripe));
}

/** Starts over with new data, after the answer is sent. */
export function startOver({ startOver }: AroundParts, { response }: Exchange): void {
  if (!startOver) {
    refuse(response, 'NOT_FOUND', { message: 'Only npm start can start over.' });
    return;
  }
  response.once('finish', startOver);
  succeed(response, {});
}
