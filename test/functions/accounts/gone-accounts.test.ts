import { describe, expect, test } from '@jest/globals';
import { userKey } from '#functions/storage/keys.ts';
import { remove, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Calls with an access token whose account does not exist any more, or is deleted during the call. */

const world = worldOfFile();

const end = ({ user }: Person) => table.write(remove(userKey(user.id)));

describe('a change by an account that is deleted during the call', () => {
  test.each([
    ['updateTiers', { tiers: '[]' }],
    ['updatePrompts', { prompts: '[]' }],
    [
      'updateAttachmentSettings',
      { takesPictures: 'false', blursPictures: 'false', takesVoice: 'false' },
    ],
    ['updateAvailability', { paused: 'false', waitingMax: '5' }],
    ['updateInboundSettings', { paidResponsePrice: '20', paidResponseCommitment: '5' }],
  ] as const)('is refused by %s, and stores nothing', async (operation, input) => {
    const person = await newPerson(world);
    const { pk } = userKey(person.user.id);
    const before = (await domainEventsOf(world)).length;
    const refused = await world.overtaken(() => responseTo(person.calls(operation, input)), {
      at: pk,
      by: () => end(person),
    });
    expectRefusal(refused, 404, 'NOT_FOUND');
    expect(await table.get(userKey(person.user.id))).toBeUndefined();
    expect(await domainEventsOf(world)).toHaveLength(before);
  });
});

describe('a view of an account that does not exist', () => {
  test.each(['viewWaiting', 'viewAnalytics', 'viewInboundSettings'] as const)(
    'is refused by %s',
    async (operation) => {
      const person = await newPerson(world);
      await end(person);
      await expectRefused(person.calls(operation), 404, 'NOT_FOUND');
    },
  );
});
