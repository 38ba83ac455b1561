import { expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { metered } from '#lib/operator/consumed-capacity.ts';
import { PRICE } from '../../support/orders.ts';
import { bearer, newPerson } from '../../support/people.ts';
import { plantConversations } from '../../support/plant-conversations.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

/** What the first page of an inbox with this many conversations costs. */
async function costOfFirstPage(count: number) {
  const [sender, recipient] = [await newPerson(world), await newPerson(world, { price: PRICE })];
  const people = { sender: sender.user, recipient: recipient.user, status: 'OPEN' } as const;
  await plantConversations({ ...people, until: world.now() }, count);
  const { token } = recipient;
  const { cost, result } = await metered(() => responseTo(bearer(token).inbox()));
  expect(result.http).toBe(200);
  return cost;
}

test('the first page of a long inbox reads no more than that of a short one', async () => {
  const short = await costOfFirstPage(30);
  expect(await costOfFirstPage(300)).toEqual(short);
  expect(short.writes).toBe(0);
});
