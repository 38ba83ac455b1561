import { describe, expect, test } from '@jest/globals';
import { handler as viewInbox } from '#functions/conversations/viewInbox.ts';
import { handler as viewInboxList } from '#functions/conversations/viewInboxList.ts';
import { contactCounts } from '#functions/storage/contacts/contact-lists.ts';
import { contactCountKey } from '#functions/storage/keys.ts';
import { put, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { CONTACTS_MAX } from '#shared/rules/contacts/contacts.ts';
import { type Answer, call } from '../../support/call.ts';
import {
  accept,
  becomeContacts,
  domainEventsBetween,
  invite,
  newMember,
  reject,
  removeContact,
  stateOf,
} from '../../support/contacts.ts';
import { crashAtEveryEffect, interceptEffects } from '../../support/crash.ts';
import { answer, close, newRecipient, payWithCard } from '../../support/orders.ts';
import type { Person } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

interceptEffects();
const world = worldOfFile();

const two = async () => [await newMember(world), await newMember(world)] as const;
const states = async (one: Person, other: Person) => [
  await stateOf(one, other),
  await stateOf(other, one),
];
const counts = ({ user }: Person) => contactCounts(table, user.id);
const ROUNDS = [1, 2, 3, 4, 5];

describe('concurrent calls', () => {
  test.each(ROUNDS)(
    'of two people who invite each other make them contacts (round %i)',
    async () => {
      const [ana, ben] = await two();
      const answers = await Promise.all([invite(ana, ben), invite(ben, ana)]);
      expect(answers.map(({ http }) => http)).toEqual([200, 200]);
      expect(await states(ana, ben)).toEqual(['CONTACT', 'CONTACT']);
      for (const person of [ana, ben])
        expect(await counts(person)).toEqual({ contacts: 1, invitations: 0 });
      expect(await domainEventsBetween(world, ana, ben)).toEqual([
        'contact.accepted',
        'contact.invited',
      ]);
    },
  );

  test('of one inviter create one invitation', async () => {
    const [ana, ben] = await two();
    const answers = await Promise.all(Array.from({ length: 8 }, () => invite(ana, ben)));
    expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]));
    expect(await counts(ben)).toEqual({ contacts: 0, invitations: 1 });
    expect(await domainEventsBetween(world, ana, ben)).toEqual(['contact.invited']);
  });

  test('that all accept an invitation accept it once', async () => {
    const [ana, ben] = await two();
    await invite(ana, ben);
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(ben, ana)));
    expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]));
    expect(await counts(ana)).toEqual({ contacts: 1, invitations: 0 });
    expect(await counts(ben)).toEqual({ contacts: 1, invitations: 0 });
    expect(await domainEventsBetween(world, ana, ben)).toEqual([
      'contact.accepted',
      'contact.invited',
    ]);
  });

  test.each(ROUNDS)(
    'that accept and reject an invitation: one of the two succeeds (round %i)',
    async () => {
      const [ana, ben] = await two();
      await invite(ana, ben);
      const [yes, no] = (await Promise.all([accept(ben, ana), reject(ben, ana)])) as [
        Answer,
        Answer,
      ];
      expect([yes.http, no.http].sort()).toEqual([200, 404]);
      const accepted = yes.http === 200;
      expect(await states(ana, ben)).toEqual(
        accepted ? ['CONTACT', 'CONTACT'] : ['INVITED_BY_ME', 'NONE'],
      );
      expect(await counts(ben)).toEqual({ contacts: accepted ? 1 : 0, invitations: 0 });
    },
  );

  test('that all reject an invitation reject it once', async () => {
    const [ana, ben] = await two();
    await invite(ana, ben);
    await invite(await newMember(world), ben);
    await Promise.all([reject(ben, ana), reject(ben, ana), reject(ben, ana)]);
    expect(await counts(ben)).toEqual({ contacts: 0, invitations: 1 });
  });

  test('that all end a contact end it once', async () => {
    const [ana, ben] = await two();
    await becomeContacts(ana, ben);
    await becomeContacts(ana, await newMember(world));
    const calls = [removeContact(ana, ben), removeContact(ben, ana), removeContact(ana, ben)];
    for (const { http } of await Promise.all(calls)) expect(http).toBe(200);
    expect(await states(ana, ben)).toEqual(['NONE', 'NONE']);
    expect(await counts(ana)).toEqual({ contacts: 1, invitations: 0 });
    expect(await counts(ben)).toEqual({ contacts: 0, invitations: 0 });
  });

  test('that would exceed the maximum number of contacts reach exactly that number', async () => {
    const ana = await newMember(world);
    const inviters = await Promise.all(Array.from({ length: 4 }, () => newMember(world)));
    for (const inviter of inviters) await invite(inviter, ana);
    const almost = { contacts: CONTACTS_MAX - 2, invitations: 4 };
    await table.write(put({ ...contactCountKey(ana.user.id), ...almost }));
    const answers = await Promise.all(inviters.map((inviter) => accept(ana, inviter)));
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 200, 400, 400]);
    expect(await counts(ana)).toEqual({ contacts: CONTACTS_MAX, invitations: 2 });
  });
});

