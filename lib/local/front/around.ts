import { instant } from '#shared/time.ts';
import type { StripeEmulator } from '../../stripe-emulator/index.ts';
import type { Clock } from '../clock.ts';
import { demoPeople } from '../demo-people.ts';
import type { Directory } from '../directory.ts';
import type { LedgerLine } from '../ledger.ts';
import { summarize } from '../money-summary.ts';
import { shownStories, tellStory } from '../stories.ts';
import type { TimeMachine } from '../time-machine.ts';
import type { Exchange } from './exchange.ts';
import { refuse, succeed } from './replies.ts';

/* What the page below /_local asks for besides what developers need: people, stories, money, and to start over. */

type AroundParts = {
  /** The folder for all data. */
  readonly folder: string;
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
