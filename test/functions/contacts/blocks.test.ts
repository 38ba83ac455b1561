import { describe, expect, test } from '@jest/globals';
import { contactCounts } from '#functions/storage/contacts/contact-lists.ts';
import { relationOf } from '#functions/storage/contacts/contacts.ts';
import { userKey, userPartition } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { becomeContacts } from '#lib/local/deeds/contacts.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { YOU_BLOCKED_THEM } from '#shared/rules/contacts/contacts.ts';
import { fromIso, SECOND } from '#shared/time.ts';
import { pair, seedContacts } from '../../support/chats.ts';
import { domainEventsBetween } from '../../support/contacts.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { DONE } from '../../support/phone-change.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { supportOf } from '../../support/tickets.ts';

const world = worldOfFile();

const two = async () =>
  [
    await newPerson(world, { licenseId: 'STARTER' }),
    await newPerson(world, { licenseId: 'STARTER' }),
  ] as const;
const stored = async (one: Person, other: Person) =>
  (await relationOf(table, one.user.id, other.user.id))?.status;
const counts = ({ user }: Person) => contactCounts(table, user.id);
const NONE = { contacts: 0, invitations: 0 };
const idsOf = ({ data }: { readonly data: readonly { readonly userContactId: string }[] }) =>
  data.map(({ userContactId }) => userContactId);

describe('blocking', () => {
  test('a contact ends the contact on both sides, and publishes nothing to the blocked person', async () => {
    const [ana, ben] = await two();
    await becomeContacts(ana, ben);
    expect(await ana.blocks(ben)).toEqual(DONE);
    expect([await stored(ana, ben), await stored(ben, ana)]).toEqual(['BLOCKED', undefined]);
    expect([await counts(ana), await counts(ben)]).toEqual([NONE, NONE]);
    for (const one of [ana, ben])
      expect(await one.contacts()).toMatchObject({ pageTotal: 0, data: [] });
    expect(await domainEventsBetween(world, ana, ben)).toEqual([
      'contact.accepted',
      'contact.blocked',
      'contact.invited',
    ]);
  });

  test('somebody whom the caller invited withdraws the invitation', async () => {
    const [ana, ben] = await two();
    await ana.invites(ben);
    await ana.blocks(ben);
    expect(idsOf(await ben.invitations())).toEqual([]);
    expect(await counts(ben)).toEqual(NONE);
    await expectRefused(ben.accepts(ana), 404, 'NOT_FOUND');
    expect(await stored(ana, ben)).toBe('BLOCKED');
  });

  test('somebody who invited the caller leaves their invitation unanswered', async () => {
    const [ana, ben] = await two();
    await ben.invites(ana);
    await ana.blocks(ben);
    expect([idsOf(await ana.invitations()), await counts(ana)]).toEqual([[], NONE]);
    expect((await ben.profileOf(ana)).contactState).toBe('INVITED_BY_ME');
    await expectRefused(ana.accepts(ben), 404, 'NOT_FOUND');
    await expectRefused(ana.rejects(ben), 404, 'NOT_FOUND');
  });

  test('a stranger, and repeating it, succeed and count once', async () => {
    const [ana, ben] = await two();
    await ana.blocks(ben);
    const before = await relationOf(table, ana.user.id, ben.user.id);
    world.advance(SECOND);
    expect(await ana.blocks(ben)).toEqual(DONE);
    expect(await relationOf(table, ana.user.id, ben.user.id)).toEqual(before);
    expect((await ana.blockedPeople()).pageTotal).toBe(1);
  });

  test('needs no paid plan', async () => {
    const [ana, ben] = [await newPerson(world), await newPerson(world, { licenseId: 'STARTER' })];
    await ana.blocks(ben);
    await ana.unblocks(ben);
  });

  test('oneself, the support account and an unknown person is refused', async () => {
    const [ana, support] = [
      await newPerson(world, { licenseId: 'STARTER' }),
      await supportOf(world),
    ];
    await expectRefused(ana.blocks(ana), 400, 'INVALID_INPUT', {
      userId: 'You can’t block yourself',
    });
    await expectRefused(ana.blocks(support), 400, 'INVALID_INPUT', {
      userId: 'The support account can’t be blocked',
    });
    const nobody = { id: '01JZZZZZZZZZZZZZZZZZZZZZZZ' };
    await expectRefused(ana.blocks(nobody), 404, 'NOT_FOUND');
  });

  test('of two people by each other is two blocks, of which each can be undone', async () => {
    const [ana, ben] = await two();
    await becomeContacts(ana, ben);
    await ana.blocks(ben);
    await ben.blocks(ana);
    expect([await stored(ana, ben), await stored(ben, ana)]).toEqual(['BLOCKED', 'BLOCKED']);
    await expectRefused(ben.invites(ana), 400, 'INVALID_INPUT', { userId: YOU_BLOCKED_THEM });
    await ben.unblocks(ana);
    expect([await stored(ana, ben), await stored(ben, ana)]).toEqual(['BLOCKED', undefined]);
    expect([await counts(ana), await counts(ben)]).toEqual([NONE, NONE]);
  });
});

