import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PATIENCE_MS } from '@replypaid/test-browser/patience';
import { type Local, startLocal } from '#lib/local/local.ts';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { signInOver } from '../support/client.ts';
import { layPlantedWorld } from '../support/planted-world.ts';
import { newFolder } from './machine.ts';

/* Stories of the clock after somebody has used the product. */

const { folder, remove } = newFolder();
let local: Local;

beforeAll(async () => {
  await layPlantedWorld(folder);
  local = await startLocal({
    folder,
    port: 0,
    web: false,
    quiet: true,
    gatewayTimeoutMs: PATIENCE_MS,
  });
});

afterAll(async () => {
  await local?.stop();
  remove();
});

const deadlineStory = async () => {
  const { data } = await (await fetch(`${local.url}/_local/stories`)).json();
  return data.find(({ id }: { id: string }) => id === 'deadline');
};

test('after Ana has answered Clara, the next letter that waits for her is the one whose deadline passes', async () => {
  const ana = await signInOver(local.url, 'ana.markovic', DEMO_PASSWORD);
  const { data } = await ana.inbox({ filter: 'PENDING', skip: 0 });
  const letter = data.find(({ senderUsername }) => senderUsername === 'clara.jung');
  if (!letter) throw new Error('Clara’s letter does not wait');
  await ana.answers(letter, {
    text: `<p>${'She may show the receipt of the renewal. '.repeat(8)}</p>`,
  });
  expect((await deadlineStory()).text).toBe(
    'Priya has no answer. All $25.00 goes back to her card by itself.',
  );
  const told = await fetch(`${local.url}/_local/stories/deadline`, { method: 'POST' });
  expect(told.status).toBe(200);
  expect(await deadlineStory()).toMatchObject({
    text: 'Priya got no answer. All $25.00 went back to her card.',
    seenBy: { username: 'priya.nair' },
  });
});
