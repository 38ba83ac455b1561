import { handler as viewInboxList } from '#functions/conversations/viewInboxList.ts';
import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { metered } from '#lib/operator/consumed-capacity.ts';
import { DAY, later } from '#shared/time.ts';
import { call, lambdaContext } from '#test/support/call.ts';
import { newRecipient, pendingOrder } from '#test/support/orders.ts';
import { newPerson, signedIn } from '#test/support/people.ts';
import { plantConversations } from '#test/support/plant-conversations.ts';
import startEngine from '#test/support/start-engine.ts';
import stopEngine from '#test/support/stop-engine.ts';
import { startWorld, type World } from '#test/support/world.ts';
import { figureOf } from '../figure.ts';
import { round } from '../load.ts';

/*
 * Measures the cost of a list and of a schedule as the number of conversations grows. Arguments: the initial number,
 * then larger ones. Prints JSON.
 */

const DUE = 10;
const PAGE_50 = 49 * 20;

async function atSize(world: World, count: number) {
  const [sender, recipient] = [await newPerson(world), await newRecipient(world)];
  // The deadlines are later than all days that pass here, so these conversations exist but are not due.
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

/** Makes ten unanswered conversations due. */
async function fallDue(world: World): Promise<void> {
  for (let nth = 0; nth < DUE; nth += 1) await pendingOrder(world);
  world.advance(11 * DAY);
}

await startEngine();
// No subscriber reads the stream here, so it is off; docs/decisions/0007-emulators.md gives the engine's cost of a stream.
const world = await startWorld();
// Runs once before the measurement, to exclude one-time work of the process.
await fallDue(world);
await expireConversations({}, lambdaContext());
const results: Record<string, unknown> = {};
for (const size of process.argv.slice(2)) results[size] = await atSize(world, Number(size));
process.stdout.write(JSON.stringify(results));
await world.stop();
await stopEngine();
process.exit(0);
