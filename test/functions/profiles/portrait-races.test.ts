import { expect, test } from '@jest/globals';
import { userById } from '#functions/storage/accounts/users.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { Answer } from '../../support/call.ts';
import { ordersOf } from '../../support/faults/races.ts';
import { dataUrlOf, pngOf } from '../../support/image-fixtures.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * Two devices of a person change the portrait at the same moment, in the orders of their steps, and the process of either stops
 * after each of them. docs/product/profiles.md#portrait names the state in which that ends.
 */

const world = worldOfFile();

const picture = dataUrlOf(pngOf(4, 4));
const upload = (person: Person) => responseTo(person.uploadsPortrait(picture));
const remove = (person: Person) => responseTo(person.removesPortrait());

type Change = (person: Person) => Promise<Answer>;

const fileOf = (address: string) => new URL(address).pathname.slice('/media/'.length);
const filesOf = ({ user }: Person) => world.media.keysWith(`avatars/${user.id}/`);
const shownBy = async ({ user }: Person) =>
  (await userById(table, user.id, world.now()))?.avatarUrl;

async function personWithPortrait(): Promise<Person> {
  const person = await newPerson(world);
  await person.uploadsPortrait(picture);
  return person;
}

/** Uploads a portrait, and blocks the account just before its address is saved. */
const saveWhileBlocked = (person: Person) =>
  world.overtaken(() => upload(person), {
    at: userKey(person.user.id),
    by: () => table.write(update(userKey(person.user.id), { set: { blockedAt: world.now() } })),
  });

/** The steps of an upload: to its first effect, the former file, the new file, the account, and the file that is not needed. */
const UPLOAD = 5;

test.each([
  ['an upload and a removal', personWithPortrait, [upload, remove]],
  ['two uploads', personWithPortrait, [upload, upload]],
  ['two first uploads', () => newPerson(world), [upload, upload]],
  ['two removals', personWithPortrait, [remove, remove]],
] as const)(
  '%s that overlap end with the portrait of an upload that succeeded, or with none',
  async (_what, prepare, [first, second]) => {
    await world.racing(async ({ race }) => {
      const person = await prepare();
      const answers = await race(
        () => first(person),
        () => second(person),
      );
      expect(answers.map(({ http }) => [200, 409].includes(http))).toEqual([true, true]);
      const succeeded = answers.filter(({ http }) => http === 200);
      expect(succeeded).not.toEqual([]);
      const shown = await shownBy(person);
      expect(filesOf(person)).toEqual(shown === undefined ? [] : [fileOf(shown)]);
      const uploaded = succeeded.map(({ body }) => body.profileImageUrl);
      if (shown !== undefined) expect(uploaded).toContain(shown);
    });
  },
);

test.each([
  ['an upload', 'a removal', upload, remove],
  ['a removal', 'an upload', remove, upload],
] as const)(
  'after the process of %s stopped at any step beside %s, no missing picture is shown, and a removal removes the one that was shown',
  async (_what, _other, stops: Change, goesOn: Change) => {
    for (const steps of [1, 2, 3])
      for (const order of ordersOf(steps, UPLOAD)) {
        const person = await personWithPortrait();
        const before = await shownBy(person);
        await world.inOrder(
          order,
          () => stops(person),
          () => goesOn(person),
        );
        const shown = await shownBy(person);
        if (shown !== undefined) expect(filesOf(person)).toContain(fileOf(shown));
        await person.removesPortrait();
        expect(await shownBy(person)).toBeUndefined();
        for (const address of [before, shown])
          if (address !== undefined) expect(filesOf(person)).not.toContain(fileOf(address));
      }
  },
);

test('a portrait is not saved for an account that was blocked in the meantime', async () => {
  const person = await newPerson(world);
  expect((await saveWhileBlocked(person)).http).toBe(409);
  expect(await shownBy(person)).toBeUndefined();
  expect(filesOf(person)).toEqual([]);
});