describe('unblocking', () => {
  test('deletes the block and brings nothing back', async () => {
    const [ana, ben] = await two();
    await becomeContacts(ana, ben);
    await ana.blocks(ben);
    expect(await ana.unblocks(ben)).toEqual(DONE);
    expect([await stored(ana, ben), await stored(ben, ana)]).toEqual([undefined, undefined]);
    expect(await ana.blockedPeople()).toMatchObject({ pageTotal: 0, data: [] });
    await becomeContacts(ben, ana);
    expect((await ana.profileOf(ben)).contactState).toBe('CONTACT');
  });

  test('somebody who is not blocked, and repeating it, change nothing', async () => {
    const [ana, ben] = await two();
    await becomeContacts(ana, ben);
    expect(await ana.unblocks(ben)).toEqual(DONE);
    expect((await ana.profileOf(ben)).contactState).toBe('CONTACT');
    expect(await ana.unblocks(ana)).toEqual(DONE);
    await ana.blocks(ben);
    await ana.unblocks(ben);
    expect(await ana.unblocks(ben)).toEqual(DONE);
    expect((await ana.blockedPeople()).pageTotal).toBe(0);
  });

  test('lets an invitation that the other person sent meanwhile be sent again or accepted', async () => {
    const [ana, ben] = await two();
    await ana.blocks(ben);
    await ben.invites(ana);
    await ana.unblocks(ben);
    expect(idsOf(await ana.invitations())).toEqual([]);
    await ben.invites(ana);
    expect(idsOf(await ana.invitations())).toEqual([ben.user.id]);
    const cleo = await newPerson(world, { licenseId: 'STARTER' });
    await ana.blocks(cleo);
    await cleo.invites(ana);
    await ana.unblocks(cleo);
    await ana.invites(cleo);
    expect([
      (await ana.profileOf(cleo)).contactState,
      (await cleo.profileOf(ana)).contactState,
    ]).toEqual(['CONTACT', 'CONTACT']);
  });
});

describe('the list of blocked people', () => {
  test('shows the latest first with current names, for the caller only', async () => {
    const [ana, ben] = await two();
    const cleo = await newPerson(world, { licenseId: 'STARTER', fullName: 'Cleo Hart' });
    for (const other of [ben, cleo]) {
      world.advance(SECOND);
      await ana.blocks(other);
    }
    const body = await ana.blockedPeople();
    expect(idsOf(body)).toEqual([cleo.user.id, ben.user.id]);
    expect(body.data[0]).toEqual({
      userContactId: cleo.user.id,
      fullName: 'Cleo Hart',
      username: cleo.user.username,
      profileImageUrl: null,
    });
    expect(await ben.blockedPeople()).toMatchObject({ pageTotal: 0, data: [] });
  });

  test('has pages by cursor and by skip, and refuses an invalid cursor', async () => {
    const ana = await newPerson(world, { licenseId: 'STARTER' });
    const others: string[] = [];
    for (let nth = 0; nth < 22; nth += 1) {
      const other = await newPerson(world);
      world.advance(SECOND);
      await ana.blocks(other);
      others.unshift(other.user.id);
    }
    const first = await ana.blockedPeople();
    expect([first.pageTotal, idsOf(first)]).toEqual([22, others.slice(0, 20)]);
    const { cursor } = first;
    const second = await ana.blockedPeople({ cursor });
    expect([second.cursor, idsOf(second)]).toEqual([undefined, others.slice(20)]);
    expect(idsOf(await ana.blockedPeople({ skip: 21 }))).toEqual(others.slice(21));
    expect((await ana.blockedPeople({ skip: 40 })).data).toEqual([]);
    await expectRefused(ana.blockedPeople({ cursor: 'bm90aGluZw' }), 400, 'INVALID_INPUT', {
      cursor: 'This cursor isn’t valid',
    });
    // The cursor of another person does not open their list.
    const eve = await newPerson(world, { licenseId: 'STARTER' });
    expect((await eve.blockedPeople({ cursor })).data).toEqual([]);
  });
});

