import { describe, expect, test } from '@jest/globals';
import { contactCounts } from '#functions/storage/contacts/contact-lists.ts';
import { contactCountKey } from '#functions/storage/keys.ts';
import { put, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { becomeContacts } from '#lib/local/deeds/contacts.ts';
import { CONTACTS_MAX } from '#shared/rules/contacts/contacts.ts';
import type { Answer } from '../../support/call.ts';
import { domainEventsBetween } from '../../support/contacts.ts';
import { PRICE } from '../../support/orders.ts';
import type { Person } from '../../support/people.ts';
import { newPerson } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const two = async () =>
  [
    await newPerson(world, { licenseId: 'STARTER' }),
    await newPerson(world, { licenseId: 'STARTER' }),
  ] as const;
const states = async (one: Person, other: Person) => [
  (await one.profileOf(other)).contactState,
  (await other.profileOf(one)).contactState,
];
const counts = ({ user }: Person) => contactCounts(table, user.id);
const ROUNDS = [1, 2, 3, 4, 5];

describe('concurrent calls', () => {
  test.each(ROUNDS)(
    'of two people who invite each other make them contacts (round %i)',
    async () => {
      const [ana, ben] = await two();
      const answers = await Promise.all([
        responseTo(ana.invites(ben)),
        responseTo(ben.invites(ana)),
      ]);
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
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => responseTo(ana.invites(ben))),
    );
    expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]));
    expect(await counts(ben)).toEqual({ contacts: 0, invitations: 1 });
    expect(await domainEventsBetween(world, ana, ben)).toEqual(['contact.invited']);
  });

  test('that all accept an invitation accept it once', async () => {
    const [ana, ben] = await two();
    await ana.invites(ben);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => responseTo(ben.accepts(ana))),
    );
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
      await ana.invites(ben);
      const [yes, no] = (await Promise.all([
        responseTo(ben.accepts(ana)),
        responseTo(ben.rejects(ana)),
      ])) as [Answer, Answer];
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
    await ana.invites(ben);
    await (await newPerson(world, { licenseId: 'STARTER' })).invites(ben);
    await Promise.all([ben.rejects(ana), ben.rejects(ana), ben.rejects(ana)]);
    expect(await counts(ben)).toEqual({ contacts: 0, invitations: 1 });
  });

  test('that all end a contact end it once', async () => {
    const [ana, ben] = await two();
    await becomeContacts(ana, ben);
    await becomeContacts(ana, await newPerson(world, { licenseId: 'STARTER' }));
    const calls = [
      responseTo(ana.removesContact(ben)),
      responseTo(ben.removesContact(ana)),
      responseTo(ana.removesContact(ben)),
    ];
    for (const { http } of await Promise.all(calls)) expect(http).toBe(200);
    expect(await states(ana, ben)).toEqual(['NONE', 'NONE']);
    expect(await counts(ana)).toEqual({ contacts: 1, invitations: 0 });
    expect(await counts(ben)).toEqual({ contacts: 0, invitations: 0 });
  });

  test('that would exceed the maximum number of contacts reach exactly that number', async () => {
    const ana = await newPerson(world, { licenseId: 'STARTER' });
    const inviters = await Promise.all(
      Array.from({ length: 4 }, () => newPerson(world, { licenseId: 'STARTER' })),
    );
    for (const inviter of inviters) await inviter.invites(ana);
    const almost = { contacts: CONTACTS_MAX - 2, invitations: 4 };
    await table.write(put({ ...contactCountKey(ana.user.id), ...almost }));
    const answers = await Promise.all(inviters.map((inviter) => responseTo(ana.accepts(inviter))));
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 200, 400, 400]);
    expect(await counts(ana)).toEqual({ contacts: CONTACTS_MAX, invitations: 2 });
  });
});

describe('an invitation while its conversation changes', () => {
  async function open() {
    const sender = await newPerson(world, { licenseId: 'STARTER' });
    const recipient = await newPerson(world, { price: PRICE, licenseId: 'STARTER' });
    const id = (await sender.pays(recipient, { card: 'pm_card_visa' })).id;
    await recipient.answers({ id });
    return { sender, recipient, id };
  }
  const seen = async (one: Person, id: string) => (await one.calls('viewInbox', { id })).data[0];
  const listed = async (one: Person, filter: string) =>
    (await one.calls('viewInboxList', { filter })).pageTotal;

  test.each(ROUNDS)(
    'is created if the conversation is closed concurrently (round %i)',
    async () => {
      const { sender, recipient, id } = await open();
      const answers = await Promise.all([
        responseTo(sender.invites(recipient)),
        responseTo(recipient.closes({ id })),
      ]);
      expect(answers.map(({ http }) => http)).toEqual([200, 200]);
      expect(await seen(recipient, id)).toMatchObject({
        status: 'COMPLETED',
        contactState: 'INVITED_ME',
      });
      expect([await listed(recipient, 'OPEN'), await listed(recipient, 'COMPLETED')]).toEqual([
        0, 1,
      ]);
      await recipient.accepts(sender);
    },
  );

  test.each(ROUNDS)(
    'can be accepted if the conversation is closed concurrently (round %i)',
    async () => {
      const { sender, recipient, id } = await open();
      await sender.invites(recipient);
      const answers = await Promise.all([
        responseTo(recipient.accepts(sender)),
        responseTo(recipient.closes({ id })),
      ]);
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
      responseTo(recipient.invites(sender)),
      responseTo(sender.calls('createOrderMessage', input)),
    ]);
    expect(answers.map(({ http }) => http)).toEqual([200, 200]);
    expect(await seen(recipient, id)).toMatchObject({ status: 'INVITED' });
    const timeline = (await seen(recipient, id)).timeline as { event: string }[];
    expect(timeline.map(({ event }) => event)).toContain('REPLIED');
  });
});

describe('in a process that dies at any effect', () => {
  type Act = (one: Person, other: Person) => Promise<unknown>;
  type Step = [
    name: string,
    prepare: Act,
    step: Act,
    was: readonly string[],
    is: readonly string[],
  ];
  const doesNothing: Act = async () => {};
  const invites: Act = (one, other) => one.invites(other);
  const isInvited: Act = (one, other) => other.invites(one);

  /** Each step with the contact state after a crash at its one write, and the state after the person repeats it. */
  const steps: readonly Step[] = [
    ['inviting', doesNothing, invites, ['NONE', 'NONE'], ['INVITED_BY_ME', 'INVITED_ME']],
    [
      'accepting',
      isInvited,
      (one, other) => one.accepts(other),
      ['INVITED_ME', 'INVITED_BY_ME'],
      ['CONTACT', 'CONTACT'],
    ],
    [
      'rejecting',
      isInvited,
      (one, other) => one.rejects(other),
      ['INVITED_ME', 'INVITED_BY_ME'],
      ['NONE', 'INVITED_BY_ME'],
    ],
    [
      'ending',
      becomeContacts,
      (one, other) => one.removesContact(other),
      ['CONTACT', 'CONTACT'],
      ['NONE', 'NONE'],
    ],
  ];

  test.each(steps)('%s has happened completely or not at all', (_, prepare, step, was, is) =>
    world.crashingAtEveryWrite(async ({ crash }) => {
      const [one, other] = await two();
      await prepare(one, other);
      await crash(() => step(one, other));
      expect([was, is]).toContainEqual(await states(one, other));
      await step(one, other);
      expect(await states(one, other)).toEqual(is);
      const contacts = is[0] === 'CONTACT' ? 1 : 0;
      expect((await counts(one)).contacts).toBe(contacts);
      expect((await counts(other)).contacts).toBe(contacts);
    }),
  );
});
