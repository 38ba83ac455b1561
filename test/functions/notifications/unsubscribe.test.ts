import { describe, expect, test } from '@jest/globals';
import { unsubscribeToken } from '#functions/notifications/emails/unsubscribe-token.ts';
import { handler as unsubscribeByEmail } from '#functions/notifications/unsubscribeByEmail.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { lambdaContext } from '../../support/call.ts';
import { nextEmail } from '../../support/emails.ts';
import { newPerson, visitor } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

/** What a mailbox sends: the address of the header, with a body of its own. */
const press = (token: string) =>
  unsubscribeByEmail(
    {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      rawQueryString: `token=${encodeURIComponent(token)}`,
      body: 'List-Unsubscribe=One-Click',
      requestContext: { http: { method: 'POST', sourceIp: '198.51.100.7' } },
    } as never,
    lambdaContext(),
  );

describe('unsubscribeByEmail', () => {
  test('ends one kind of emails with the press of a mailbox, which sends a body of its own', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    const before = (await person.notificationSettings()).on;
    const token = await unsubscribeToken(person.user.id, 'email:plan.ended');
    expect((await press(token)).statusCode).toBe(200);
    const after = (await person.notificationSettings()).on;
    expect(after).toEqual(before.filter((name: string) => name !== 'email:plan.ended'));
  });

  test('names what ended, and succeeds when it is repeated', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    const token = await unsubscribeToken(person.user.id, 'email:reminders');
    for (let turn = 1; turn <= 2; turn += 1)
      expect((await responseTo(visitor().unsubscribes(token))).body).toEqual({
        status: 'SUCCESS',
        title: 'Reminders to answer',
      });
  });

  test('refuses a token for another person, of another kind, or without meaning', async () => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    const token = await unsubscribeToken(one.user.id, 'email:plan.ended');
    for (const wrong of [
      token.replace(one.user.id, other.user.id),
      token.replace('plan.ended', 'payout.paid'),
      token.replace('email:plan.ended', 'push:plan.ended'),
      token.slice(0, -1),
      'x',
    ])
      await expectRefused(visitor().unsubscribes(wrong), 404, 'NOT_FOUND');
    expect((await other.notificationSettings()).version).toBe(0);
  });
});