describe('while a person is blocked', () => {
  test('their invitation looks unanswered to them and is seen by nobody else', async () => {
    const [ana, ben] = await two();
    await ana.blocks(ben);
    const sent = await responseTo(ben.invites(ana));
    expect(sent.body).toEqual(DONE);
    expect(await ben.invites(ana)).toEqual(DONE);
    expect((await ben.profileOf(ana)).contactState).toBe('INVITED_BY_ME');
    expect([idsOf(await ana.invitations()), await counts(ana), await stored(ana, ben)]).toEqual([
      [],
      NONE,
      'BLOCKED',
    ]);
    const { body } = await responseTo(ana.dashboard());
    expect(body.data[0].contactRequests).toBe(0);
    expect(await domainEventsBetween(world, ana, ben)).toEqual(['contact.blocked']);
  });

  test('the blocker cannot invite them and is told why', async () => {
    const [ana, ben] = await two();
    await ana.blocks(ben);
    await expectRefused(ana.invites(ben), 400, 'INVALID_INPUT', { userId: YOU_BLOCKED_THEM });
    expect(await stored(ana, ben)).toBe('BLOCKED');
  });

  test('neither can open or write a chat, or is seen typing', async () => {
    const { ana, ben, chat } = await pair(world);
    const message = await ben.says(chat);
    await ana.blocks(ben);
    for (const one of [ana, ben]) {
      expect((await responseTo(one.says(chat))).http).not.toBe(200);
      await one.types(chat);
    }
    const [mine, theirs] = [await responseTo(ana.chat(chat)), await responseTo(ben.chat(chat))];
    expect(mine.body.data[0]).toMatchObject({ deleted: true, blocked: true });
    expect(theirs.body.data[0]).toMatchObject({ deleted: true, blocked: false });
    expect((await ben.chats()).data[0]).toMatchObject({ deleted: true, blocked: false });
    const { sinceTime } = await ben.messages(chat);
    for (const one of [ana, ben])
      expect((await one.polls(chat, sinceTime)).typingUserId).toBeNull();
    await ana.reads(message);
  });

  test('neither can open a chat that did not exist before', async () => {
    const [ana, ben] = await two();
    await becomeContacts(ana, ben);
    await ana.blocks(ben);
    await expectRefused(ana.opensChat(ben), 403, 'FORBIDDEN');
    await expectRefused(ben.opensChat(ana), 403, 'FORBIDDEN');
  });

  test('neither can add the other to a group', async () => {
    const [ana, ben] = await two();
    await becomeContacts(ana, ben);
    await ana.blocks(ben);
    for (const [one, other] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      const input = { participantUserIds: [other.user.id], name: 'Walks' };
      await expectRefused(one.calls('createGroupChat', input), 400, 'INVALID_INPUT');
    }
  });

  test.each([
    ['paused', { pause: {} }],
    ['paused until a day', { pause: { until: fromIso('2099-01-01T00:00:00.000Z') } }],
    ['full', { waitingMax: 1, waitingCount: 1 }],
  ])('the blocked person cannot tell whether the blocker is %s', async (_state, set) => {
    const [ana, ben] = [
      await newPerson(world, { findable: true }),
      await newPerson(world, { licenseId: 'STARTER' }),
    ];
    const { username: searchText } = ana.user;
    const seen = async () => [
      await ben.profileOf(ana),
      (await ben.calls('searchUsers', { searchText })).data,
      // A filter tells no more than a row does.
      (await ben.calls('searchUsers', { searchText, places: 'true' })).data,
    ];
    const open = await seen();
    await ana.blocks(ben);
    const before = await seen();
    await table.write(update(userKey(ana.user.id), { set }));
    expect(await seen()).toEqual(before);
    await ana.unblocks(ben);
    expect(await seen()).not.toEqual(open);
  });

  test('only the blocker sees the block on the profile, and the blocked person that nobody is accepted', async () => {
    const [ana, ben] = [
      await newPerson(world, { price: PRICE }),
      await newPerson(world, { price: PRICE }),
    ];
    const before = await ben.profileOf(ana);
    await ana.blocks(ben);
    expect(await ana.profileOf(ben)).toMatchObject({ blocked: true, contactState: 'NONE' });
    expect(await ben.profileOf(ana)).toEqual({
      ...before,
      paidResponseCommitment: 0,
      remainingThisMonth: 0,
      active: false,
    });
    await ana.unblocks(ben);
    expect(await ben.profileOf(ana)).toEqual(before);
  });
});

