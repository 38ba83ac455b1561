import startEngine from '../../test/support/start-engine.ts';
import stopEngine from '../../test/support/stop-engine.ts';
import { startWorld } from '../../test/support/world.ts';
import { CHAT_SIZES, chatCosts, leastOf } from '../chat-costs.ts';

/* Calls and units of a poll, of a message and of what follows from it, for chats of any size. Prints JSON. */

await startEngine();
const world = await startWorld();
const results: Record<string, unknown> = {};
for (const people of CHAT_SIZES)
  results[`${people} people`] = { cost: await chatCosts(world, people), least: leastOf(people) };
process.stdout.write(JSON.stringify(results));
await world.stop();
await stopEngine();
process.exit(0);
