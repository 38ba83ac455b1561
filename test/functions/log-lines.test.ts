import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { World } from '../support/world.ts';

/* The log lines of a successful call: none besides Lambda's own. */

const silent = process.env.LOG_LEVEL;
let world: World;
beforeAll(async () => {
  // Set before any handler is imported: a logger reads its level when it is created.
  process.env.LOG_LEVEL = 'INFO';
  const { startWorld } = await import('../support/world.ts');
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
  process.env.LOG_LEVEL = silent;
});

test('paying, reading and answering write no log lines of their own', async () => {
  const written: string[] = [];
  const take = (text: unknown) => {
    written.push(String(text));
    return true;
  };
  const spies = [
    jest.spyOn(process.stdout, 'write').mockImplementation(take),
    ...(['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
      jest.spyOn(console, level).mockImplementation(take),
    ),
  ];
  try {
    const { pendingOrder } = await import('../support/orders.ts');
    const { sender, recipient, order } = await pendingOrder(world);
    await recipient.answers(order);
    expect(await sender.sees(order)).toMatchObject({ id: order.id });
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  // A reconciliation that another test file started may print its metric here. That is not a log line of these
  // calls.
  const lines = written.filter((line) => !String(line).includes('"ReconcileLagMinutes"'));
  expect(lines).toEqual([]);
});