describe('the blocked person gets the same responses', () => {
  /** Two contacts with a chat, of whom one accepts no paid messages. */
  async function chatting() {
    const [ana, ben] = [
      await newPerson(world, { licenseId: 'STARTER', paidResponseCommitment: 0 }),
      await newPerson(world, { licenseId: 'STARTER' }),
    ];
    await seedContacts(world, ana, [ben]);
    return { ana, ben, chat: await ben.opensChat(ana) };
  }

  /** What this person is shown of another one, and gets on asking. */
  async function seenBy(ben: Person, ana: Person, opened: Ref) {
    const chat = await ben.chat(opened);
    const profile = await ben.profileOf(ana);
    const said = await responseTo(ben.says(chat));
    const again = await responseTo(ben.opensChat(ana));
    const invited = await responseTo(ben.invites(ana));
    const after = await ben.profileOf(ana);
    return JSON.parse(
      JSON.stringify({ chat, profile, said, again, invited, after })
        .replaceAll(ana.user.id, 'ana')
        .replaceAll(ben.user.id, 'ben')
        .replaceAll(ana.user.fullName, 'Ana')
        .replaceAll(ana.user.username, 'ana.name')
        .replaceAll(chat.id, 'chat'),
      (key, value) => (/date|time|since|^id$|reference/i.test(key) ? undefined : value),
    );
  }

  test('as after somebody who accepts no paid messages removed the contact', async () => {
    const [one, two] = [await chatting(), await chatting()];
    await one.ana.removesContact(one.ben);
    await two.ana.blocks(two.ben);
    expect(await seenBy(two.ben, two.ana, two.chat)).toEqual(
      await seenBy(one.ben, one.ana, one.chat),
    );
  });

  test('as for an invitation that was not answered, also in an open conversation', async () => {
    const seen = [];
    for (const isBlocked of [false, true]) {
      const sender = await newPerson(world, { licenseId: 'STARTER' });
      const recipient = await newPerson(world, { price: PRICE, licenseId: 'STARTER' });
      const id = (await sender.pays(recipient, { card: 'pm_card_visa' })).id;
      await recipient.answers({ id });
      if (isBlocked) await recipient.blocks(sender);
      const invited = await responseTo(sender.invites(recipient));
      const again = await responseTo(sender.invites(recipient));
      const order = await sender.calls('viewOrder', { id });
      const { status, contactState, allowResponse } = order.data[0];
      seen.push({ invited: invited.body, again: again.body, status, contactState, allowResponse });
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[1]).toMatchObject({ status: 'INVITED', contactState: 'INVITED_BY_ME' });
  });
});

describe('a block at the same time as', () => {
  test('the acceptance of the other person wins, whichever is written first', async () => {
    const [ana, ben] = await two();
    await ana.invites(ben);
    const accepted = await world.overtaken(() => responseTo(ben.accepts(ana)), {
      at: userPartition(ben.user.id),
      by: () => ana.blocks(ben),
    });
    expectRefusal(accepted, 404, 'NOT_FOUND');
    const [cleo, dan] = await two();
    await cleo.invites(dan);
    const blocked = await world.overtaken(() => responseTo(cleo.blocks(dan)), {
      at: userPartition(cleo.user.id),
      by: () => dan.accepts(cleo),
    });
    expect(blocked.http).toBe(200);
    for (const [one, other] of [
      [ana, ben],
      [cleo, dan],
    ] as const) {
      expect([await stored(one, other), await stored(other, one)]).toEqual(['BLOCKED', undefined]);
      expect([await counts(one), await counts(other)]).toEqual([NONE, NONE]);
    }
  });

  test('an invitation of the other person hides the invitation, whichever is written first', async () => {
    const [ana, ben] = await two();
    await world.overtaken(() => ben.invites(ana), {
      at: userPartition(ben.user.id),
      by: () => ana.blocks(ben),
    });
    const [cleo, dan] = await two();
    await world.overtaken(() => cleo.blocks(dan), {
      at: userPartition(cleo.user.id),
      by: () => dan.invites(cleo),
    });
    for (const [one, other] of [
      [ana, ben],
      [cleo, dan],
    ] as const) {
      expect([await stored(one, other), await stored(other, one)]).toEqual([
        'BLOCKED',
        'INVITED_BY_ME',
      ]);
      expect([await counts(one), await counts(other)]).toEqual([NONE, NONE]);
      expect(idsOf(await one.invitations())).toEqual([]);
    }
  });

  test('a block of the other person leaves both blocks', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const [ana, ben] = await two();
      await becomeContacts(ana, ben);
      const answers = await Promise.all([
        responseTo(ana.blocks(ben)),
        responseTo(ben.blocks(ana)),
        responseTo(ana.blocks(ben)),
      ]);
      expect(answers.map(({ http }) => http)).toEqual([200, 200, 200]);
      expect([await stored(ana, ben), await stored(ben, ana)]).toEqual(['BLOCKED', 'BLOCKED']);
      expect([await counts(ana), await counts(ben)]).toEqual([NONE, NONE]);
      for (const one of [ana, ben]) expect((await one.blockedPeople()).pageTotal).toBe(1);
    }
  });
});

test('a block does not expire', async () => {
  const [ana, ben] = await two();
  await ana.blocks(ben);
  world.advance(366 * 24 * 60 * 60 * SECOND);
  await ben.invites(ana);
  expect([await stored(ana, ben), idsOf(await ana.invitations())]).toEqual(['BLOCKED', []]);
});
