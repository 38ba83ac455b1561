import { handler as expireConversations } from '#functions/jobs/expireConversations.ts';
import { type Cost, metered } from '#lib/operator/consumed-capacity.ts';
import { DAY, later, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '#test/support/call.ts';
import { PRICE, pendingOrder } from '#test/support/orders.ts';
import { bearer, newPerson, signedIn } from '#test/support/people.ts';
import { plantConversations } from '#test/support/plant-conversations.ts';
import { plantPeople } from '#test/support/plant-people.ts';
import startEngine from '#test/support/start-engine.ts';
import stopEngine from '#test/support/stop-engine.ts';
import { startWorld, type World } from '#test/support/world.ts';
import { median, round } from '../load.ts';

/*
 * Measures a list, a search and a schedule as the number of conversations and of people grows. It stores only people whose
 * names begin with the searched letters, because a search reads no other entries of the index. Prints JSON.
 */

const SIZES = [1_000, 10_000, 100_000];
const DUE = 10;
const REPEATS = 15;
/** About one person in five is named Maria; a few others also match these letters. */
const COMMON = 'mari';

/** Measures the cost of a repeatable action, and the median of its durations. */
async function figureOf(run: () => Promise<unknown>) {
  const times: number[] = [];
  let cost: Cost = { calls: 0, reads: 0, writes: 0 };
  for (let nth = 0; nth < REPEATS; nth += 1) {
    const began = performance.now();
    cost = (await metered(run)).cost;
    times.push(performance.now() - began);
  }
  return { ...cost, milliseconds: round(median(times)) };
}

const PAGE_50 = 49 * 20;

async function atSize(world: World, count: number) {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  // The deadlines are later than all days that pass here, so these conversations exist but are not due.
  const until = later(world.now(), 100 * DAY);
  const people = { sender: sender.user, recipient: recipient.user, status: 'PENDING' } as const;
  await plantConversations({ ...people, until }, count);
  // With the same token each time, so that nothing is read to sign one.
  const reader = bearer((await signedIn(recipient.user, world.now())).token);
  const { cursor } = await reader.inbox({ skip: PAGE_50 - 20 });
  const lists = {
    firstPage: await figureOf(() => reader.inbox()),
    page50ByCursor: await figureOf(() => reader.inbox({ cursor })),
  };
  const searched = await search(world, count);
  await fallDue(world);
  const began = performance.now();
  const { cost } = await metered(() => expireConversations({}, lambdaContext()));
  const sweepOf10 = { ...cost, milliseconds: round(performance.now() - began) };
  return { ...lists, search: searched, sweepOf10 };
}

let planted = 0;

/** Searches for a common name among this many people. */
async function search(world: World, count: number) {
  await plantPeople({ from: planted, to: count, only: [COMMON] });
  planted = count;
  // The measured calls count toward the rate limit on searches, so each size starts in a new window.
  world.advance(10 * MINUTE);
  const { token } = await newPerson(world);
  return figureOf(() => bearer(token).finds(COMMON));
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
for (const size of SIZES) results[size] = await atSize(world, size);
process.stdout.write(JSON.stringify(results));
await world.stop();
await stopEngine();
process.exit(0);
