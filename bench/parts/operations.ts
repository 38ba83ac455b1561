import startEngine from '#test/support/start-engine.ts';
import stopEngine from '#test/support/stop-engine.ts';
import { startWorld } from '#test/support/world.ts';
import { measureOperations } from '../operation-costs.ts';

/* Measures what the twelve operations that are called most, or cost most, ask of the table. Prints JSON. */

const MEASURED = [
  'authenticate',
  'checkUser',
  'viewUserProfile',
  'viewDashboardStats',
  'viewInboxList',
  'viewInbox',
  'searchUsers',
  'viewChatMessagesSince',
  'createInbox',
  'createInboxMessage',
  'createOrderMessage',
  'cancelOrder',
];

await startEngine();
const world = await startWorld();
const costs = await measureOperations(world, MEASURED);
process.stdout.write(
  JSON.stringify(Object.fromEntries(MEASURED.map((name) => [name, costs[name]]))),
);
await world.stop();
await stopEngine();
process.exit(0);
