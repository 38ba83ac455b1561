import { describe, expect, test } from '@jest/globals';
import { handler as viewMissedMessages } from '#functions/chat/viewMissedMessages.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { call } from '../../support/call.ts';
import { friends, groupOf, openDirect, say, viewList, viewOne } from '../../support/chat-calls.ts';
import { invite, newMember } from '../../support/contacts.ts';
import { newPerson, type Person, signedInAgain } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Chats with people who cannot open them, because their plan ended. docs/product/chat.md#without-a-plan */

const world = worldOfFile();

/** The plan of a person ends. Signed in again, because a token carries the plan. */
async function withoutPlan(person: Person): Promise<Person> {
  await table.write(update(userKey(person.user.id), { set: { licenseId: 'FREE' } }));
  return signedInAgain(world, { ...person, user: { ...person.user, licenseId: 'FREE' } });
}

const missedBy = async ({ token }: Person) =>
  (await call(viewMissedMessages, {}, { method: 'GET', token })).body.data[0];
const cannotOpen = async (who: Person, chatId: string) =>
  (await viewOne(who, chatId)).body.data[0].cannotOpen;

describe('a chat with somebody whose plan ended', () => {
  test('says to the writer that they cannot open chats now, and again that they can', async () => {
    const [ana, ben] = (await friends(world, 2)) as [Person, Person];
    const chatId = String((await openDirect(ana, ben)).body.data[0].id);
    expect(await cannotOpen(ana, chatId)).toBe(0);
    await withoutPlan(ben);
    expect(await cannotOpen(ana, chatId)).toBe(1);
    expect((await viewList(ana)).body.data[0].cannotOpen).toBe(1);
    await table.write(update(userKey(ben.user.id), { set: { licenseId: 'STARTER' } }));
    expect(await cannotOpen(ana, chatId)).toBe(0);
  });

  test('tells them how many messages wait in how many chats, until they have read them', async () => {
    const [ben, ana, cleo] = (await friends(world, 3)) as [Person, Person, Person];
    const ids = [await openDirect(ana, ben), await openDirect(cleo, ben)];
    const [first = '', second = ''] = ids.map(({ body }) => String(body.data[0].id));
    const left = await withoutPlan(ben);
    expect(await missedBy(left)).toEqual({ messages: 0, chats: 0, more: false });
    await say(ana, first);
    await say(ana, first);
    await say(cleo, second);
    expect(await missedBy(left)).toEqual({ messages: 3, chats: 2, more: false });
    expect((await viewOne(left, first)).http).not.toBe(200);
  });
});

test('a group counts the members who cannot open it: without a plan, or with an account that is blocked', async () => {
  const { maker, others, chatId } = await groupOf(world, 4);
  expect(await cannotOpen(maker, chatId)).toBe(0);
  const [ben, cleo] = others as [Person, Person];
  await withoutPlan(ben);
  expect(await cannotOpen(maker, chatId)).toBe(1);
  await table.write(update(userKey(cleo.user.id), { set: { blockedAt: world.now() } }));
  expect(await cannotOpen(maker, chatId)).toBe(2);
});

describe('createChatInvite', () => {
  test('says whether the invited person needs a plan to accept', async () => {
    const ana = await newMember(world);
    const free = await newPerson(world, { licenseId: 'FREE' });
    expect((await invite(ana, free)).body).toMatchObject({ needsPlan: true });
    expect((await invite(ana, await newMember(world))).body.needsPlan).toBeUndefined();
  });
});
