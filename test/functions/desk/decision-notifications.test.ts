import { expect, test } from '@jest/globals';
import type { Ruling } from '#lib/local/deeds/desk.ts';
import { newDevice } from '../../support/devices.ts';
import { deliverToDevices, newestDomainEvent } from '../../support/domain-events.ts';
import { newPerson } from '../../support/people.ts';
import { appealedStatement, openedCase } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* The push notifications of decisions. docs/product/desk.md#decisions */

const world = worldOfFile();
const BODY = 'Open it to read what was decided, and why.';

const decide = async (caseId: string, ruling: Ruling) => {
  const staff = await newPerson(world, { staff: ['MODERATOR'] });
  await staff.decidesCase({ id: caseId }, ruling, { reason: 'They are not the mayor.' });
};

test('a statement and a decided report notify their people without a detail about the person', async () => {
  const [reporter, person] = [await newPerson(world), await newPerson(world)];
  const [reporters, persons] = [await newDevice(world, reporter), await newDevice(world, person)];
  const one = await openedCase(world, { openedBy: reporter.user.id, userId: person.user.id });
  await decide(one.id, { outcome: 'UPHELD', deed: 'WARNED' });
  await deliverToDevices(await newestDomainEvent(world, 'statement.written'));
  await deliverToDevices(await newestDomainEvent(world, 'report.decided'));
  expect(persons.arrived()).toMatchObject([
    {
      title: 'A decision about your account',
      body: 'Open it to read the reasons, and how to appeal.',
    },
  ]);
  expect(reporters.arrived()).toMatchObject([
    { title: 'We looked at your report', body: 'We have acted on it. Thank you.' },
  ]);
});

test('a decided appeal notifies who appealed', async () => {
  const person = await newPerson(world);
  const phone = await newDevice(world, person);
  const { appeal } = await appealedStatement(world, person.user.id, 'WARNED');
  await decide(appeal.id, { outcome: 'REJECTED' });
  await deliverToDevices(await newestDomainEvent(world, 'appeal.decided'));
  expect(phone.arrived()).toMatchObject([{ title: 'A decision about your appeal', body: BODY }]);
});
