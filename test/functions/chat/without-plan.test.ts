import { describe, expect, test } from '@jest/globals';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { friends, groupOf } from '../../support/chats.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Chats with people who cannot open them, because their plan ended. docs/product/chat.md#without-a-plan */

const world = worldOfFile();

/** Ends the plan of a person. */
const endPlan = ({ user }: Person) =>
  table.write(update(userKey(user.id), { set: { licenseId: 'FREE' } }));

const missedBy = async (who: Person) => (await who.calls('viewMissedMessages')).data[0];
const cannotOpen = async (who: Person, chat: Ref) => (await who.chat(chat)).cannotOpen;

describe('a chat with somebody whose plan ended', () => {
  test('says to the writer that they cannot open chats now, and again that they can', async () => {
    const [ana, ben] = (await friends(world, 2)) as [Person, Person];
    const chat = await ana.opensChat(ben);
    expect(await cannotOpen(ana, chat)).toBe(0);
    await endPlan(ben);
    expect(await cannotOpen(ana, chat)).toBe(1);
    expect((await ana.chats()).data[0]?.cannotOpen).toBe(1);
    await table.write(update(userKey(ben.user.id), { set: { licenseId: 'STARTER' } }));
    expect(await cannotOpen(ana, chat)).toBe(0);
  });

  test('tells them how many messages wait in how many chats, until they have read them', async () => {
    const [ben, ana, cleo] = (await friends(world, 3)) as [Person, Person, Person];
    const [first, second] = [await ana.opensChat(ben), await cleo.opensChat(ben)];
    await endPlan(ben);
    expect(await missedBy(ben)).toEqual({ messages: 0, chats: 0, more: false });
    await ana.says(first);
    await ana.says(first);
    await cleo.says(second);
    expect(await missedBy(ben)).toEqual({ messages: 3, chats: 2, more: false });
    await expectRefused(ben.chat(first), 403, 'PLAN_REQUIRED');
  });
});

test('a group counts the members who cannot open it: without a plan, or with an account that is blocked', async () => {
  const { maker, others, chat } = await groupOf(world, 4);
  expect(await cannotOpen(maker, chat)).toBe(0);
  const [ben, cleo] = others as [Person, Person];
  await endPlan(ben);
  expect(await cannotOpen(maker, chat)).toBe(1);
  await table.write(update(userKey(cleo.user.id), { set: { blockedAt: world.now() } }));
  expect(await cannotOpen(maker, chat)).toBe(2);
});

describe('createChatInvite', () => {
  test('says whether the invited person needs a plan to accept', async () => {
    const ana = await newPerson(world, { licenseId: 'STARTER' });
    const free = await newPerson(world, { licenseId: 'FREE' });
    expect(await ana.invites(free)).toMatchObject({ needsPlan: true });
    expect(
      (await ana.invites(await newPerson(world, { licenseId: 'STARTER' }))).needsPlan,
    ).toBeUndefined();
  });
});
