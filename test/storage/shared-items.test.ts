import { expect, test } from '@jest/globals';
import { askForPlace } from '#functions/storage/accounts/waitlist.ts';
import { knownDevice, rememberDevice } from '#functions/storage/auth/known-devices.ts';
import { addSavedReply, savedRepliesOf } from '#functions/storage/conversations/saved-replies.ts';
import { conversationKey, oddsKey, userPartition } from '#functions/storage/keys.ts';
import {
  changeSettings,
  settingsOf,
} from '#functions/storage/notifications/notification-settings.ts';
import { recordOutcome, type StoredOutcomes } from '#functions/storage/profiles/odds.ts';
import { put, table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import { isSwitchedOn } from '#shared/rules/notifications/notification-settings.ts';
import { DAY, instant, later } from '#shared/time.ts';
import { worldOfFile } from '../support/test-world.ts';

/* Changes of a list that one item holds: a change that is overtaken by another is decided again, so neither is lost. */

const world = worldOfFile();

const NOW = instant(Date.UTC(2027, 4, 1));
const someId = () => newId(NOW);

/** Runs `change` three times: once, and then a second time that is overtaken by the third. */
async function overtake<Result>(partition: string, change: (nth: number) => Promise<Result>) {
  const first = await change(1);
  let third: Result | undefined;
  const second = await world.overtaken(() => change(2), {
    at: partition,
    by: async () => {
      third = await change(3);
    },
  });
  return [first, second, third];
}

test('saved replies that are added at the same moment are both kept', async () => {
  const userId = someId();
  const add = (nth: number) =>
    addSavedReply(table, userId, { title: `Reply ${nth}`, text: 'Yes.' }, undefined, NOW);
  await overtake(userPartition(userId), add);
  const titles = (await savedRepliesOf(table, userId)).map(({ title }) => title);
  expect(titles.sort()).toEqual(['Reply 1', 'Reply 2', 'Reply 3']);
});

test('devices that sign in at the same moment are both known', async () => {
  const userId = someId();
  const context = { table, deviceTokens: [], now: NOW };
  const signedIn = await overtake(userPartition(userId), async () => {
    const { deviceToken } = await rememberDevice(context, userId, (step) => table.write(step));
    return deviceToken;
  });
  for (const token of signedIn)
    expect(await knownDevice(table, userId, [token ?? ''], NOW)).toBeDefined();
});

test('settings that are changed at the same moment are both changed', async () => {
  const userId = someId();
  const switches = ['email:receipts', 'email:reminders', 'email:claim.improved'] as const;
  const isOn = async () => {
    const settings = await settingsOf(table, userId);
    return switches.map((name) => isSwitchedOn(settings, name));
  };
  const before = await isOn();
  await overtake(userPartition(userId), (nth) => {
    const name = switches[nth - 1] ?? 'email:receipts';
    return changeSettings(
      table,
      userId,
      before[nth - 1] ? { turnOff: [name] } : { turnOn: [name] },
    );
  });
  expect(await isOn()).toEqual(before.map((on) => !on));
});

test('outcomes of messages that end at the same moment are both counted', async () => {
  const recipientId = someId();
  const ids = [someId(), someId(), someId()];
  const ended = { status: 'EXPIRED', reasonCode: 'RETURN_TO_SENDER', deadlineAt: NOW, price: 100 };
  for (const id of ids) await table.write(put({ ...conversationKey(id), id, ...ended }));
  const odds = oddsKey(recipientId);
  await overtake(odds.pk, (nth) => recordOutcome(table, recipientId, ids[nth - 1] ?? '', NOW));
  const stored = await table.get<StoredOutcomes>(odds);
  expect(Object.keys(stored?.outcomes ?? {}).sort()).toEqual(ids.sort());
});

test('a person who asks for a place twice after the first time lapsed is in the list once', async () => {
  const [userId, ownerId] = [someId(), someId()];
  const outcomes = await overtake(userPartition(userId), (nth) =>
    askForPlace(table, userId, ownerId, later(NOW, nth === 1 ? 0 : 61 * DAY + nth)),
  );
  expect(outcomes).toEqual(['done', 'ASKED', 'done']);
});
