import { handler as viewInboxList } from '../../functions/conversations/viewInboxList.ts';
import { handler as expireConversations } from '../../functions/jobs/expireConversations.ts';
import { DAY, later } from '../../shared/time.ts';
import { call, lambdaContext } from '../../test/support/call.ts';
import { newRecipient, pendingOrder } from '../../test/support/orders.ts';
import { newPerson, signedIn } from '../../test/support/people.ts';
import startEngine from '../../test/support/start-engine.ts';
import stopEngine from '../../test/support/stop-engine.ts';
import { startWorld, type World } from '../../test/support/world.ts';
import { figureOf } from '../figure.ts';
import { round } from '../load.ts';
import { metered } from '../meter.ts';
import { plantConversations } from '../plant.ts';

/* What a list and a sweep cost as conversations grow. Arguments: how many to begin with, then more. Prints JSON. */

const DUE = 10;
const PAGE_50 = 49 * 20;

async function atSize(world: World, count: number) {
  const [sender, recipient] = [await newPerson(world), await newRecipient(world)];
  // Waiting for deadlines that lie ahead of all the days that pass here: there, and not due.
  const until = later(world.now(), 100 * DAY);
  const people = { sender: sender.user, recipient: recipient.user, status: 'PENDING' } as const;
  await plantConversations({ ...people, until }, count);
  const { token } = await signedIn(recipient.user, world.now());
  const page = async (place: Record<string, unknown>) => {
    const answered = await call(viewInboxList, place, { method: 'GET', token });
    if (answered.http !== 200) throw new Error(JSON.stringify(answered.body));
    return answered.body;
  };
  const { cursor } = await page({ skip: PAGE_50 - 20 });
  const lists = {
    firstPage: await figureOf(() => page({})),
    page50BySkip: await figureOf(() => page({ skip: PAGE_50 })),
    page50ByCursor: await figureOf(() => page({ cursor })),
  };
  await fallDue(world);
  const began = performance.now();
  const { cost } = await metered(() => expireConversations({}, lambdaContext()));
  const sweepOf10 = { ...cost, milliseconds: round(performance.now() - began) };
  return { ...lists, sweepOf10 };
}

/** Ten conversations that nobody answered in time. */
async function fallDue(world: World): Promise<void> {
  for (let nth = 0; nth < DUE; nth += 1) await pendingOrder(world);
  world.advance(11 * DAY);
}

await startEngine();
// Nobody listens to the stream here, so there is none: the engine's own cost of one is told in docs/performance.md.
const world = await startWorld();
// What a process does for the first time is no cost of the sweep.
await fallDue(world);
await expireConversations({}, lambdaContext());
const results: Record<string, unknown> = {};
for (const size of process.argv.slice(2)) results[size] = await atSize(world, Number(size));
process.stdout.write(JSON.stringify(results));
await world.stop();
await stopEngine();
process.exit(0);
