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
    const { answer, pendingOrder, seenBySender } = await import('../support/orders.ts');
    const { sender, recipient, id } = await pendingOrder(world);
    expect((await answer(recipient, id)).http).toBe(200);
    expect(await seenBySender(world, sender, id)).toMatchObject({ id });
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  // A reconciliation that another test file started may print its metric here. That is not a log line of these
  // calls.
  const lines = written.filter((line) => !String(line).includes('"ReconcileLagMinutes"'));
  expect(lines).toEqual([]);
});
