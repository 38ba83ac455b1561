import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, jest, test } from '@jest/globals';
import { handler as makeExport } from '#functions/events/makeExport.ts';
import { userKey } from '#functions/storage/keys.ts';
import { remove, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { lambdaContext } from '../../support/call.ts';
import { domainEventsAbout, newestDomainEvent } from '../../support/domain-events.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Copies of people's data that are interrupted, refused or delivered again. docs/product/accounts.md#your-data */

const world = worldOfFile();

const deliver = (event: DomainEvent) =>
  makeExport({ detail: event } as never, lambdaContext(60_000));
async function view(person: Person) {
  const [copy] = (await person.dataExport()).data;
  if (!copy) throw new Error('there is no copy');
  return copy;
}
const filesOf = ({ user }: Person) => world.media.keysWith(`exports/${user.id}/`);
const readyEvents = async (person: Person) =>
  (await domainEventsAbout(world, 'export.ready', person)).length;

/** Requests a copy, whose event is not delivered yet. */
async function requested() {
  const person = await newPerson(world);
  expect(await responseTo(person.asksForExport())).toMatchObject({ http: 200 });
  return { person, event: await newestDomainEvent(world, 'export.requested') };
}

/** Expects that the person was told once of two files that can be read. */
async function expectMade(person: Person): Promise<void> {
  const { status, json, html } = await view(person);
  expect(status).toBe('READY');
  expect(filesOf(person)).toHaveLength(2);
  const data = JSON.parse(await (await fetch(String(json))).text());
  expect(data).toMatchObject({ isComplete: true, account: { username: person.user.username } });
  expect(await (await fetch(String(html))).text()).toContain(person.user.username);
  expect(await readyEvents(person)).toBe(1);
}

/** S3 refuses the next file of this format. */
function refuseNext(format: 'json' | 'html') {
  const { send } = S3Client.prototype;
  const spied = jest.spyOn(S3Client.prototype, 'send').mockImplementation(async function (
    this: S3Client,
    command: PutObjectCommand,
  ) {
    const { Key = '' } = command.input;
    if (!(command instanceof PutObjectCommand) || !Key.endsWith(format))
      return Reflect.apply(send, this, [command]);
    spied.mockRestore();
    throw new Error('SlowDown');
  } as never);
}

describe('a copy of the data', () => {
  test('is made once by the next delivery after a crash at any effect', async () => {
    const effects = await world.crashingAtEveryWrite(async ({ crash }) => {
      const { person, event } = await requested();
      await crash(() => deliver(event));
      await deliver(event);
      await expectMade(person);
    });
    // The two files, and the state with its event.
    expect(effects).toBeGreaterThanOrEqual(3);
  });

  test('is shown only once both files are stored', async () => {
    const shown: string[] = [];
    for (const [at, when] of [
      [1, 'before'],
      [1, 'after'],
      [2, 'after'],
      [3, 'after'],
    ] as const) {
      const { person, event } = await requested();
      await world.crashingAt(at, when, () => deliver(event));
      const { status } = await view(person);
      shown.push(`${filesOf(person).length} ${status}`);
    }
    expect(shown).toEqual(['0 MAKING', '1 MAKING', '2 MAKING', '2 READY']);
  });

  test.each(['json', 'html'] as const)(
    'whose %s file S3 refuses is made by the next delivery',
    async (format) => {
      const { person, event } = await requested();
      refuseNext(format);
      await expect(deliver(event)).rejects.toThrow('SlowDown');
      expect(await view(person)).toMatchObject({ status: 'MAKING', html: null, json: null });
      expect(await readyEvents(person)).toBe(0);
      await deliver(event);
      await expectMade(person);
    },
  );

  test('whose event is delivered twice at the same time notifies once', async () => {
    const { person, event } = await requested();
    await Promise.all([deliver(event), deliver(event)]);
    await expectMade(person);
  });

  test('of an account that does not exist any more is not made', async () => {
    const { person, event } = await requested();
    await table.write(remove(userKey(person.user.id)));
    await deliver(event);
    expect(filesOf(person)).toEqual([]);
    expect(await readyEvents(person)).toBe(0);
  });
});
