import { expect, test } from '@jest/globals';
import { forgetAccount } from '#functions/storage/accounts/deletions.ts';
import { USER_ATTRIBUTES } from '#functions/storage/accounts/user-attributes.ts';
import { holderOfPhone, type User, userById } from '#functions/storage/accounts/users.ts';
import { addSavedReply, savedRepliesOf } from '#functions/storage/conversations/saved-replies.ts';
import {
  deletionKey,
  exportKey,
  knownDevicesKey,
  notificationSettingsKey,
  oddsKey,
  phoneKey,
  savedRepliesKey,
  usernameKey,
} from '#functions/storage/keys.ts';
import { put, table } from '#functions/storage/table.ts';
import { newPerson } from '../support/people.ts';
import { worldOfFile } from '../support/test-world.ts';

const world = worldOfFile();

const attributes = Object.entries(USER_ATTRIBUTES) as [
  keyof User,
  { readonly personal: boolean; readonly afterDeletion?: (userId: string) => unknown },
][];

const forget = (user: User) => forgetAccount(table, user, world.now());

test('deleting an account removes or replaces every personal attribute and the saved replies, and keeps the others', async () => {
  const { user: registered } = await newPerson(world);
  const full = {
    // An attribute that this person has not set has some value, so that its removal shows.
    ...Object.fromEntries(attributes.map(([name]) => [name, `some ${name}`])),
    ...registered,
    blockedAt: world.now(),
    deletedAt: world.now(),
    expiresAt: undefined,
  } as unknown as User;
  await table.write(put(full));
  const content = { title: 'Hello', text: '<p>Hello</p>' };
  await addSavedReply(table, full.id, content, undefined, world.now());
  expect(await forget(full)).toBe('done');
  const left = await userById(table, full.id, world.now());
  const wrong = attributes.filter(([name, { personal, afterDeletion }]) => {
    const expected = afterDeletion ? afterDeletion(full.id) : personal ? undefined : full[name];
    return left?.[name] !== expected && JSON.stringify(left?.[name]) !== JSON.stringify(expected);
  });
  expect(wrong.map(([name]) => name)).toEqual([]);
  expect(await savedRepliesOf(table, full.id)).toEqual([]);
});

test('deleting an account removes each item that is only about it', async () => {
  const { user: registered } = await newPerson(world);
  const user = { ...registered, blockedAt: world.now(), deletedAt: world.now() };
  const { id, username, phoneNumber } = user;
  const keys = {
    username: usernameKey(username),
    phoneNumber: phoneKey(phoneNumber),
    devices: knownDevicesKey(id),
    odds: oddsKey(id),
    export: exportKey(id),
    notifications: notificationSettingsKey(id),
    replies: savedRepliesKey(id),
    deletion: deletionKey(id),
  };
  for (const item of [user, ...Object.values(keys)]) await table.write(put({ ...item }));
  expect(await forget(user)).toBe('done');
  const left = await table.getMany(Object.values(keys));
  expect(Object.keys(keys).filter((_, nth) => left[nth] !== undefined)).toEqual([]);
});

test('deleting an account whose phone was not confirmed leaves the number to whoever confirmed it', async () => {
  const { user: owner } = await newPerson(world);
  const { phoneNumber } = owner;
  const { user: registered } = await newPerson(world, { phoneNumber: '', verified: false });
  const now = world.now();
  const user = { ...registered, phoneNumber, blockedAt: now, deletedAt: now };
  await table.write(put(user));
  expect(await forget(user)).toBe('done');
  expect(await holderOfPhone(table, phoneNumber)).toMatchObject({ userId: owner.id });
});