describe('an invitation while its conversation changes', () => {
  async function open() {
    const sender = await newMember(world);
    const recipient = await newRecipient(world, { licenseId: 'STARTER' });
    const id = String((await payWithCard(sender, recipient)).body.data[0].id);
    await answer(recipient, id);
    return { sender, recipient, id };
  }
  const seen = async ({ token }: Person, id: string) =>
    (await call(viewInbox, { id }, { method: 'GET', token })).body.data[0];
  const listed = async ({ token }: Person, filter: string) =>
    (await call(viewInboxList, { filter }, { method: 'GET', token })).body.pageTotal;

  test.each(ROUNDS)(
    'is created if the conversation is closed concurrently (round %i)',
    async () => {
      const { sender, recipient, id } = await open();
      const answers = await Promise.all([invite(sender, recipient), close(recipient, id)]);
      expect(answers.map(({ http }) => http)).toEqual([200, 200]);
      expect(await seen(recipient, id)).toMatchObject({
        status: 'COMPLETED',
        contactState: 'INVITED_ME',
      });
      expect([await listed(recipient, 'OPEN'), await listed(recipient, 'COMPLETED')]).toEqual([
        0, 1,
      ]);
      expect((await accept(recipient, sender)).http).toBe(200);
    },
  );

  test.each(ROUNDS)(
    'can be accepted if the conversation is closed concurrently (round %i)',
    async () => {
      const { sender, recipient, id } = await open();
      await invite(sender, recipient);
      const answers = await Promise.all([accept(recipient, sender), close(recipient, id)]);
      expect(answers.map(({ http }) => http)).toEqual([200, 200]);
      expect(await seen(recipient, id)).toMatchObject({
        status: 'COMPLETED',
        contactState: 'CONTACT',
      });
    },
  );

  test.each(ROUNDS)('and a concurrent reply are both stored (round %i)', async () => {
    const { sender, recipient, id } = await open();
    const input = { orderId: id, conversationStatus: 'OPEN', messageBody: '<p>More.</p>' };
    const answers = await Promise.all([
      invite(recipient, sender),
      responseTo(sender.calls('createOrderMessage', input)),
    ]);
    expect(answers.map(({ http }) => http)).toEqual([200, 200]);
    expect(await seen(recipient, id)).toMatchObject({ status: 'INVITED' });
    const timeline = (await seen(recipient, id)).timeline as { event: string }[];
    expect(timeline.map(({ event }) => event)).toContain('REPLIED');
  });
});

describe('after a crash', () => {
  /** Each step with the contact state after a crash at its one write, and the state after the person repeats it. */
  const steps = [
    ['inviting', async () => {}, invite, ['NONE', 'NONE'], ['INVITED_BY_ME', 'INVITED_ME']],
    [
      'accepting',
      async (one: Person, other: Person) => void (await invite(other, one)),
      accept,
      ['INVITED_ME', 'INVITED_BY_ME'],
      ['CONTACT', 'CONTACT'],
    ],
    [
      'rejecting',
      async (one: Person, other: Person) => void (await invite(other, one)),
      reject,
      ['INVITED_ME', 'INVITED_BY_ME'],
      ['NONE', 'INVITED_BY_ME'],
    ],
    ['ending', becomeContacts, removeContact, ['CONTACT', 'CONTACT'], ['NONE', 'NONE']],
  ] as const;

  test.each(steps)('%s has happened completely or not at all', (_, prepare, step, was, is) =>
    crashAtEveryEffect(async (kill) => {
      const [one, other] = await two();
      await prepare(one, other);
      await kill(() => step(one, other));
      expect([was, is]).toContainEqual(await states(one, other));
      expect((await step(one, other)).http).toBe(200);
      expect(await states(one, other)).toEqual(is);
      const contacts = is[0] === 'CONTACT' ? 1 : 0;
      expect((await counts(one)).contacts).toBe(contacts);
      expect((await counts(other)).contacts).toBe(contacts);
    }),
  );
});
