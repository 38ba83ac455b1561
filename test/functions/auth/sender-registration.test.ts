import { describe, expect, test } from '@jest/globals';
import { readAccessToken } from '#functions/auth/tokens.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { QUESTION, SUBJECT } from '#lib/local/deeds/texts.ts';
import { domainEventsAbout } from '../../support/domain-events.ts';
import { PRICE } from '../../support/orders.ts';
import { bearer, newPerson, type Person, visitor } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { deliverNameEvent } from '../../support/searchable-people.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Registering in order to write to somebody, without plan and price. docs/product/accounts.md#registering-to-write */

const world = worldOfFile();

let made = 0;
function form(more: Record<string, unknown> = {}) {
  made += 1;
  const number = String(made).padStart(4, '0');
  return {
    fullName: `Noah Bennett ${number}`,
    phoneNumber: `+1555410${number}`,
    username: `noah_${number}`,
    password: PASSWORD,
    asSender: 'true',
    ...more,
  };
}
const register = (input: Record<string, unknown>, key?: string) =>
  responseTo(visitor().calls('createUser', input, { key }));

/** Registers, and confirms the phone with the code of the text message. */
async function registered(more: Record<string, unknown> = {}) {
  const input = form(more);
  const { body } = await register(input);
  const { id: userId } = body.data[0];
  const verificationCode = world.codeSentTo(input.phoneNumber);
  const verified = await responseTo(visitor().confirmsNumber({ id: userId }, verificationCode));
  const user = await userById(table, userId, world.now());
  if (!user) throw new Error('the registration is gone');
  return { input, user, token: verified.body.access_token as string };
}

const nameEvents = ({ user }: Pick<Person, 'user'>) =>
  domainEventsAbout(world, 'user.named', { user });

describe('an account that is registered as a sender', () => {
  test('is complete once its phone is confirmed: Free, accepting no messages', async () => {
    const { user, token } = await registered();
    expect(user).toMatchObject({ verified: true, licenseId: 'FREE', paidResponseCommitment: 0 });
    expect(user).not.toHaveProperty('expiresAt');
    expect(await readAccessToken(token, world.now())).toMatchObject({
      verified: true,
      plan: 'FREE',
    });
  });

  test('can be found by name from its confirmation on, not before', async () => {
    const { body } = await register(form());
    expect(await nameEvents({ user: body.data[0] })).toEqual([]);
    const { user } = await registered();
    expect(await nameEvents({ user })).toMatchObject([{ detail: { userId: user.id } }]);
  });

  test('can save its letter and has it as a draft', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    const { token } = await registered();
    for (const _ of ['first', 'repeated after a lost response'])
      await bearer(token).savesDraft(recipient);
    expect(await bearer(token).draftTo(recipient)).toMatchObject({
      messageSubject: SUBJECT,
      messageText: QUESTION,
      version: 1,
    });
  });

  test('sells nothing: no message can be paid for, and it is not listed', async () => {
    const { user, input } = await registered({ fullName: 'Zeno Quillfeather' });
    await deliverNameEvent(world, user.id);
    const reader = await newPerson(world);
    const { body: profile } = await responseTo(visitor().profileNamed(input.username));
    expect(profile.data[0]).toMatchObject({ paidResponseCommitment: 0, active: false });
    await expectRefused(reader.pays(user, { price: '2.99' }), 409, 'NOT_ACCEPTING');
    const { body: found } = await responseTo(reader.finds('Quillfeather'));
    expect(found.data).toMatchObject([{ id: user.id, active: false, paidResponseCommitment: 0 }]);
    const { body: listed } = await responseTo(visitor().browses());
    expect(listed.data.map(({ id }: { id: string }) => id)).not.toContain(user.id);
  });

  test('can accept messages later, at a price of its own', async () => {
    const { user, token } = await registered();
    await bearer(token).setsPrice({ price: '12.00', perMonth: '5' });
    expect(await userById(table, user.id, world.now())).toMatchObject({
      licenseId: 'FREE',
      paidResponsePrice: 1_200,
      paidResponseCommitment: 5,
    });
  });

  test('is created once by a call that is repeated with its key', async () => {
    const input = form();
    const first = await register(input, 'noah-once');
    const again = await register(input, 'noah-once');
    expect(again.body.data[0]).toEqual(first.body.data[0]);
    expect(first.body.data[0]).toMatchObject({ licenseId: 'FREE', verified: false });
  });
});

test.each([undefined, 'false'])(
  'createUser leaves plan and price to the steps of the registration if asSender is %s',
  async (asSender) => {
    const { user, token } = await registered({ asSender });
    expect(user).toMatchObject({ licenseId: 'NONE', paidResponseCommitment: 100 });
    expect(await readAccessToken(token, world.now())).toMatchObject({ plan: 'NONE' });
    expect(await nameEvents({ user })).toEqual([]);
  },
);

test('createUser refuses another value of asSender', async () => {
  const answer = await register(form({ asSender: 'perhaps' }));
  expectRefusal(answer, 400, 'INVALID_INPUT', { asSender: 'Please say true or false' });
});
