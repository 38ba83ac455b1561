import startEngine from '#test/support/start-engine.ts';
import stopEngine from '#test/support/stop-engine.ts';
import { startWorld } from '#test/support/world.ts';
import { CHAT_SIZES, chatCosts, minimumCosts } from '../chat-costs.ts';

/* Measures the table requests of polling, sending and reading in chats of several sizes. Prints JSON. */

await startEngine();
const world = await startWorld();
const results: Record<string, unknown> = {};
for (const people of CHAT_SIZES)
  results[`${people} people`] = {
    cost: await chatCosts(world, people),
    least: minimumCosts(people),
  };
process.stdout.write(JSON.stringify(results));
await world.stop();
await stopEngine();
process.exit(0);
