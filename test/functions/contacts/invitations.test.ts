import { describe, expect, test } from '@jest/globals';
import { contactCountKey } from '#functions/storage/keys.ts';
import { put, table } from '#functions/storage/table.ts';
import { becomeContacts } from '#lib/local/deeds/contacts.ts';
import {
  CONTACTS_MAX,
  REJECTION_TIME,
  THEY_HAVE_TOO_MANY,
  TOO_MANY_CONTACTS,
} from '#shared/rules/contacts/contacts.ts';
import { DAY } from '#shared/time.ts';
import { domainEventsBetween } from '../../support/contacts.ts';
import { newPerson, type Person, personOf } from '../../support/people.ts';
import { DONE } from '../../support/phone-change.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { supportOf } from '../../support/tickets.ts';

const world = worldOfFile();

const two = async () =>
  [
    await newPerson(world, { licenseId: 'STARTER' }),
    await newPerson(world, { licenseId: 'STARTER' }),
  ] as const;
const idsOf = ({ data }: { readonly data: readonly { readonly userContactId: string }[] }) =>
  data.map(({ userContactId }) => userContactId);
const waiting = async (one: Person) => (await one.dashboard()).contactRequests;

test('an invitation or contact id that is malformed is refused', async () => {
  const ana = await newPerson(world, { licenseId: 'STARTER' });
  for (const answers of ['acceptUserContact', 'rejectUserContact'] as const)
    await expectRefused(ana.calls(answers), 400, 'INVALID_INPUT', {
      userContactId: 'This isn’t a valid id',
    });
});

