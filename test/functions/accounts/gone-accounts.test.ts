import { describe, expect, test } from '@jest/globals';
import { handler as updateAvailability } from '#functions/accounts/updateAvailability.ts';
import { handler as updateInboundSettings } from '#functions/accounts/updateInboundSettings.ts';
import { handler as updatePrompts } from '#functions/accounts/updatePrompts.ts';
import { handler as updateTiers } from '#functions/accounts/updateTiers.ts';
import { handler as viewInboundSettings } from '#functions/accounts/viewInboundSettings.ts';
import { handler as viewWaiting } from '#functions/accounts/viewWaiting.ts';
import { handler as viewAnalytics } from '#functions/profiles/viewAnalytics.ts';
import { userKey } from '#functions/storage/keys.ts';
import { remove, table } from '#functions/storage/table.ts';
import { beforeWrite } from '../../support/before-write.ts';
import { call } from '../../support/call.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Calls with an access token whose account does not exist any more, or is deleted during the call. */

const world = worldOfFile();

const end = ({ user }: Person) => table.write(remove(userKey(user.id)));

describe('a change by an account that is deleted during the call', () => {
  test.each([
    ['updateTiers', updateTiers, { tiers: '[]' }],
    ['updatePrompts', updatePrompts, { prompts: '[]' }],
    ['updateAvailability', updateAvailability, { paused: 'false', waitingMax: '5' }],
    [
      'updateInboundSettings',
      updateInboundSettings,
      { paidResponsePrice: '20', paidResponseCommitment: '5' },
    ],
  ] as const)('is refused by %s, and stores nothing', async (_name, handler, input) => {
    const person = await newPerson(world);
    const { pk } = userKey(person.user.id);
    const before = (await domainEventsOf(world)).length;
    const refused = await beforeWrite(
      pk,
      () => call(handler, input, { token: person.token }),
      () => end(person),
    );
    expectRefusal(refused, 404, 'NOT_FOUND');
    expect(await table.get(userKey(person.user.id))).toBeUndefined();
    expect(await domainEventsOf(world)).toHaveLength(before);
  });
});

describe('a view of an account that does not exist', () => {
  test.each([
    ['viewWaiting', viewWaiting],
    ['viewAnalytics', viewAnalytics],
    ['viewInboundSettings', viewInboundSettings],
  ] as const)('is refused by %s', async (_name, handler) => {
    const person = await newPerson(world);
    await end(person);
    const refused = await call(handler, {}, { method: 'GET', token: person.token });
    expectRefusal(refused, 404, 'NOT_FOUND');
  });
});
