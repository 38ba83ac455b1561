import { describe, expect, test } from '@jest/globals';
import { handler as viewDashboardStats } from '#functions/accounts/viewDashboardStats.ts';
import { handler as acceptUserContact } from '#functions/contacts/acceptUserContact.ts';
import { handler as rejectUserContact } from '#functions/contacts/rejectUserContact.ts';
import { contactCountKey } from '#functions/storage/keys.ts';
import { put, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import {
  CONTACTS_MAX,
  REJECTION_TIME,
  THEY_HAVE_TOO_MANY,
  TOO_MANY_CONTACTS,
} from '#shared/rules/contacts/contacts.ts';
import { DAY } from '#shared/time.ts';
import { call } from '../../support/call.ts';
import {
  accept,
  becomeContacts,
  domainEventsBetween,
  invite,
  invitersOf,
  newMember,
  reject,
  removeContact,
  stateOf,
} from '../../support/contacts.ts';
import { bearer, newPerson, type Person, signedIn, signedInAgain } from '../../support/people.ts';
import { DONE } from '../../support/phone-change.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { supportOf } from '../../support/tickets.ts';

const world = worldOfFile();

const two = async () => [await newMember(world), await newMember(world)] as const;
const waiting = async ({ token }: Person) =>
  (await call(viewDashboardStats, {}, { method: 'GET', token })).body.data[0].contactRequests;

test('an invitation or contact id that is malformed is refused', async () => {
  const { token } = await newMember(world);
  for (const handler of [acceptUserContact, rejectUserContact])
    expectRefusal(await call(handler, {}, { token }), 400, 'INVALID_INPUT', {
      userContactId: 'This isn’t a valid id',
    });
});

describe('a contact invitation', () => {
  test('is pending for the invited person, also on their dashboard, and notifies once', async () => {
    const [ana, ben] = await two();
    expect((await invite(ana, ben)).body).toEqual(DONE);
    expect(await invitersOf(ben)).toEqual([ana.user.id]);
    expect(await invitersOf(ana)).toEqual([]);
    expect([await waiting(ben), await waiting(ana)]).toEqual([1, 0]);
    expect([await stateOf(ana, ben), await stateOf(ben, ana)]).toEqual([
      'INVITED_BY_ME',
      'INVITED_ME',
    ]);
    expect(await domainEventsBetween(world, ana, ben)).toEqual(['contact.invited']);
  });

  test('that is repeated gets the same response and changes nothing', async () => {
    const [ana, ben] = await two();
    await invite(ana, ben);
    expect((await invite(ana, ben)).body).toEqual(DONE);
    expect(await waiting(ben)).toBe(1);
    expect(await domainEventsBetween(world, ana, ben)).toEqual(['contact.invited']);
  });

  test('to a person who invited the caller accepts that invitation', async () => {
    const [ana, ben] = await two();
    await invite(ana, ben);
    expect((await invite(ben, ana)).body).toEqual(DONE);
    expect([await stateOf(ana, ben), await stateOf(ben, ana)]).toEqual(['CONTACT', 'CONTACT']);
    expect(await invitersOf(ben)).toEqual([]);
    expect([await waiting(ben), await waiting(ana)]).toEqual([0, 0]);
    expect(await domainEventsBetween(world, ana, ben)).toEqual([
      'contact.accepted',
      'contact.invited',
    ]);
  });

  test('to a contact changes nothing', async () => {
    const [ana, ben] = await two();
    await becomeContacts(ana, ben);
    expect((await invite(ben, ana)).body).toEqual(DONE);
    expect(await stateOf(ana, ben)).toBe('CONTACT');
    expect(await waiting(ana)).toBe(0);
  });

  test('to a person on the free plan is visible, and requires a plan to accept', async () => {
    const [ana, free] = [await newMember(world), await newPerson(world)];
    expect((await invite(ana, free)).http).toBe(200);
    expect(await invitersOf(free)).toEqual([ana.user.id]);
    expectRefusal(await accept(free, ana), 403, 'PLAN_REQUIRED');
    expect(await stateOf(ana, free)).toBe('INVITED_BY_ME');
    const upgraded = await signedIn({ ...free.user, licenseId: 'STARTER' }, world.now());
    const accepting = { userContactId: ana.user.id };
    expect(await bearer(upgraded.token).calls('acceptUserContact', accepting)).toEqual(DONE);
    expect(await stateOf(ana, free)).toBe('CONTACT');
  });

  test('is refused to oneself, to unfinished registrations and to support', async () => {
    const ana = await newMember(world);
    expectRefusal(await invite(ana, ana), 400, 'INVALID_INPUT', {
      userId: 'You can’t invite yourself',
    });
    expectRefusal(
      await invite(ana, await newPerson(world, { licenseId: 'NONE' })),
      404,
      'NOT_FOUND',
    );
    expectRefusal(await invite(ana, await supportOf(world)), 400, 'INVALID_INPUT', {
      userId: 'Support answers help tickets and doesn’t chat',
    });
    const nobody = { ...ana, user: { ...ana.user, id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' } };
    expectRefusal(await invite(ana, nobody), 404, 'NOT_FOUND');
    const odd = await responseTo(ana.calls('createChatInvite', { userId: 'ana' }));
    expectRefusal(odd, 400, 'INVALID_INPUT', { userId: 'This isn’t a valid id' });
  });

  test('is limited to ten people a minute and thirty a day', async () => {
    const ana = await newMember(world);
    const others = await Promise.all(Array.from({ length: 11 }, () => newMember(world)));
    for (const other of others.slice(0, 10)) expect((await invite(ana, other)).http).toBe(200);
    expectRefusal(await invite(ana, others[10] ?? ana), 429, 'TOO_MANY_REQUESTS');
    for (let day = 0; day < 2; day += 1) {
      world.advance(61_000);
      const later = await signedInAgain(world, ana);
      for (const other of others.slice(0, 10)) expect((await invite(later, other)).http).toBe(200);
    }
    world.advance(61_000);
    expectRefusal(
      await invite(await signedInAgain(world, ana), others[0] ?? ana),
      429,
      'TOO_MANY_REQUESTS',
    );
  });
});

describe('an accepted invitation', () => {
  test('makes both people contacts, once', async () => {
    const [ana, ben] = await two();
    await invite(ana, ben);
    expect((await accept(ben, ana)).body).toEqual(DONE);
    expect((await accept(ben, ana)).body).toEqual(DONE);
    expect([await stateOf(ana, ben), await stateOf(ben, ana)]).toEqual(['CONTACT', 'CONTACT']);
    expect(await domainEventsBetween(world, ana, ben)).toEqual([
      'contact.accepted',
      'contact.invited',
    ]);
  });

  test('cannot be accepted by the inviter or by a stranger', async () => {
    const [ana, ben] = await two();
    const eve = await newMember(world);
    await invite(ana, ben);
    for (const [by, inviter] of [
      [ana, ben],
      [eve, ana],
      [eve, ben],
    ] as const) {
      expectRefusal(await accept(by, inviter), 404, 'NOT_FOUND');
      expectRefusal(await reject(by, inviter), 404, 'NOT_FOUND');
    }
    expect(await stateOf(ben, ana)).toBe('INVITED_ME');
  });

  test('is refused if either person has the maximum number of contacts', async () => {
    const [ana, ben] = await two();
    await invite(ana, ben);
    const full = ({ user }: Person) =>
      table.write(put({ ...contactCountKey(user.id), contacts: CONTACTS_MAX, invitations: 1 }));
    await full(ana);
    expectRefusal(await accept(ben, ana), 400, 'INVALID_INPUT', {
      userContactId: THEY_HAVE_TOO_MANY,
    });
    await full(ben);
    expectRefusal(await accept(ben, ana), 400, 'INVALID_INPUT', {
      userContactId: TOO_MANY_CONTACTS,
    });
    expectRefusal(await invite(ben, ana), 400, 'INVALID_INPUT', { userId: TOO_MANY_CONTACTS });
    expect([await stateOf(ana, ben), await stateOf(ben, ana)]).toEqual([
      'INVITED_BY_ME',
      'INVITED_ME',
    ]);
  });
});

describe('a rejected invitation', () => {
  test('disappears for the person who rejected it, and the inviter is not notified', async () => {
    const [ana, ben] = await two();
    await invite(ana, ben);
    expect((await reject(ben, ana)).body).toEqual(DONE);
    expect((await reject(ben, ana)).body).toEqual(DONE);
    expect(await invitersOf(ben)).toEqual([]);
    expect(await waiting(ben)).toBe(0);
    expect([await stateOf(ana, ben), await stateOf(ben, ana)]).toEqual(['INVITED_BY_ME', 'NONE']);
    expectRefusal(await accept(ben, ana), 404, 'NOT_FOUND');
    expect(await domainEventsBetween(world, ana, ben)).toEqual(['contact.invited']);
  });

  test('can be repeated without effect for a month, and is delivered again after that', async () => {
    const [ana, ben] = await two();
    await invite(ana, ben);
    world.advance(20 * DAY);
    await reject(await signedInAgain(world, ben), ana);
    world.advance(REJECTION_TIME - 60_000);
    expect((await invite(await signedInAgain(world, ana), ben)).body).toEqual(DONE);
    expect(await invitersOf(await signedInAgain(world, ben))).toEqual([]);
    expect(await domainEventsBetween(world, ana, ben)).toEqual(['contact.invited']);
    world.advance(120_000);
    expect((await invite(await signedInAgain(world, ana), ben)).body).toEqual(DONE);
    expect(await invitersOf(await signedInAgain(world, ben))).toEqual([ana.user.id]);
    expect(await waiting(await signedInAgain(world, ben))).toBe(1);
    expect(await domainEventsBetween(world, ana, ben)).toEqual([
      'contact.invited',
      'contact.invited',
    ]);
  });

  test('makes both contacts when the person who rejected it invites back', async () => {
    const [ana, ben] = await two();
    await invite(ana, ben);
    await reject(ben, ana);
    await invite(ben, ana);
    expect([await stateOf(ana, ben), await stateOf(ben, ana)]).toEqual(['CONTACT', 'CONTACT']);
    expect([await waiting(ana), await waiting(ben)]).toEqual([0, 0]);
  });

  test('can be rejected without a plan, unless the two are already contacts', async () => {
    const [ana, free] = [await newMember(world), await newPerson(world)];
    await invite(ana, free);
    expect((await reject(free, ana)).body).toEqual(DONE);
    const [one, other] = await two();
    await becomeContacts(one, other);
    expectRefusal(await reject(other, one), 404, 'NOT_FOUND');
    expect(await stateOf(one, other)).toBe('CONTACT');
  });
});

describe('ending a contact', () => {
  test('removes it on both sides, and the two can become contacts again', async () => {
    const [ana, ben] = await two();
    await becomeContacts(ana, ben);
    expect((await removeContact(ana, ben)).body).toEqual(DONE);
    expect((await removeContact(ben, ana)).body).toEqual(DONE);
    expect([await stateOf(ana, ben), await stateOf(ben, ana)]).toEqual(['NONE', 'NONE']);
    await becomeContacts(ben, ana);
    expect(await stateOf(ana, ben)).toBe('CONTACT');
  });

  test('does not remove a pending invitation', async () => {
    const [ana, ben] = await two();
    await invite(ana, ben);
    expect((await removeContact(ana, ben)).body).toEqual(DONE);
    expect((await removeContact(ben, ana)).body).toEqual(DONE);
    expect(await invitersOf(ben)).toEqual([ana.user.id]);
  });

  test('requires no paid plan', async () => {
    const [ana, ben] = await two();
    await becomeContacts(ana, ben);
    const left = await signedIn({ ...ana.user, licenseId: 'FREE' }, world.now());
    expect((await removeContact({ ...ana, ...left }, ben)).body).toEqual(DONE);
    expect(await stateOf(ben, ana)).toBe('NONE');
  });
});