describe('a contact invitation', () => {
  test('is pending for the invited person, also on their dashboard, and notifies once', async () => {
    const [ana, ben] = await two();
    expect(await ana.invites(ben)).toEqual(DONE);
    expect(idsOf(await ben.invitations())).toEqual([ana.user.id]);
    expect(idsOf(await ana.invitations())).toEqual([]);
    expect([await waiting(ben), await waiting(ana)]).toEqual([1, 0]);
    expect([
      (await ana.profileOf(ben)).contactState,
      (await ben.profileOf(ana)).contactState,
    ]).toEqual(['INVITED_BY_ME', 'INVITED_ME']);
    expect(await domainEventsBetween(world, ana, ben)).toEqual(['contact.invited']);
  });

  test('that is repeated gets the same response and changes nothing', async () => {
    const [ana, ben] = await two();
    await ana.invites(ben);
    expect(await ana.invites(ben)).toEqual(DONE);
    expect(await waiting(ben)).toBe(1);
    expect(await domainEventsBetween(world, ana, ben)).toEqual(['contact.invited']);
  });

  test('to a person who invited the caller accepts that invitation', async () => {
    const [ana, ben] = await two();
    await ana.invites(ben);
    expect(await ben.invites(ana)).toEqual(DONE);
    expect([
      (await ana.profileOf(ben)).contactState,
      (await ben.profileOf(ana)).contactState,
    ]).toEqual(['CONTACT', 'CONTACT']);
    expect(idsOf(await ben.invitations())).toEqual([]);
    expect([await waiting(ben), await waiting(ana)]).toEqual([0, 0]);
    expect(await domainEventsBetween(world, ana, ben)).toEqual([
      'contact.accepted',
      'contact.invited',
    ]);
  });

  test('to a contact changes nothing', async () => {
    const [ana, ben] = await two();
    await becomeContacts(ana, ben);
    expect(await ben.invites(ana)).toEqual(DONE);
    expect((await ana.profileOf(ben)).contactState).toBe('CONTACT');
    expect(await waiting(ana)).toBe(0);
  });

  test('to a person on the free plan is visible, and requires a plan to accept', async () => {
    const [ana, free] = [await newPerson(world, { licenseId: 'STARTER' }), await newPerson(world)];
    await ana.invites(free);
    expect(idsOf(await free.invitations())).toEqual([ana.user.id]);
    await expectRefused(free.accepts(ana), 403, 'PLAN_REQUIRED');
    expect((await ana.profileOf(free)).contactState).toBe('INVITED_BY_ME');
    const upgraded = await personOf(world, { ...free.user, licenseId: 'STARTER' });
    expect(await free.accepts(ana, { as: upgraded })).toEqual(DONE);
    expect((await ana.profileOf(free)).contactState).toBe('CONTACT');
  });

  test('is refused to oneself, to unfinished registrations and to support', async () => {
    const ana = await newPerson(world, { licenseId: 'STARTER' });
    await expectRefused(ana.invites(ana), 400, 'INVALID_INPUT', {
      userId: 'You can’t invite yourself',
    });
    await expectRefused(
      ana.invites(await newPerson(world, { licenseId: 'NONE' })),
      404,
      'NOT_FOUND',
    );
    await expectRefused(ana.invites(await supportOf(world)), 400, 'INVALID_INPUT', {
      userId: 'Support answers help tickets and doesn’t chat',
    });
    const nobody = { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' };
    await expectRefused(ana.invites(nobody), 404, 'NOT_FOUND');
    await expectRefused(ana.invites({ id: 'ana' }), 400, 'INVALID_INPUT', {
      userId: 'This isn’t a valid id',
    });
  });

  test('is limited to ten people a minute and thirty a day', async () => {
    const ana = await newPerson(world, { licenseId: 'STARTER' });
    const others = await Promise.all(
      Array.from({ length: 11 }, () => newPerson(world, { licenseId: 'STARTER' })),
    );
    for (const other of others.slice(0, 10)) await ana.invites(other);
    await expectRefused(ana.invites(others[10] ?? ana), 429, 'TOO_MANY_REQUESTS');
    for (let day = 0; day < 2; day += 1) {
      world.advance(61_000);
      for (const other of others.slice(0, 10)) await ana.invites(other);
    }
    world.advance(61_000);
    await expectRefused(ana.invites(others[0] ?? ana), 429, 'TOO_MANY_REQUESTS');
  });
});

describe('an accepted invitation', () => {
  test('makes both people contacts, once', async () => {
    const [ana, ben] = await two();
    await ana.invites(ben);
    expect(await ben.accepts(ana)).toEqual(DONE);
    expect(await ben.accepts(ana)).toEqual(DONE);
    expect([
      (await ana.profileOf(ben)).contactState,
      (await ben.profileOf(ana)).contactState,
    ]).toEqual(['CONTACT', 'CONTACT']);
    expect(await domainEventsBetween(world, ana, ben)).toEqual([
      'contact.accepted',
      'contact.invited',
    ]);
  });

  test('cannot be accepted by the inviter or by a stranger', async () => {
    const [ana, ben] = await two();
    const eve = await newPerson(world, { licenseId: 'STARTER' });
    await ana.invites(ben);
    for (const [by, inviter] of [
      [ana, ben],
      [eve, ana],
      [eve, ben],
    ] as const) {
      await expectRefused(by.accepts(inviter), 404, 'NOT_FOUND');
      await expectRefused(by.rejects(inviter), 404, 'NOT_FOUND');
    }
    expect((await ben.profileOf(ana)).contactState).toBe('INVITED_ME');
  });

  test('is refused if either person has the maximum number of contacts', async () => {
    const [ana, ben] = await two();
    await ana.invites(ben);
    const full = ({ user }: Person) =>
      table.write(put({ ...contactCountKey(user.id), contacts: CONTACTS_MAX, invitations: 1 }));
    await full(ana);
    await expectRefused(ben.accepts(ana), 400, 'INVALID_INPUT', {
      userContactId: THEY_HAVE_TOO_MANY,
    });
    await full(ben);
    await expectRefused(ben.accepts(ana), 400, 'INVALID_INPUT', {
      userContactId: TOO_MANY_CONTACTS,
    });
    await expectRefused(ben.invites(ana), 400, 'INVALID_INPUT', { userId: TOO_MANY_CONTACTS });
    expect([
      (await ana.profileOf(ben)).contactState,
      (await ben.profileOf(ana)).contactState,
    ]).toEqual(['INVITED_BY_ME', 'INVITED_ME']);
  });
});

describe('a rejected invitation', () => {
  test('disappears for the person who rejected it, and the inviter is not notified', async () => {
    const [ana, ben] = await two();
    await ana.invites(ben);
    expect(await ben.rejects(ana)).toEqual(DONE);
    expect(await ben.rejects(ana)).toEqual(DONE);
    expect(idsOf(await ben.invitations())).toEqual([]);
    expect(await waiting(ben)).toBe(0);
    expect([
      (await ana.profileOf(ben)).contactState,
      (await ben.profileOf(ana)).contactState,
    ]).toEqual(['INVITED_BY_ME', 'NONE']);
    await expectRefused(ben.accepts(ana), 404, 'NOT_FOUND');
    expect(await domainEventsBetween(world, ana, ben)).toEqual(['contact.invited']);
  });

  test('can be repeated without effect for a month, and is delivered again after that', async () => {
    const [ana, ben] = await two();
    await ana.invites(ben);
    world.advance(20 * DAY);
    await ben.rejects(ana);
    world.advance(REJECTION_TIME - 60_000);
    expect(await ana.invites(ben)).toEqual(DONE);
    expect(idsOf(await ben.invitations())).toEqual([]);
    expect(await domainEventsBetween(world, ana, ben)).toEqual(['contact.invited']);
    world.advance(120_000);
    expect(await ana.invites(ben)).toEqual(DONE);
    expect(idsOf(await ben.invitations())).toEqual([ana.user.id]);
    expect(await waiting(ben)).toBe(1);
    expect(await domainEventsBetween(world, ana, ben)).toEqual([
      'contact.invited',
      'contact.invited',
    ]);
  });

  test('makes both contacts when the person who rejected it invites back', async () => {
    const [ana, ben] = await two();
    await ana.invites(ben);
    await ben.rejects(ana);
    await ben.invites(ana);
    expect([
      (await ana.profileOf(ben)).contactState,
      (await ben.profileOf(ana)).contactState,
    ]).toEqual(['CONTACT', 'CONTACT']);
    expect([await waiting(ana), await waiting(ben)]).toEqual([0, 0]);
  });

  test('can be rejected without a plan, unless the two are already contacts', async () => {
    const [ana, free] = [await newPerson(world, { licenseId: 'STARTER' }), await newPerson(world)];
    await ana.invites(free);
    expect(await free.rejects(ana)).toEqual(DONE);
    const [one, other] = await two();
    await becomeContacts(one, other);
    await expectRefused(other.rejects(one), 404, 'NOT_FOUND');
    expect((await one.profileOf(other)).contactState).toBe('CONTACT');
  });
});

describe('ending a contact', () => {
  test('removes it on both sides, and the two can become contacts again', async () => {
    const [ana, ben] = await two();
    await becomeContacts(ana, ben);
    expect(await ana.removesContact(ben)).toEqual(DONE);
    expect(await ben.removesContact(ana)).toEqual(DONE);
    expect([
      (await ana.profileOf(ben)).contactState,
      (await ben.profileOf(ana)).contactState,
    ]).toEqual(['NONE', 'NONE']);
    await becomeContacts(ben, ana);
    expect((await ana.profileOf(ben)).contactState).toBe('CONTACT');
  });

  test('does not remove a pending invitation', async () => {
    const [ana, ben] = await two();
    await ana.invites(ben);
    expect(await ana.removesContact(ben)).toEqual(DONE);
    expect(await ben.removesContact(ana)).toEqual(DONE);
    expect(idsOf(await ben.invitations())).toEqual([ana.user.id]);
  });

  test('requires no paid plan', async () => {
    const [ana, ben] = await two();
    await becomeContacts(ana, ben);
    const left = await personOf(world, { ...ana.user, licenseId: 'FREE' });
    expect(await ana.removesContact(ben, { as: left })).toEqual(DONE);
    expect((await ben.profileOf(ana)).contactState).toBe('NONE');
  });
});
