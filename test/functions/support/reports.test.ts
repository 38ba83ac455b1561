import { describe, expect, test } from '@jest/globals';
import { closeCase, countCases } from '#functions/storage/desk/cases.ts';
import { userKey } from '#functions/storage/keys.ts';
import { publishEvent, reportDecidedEvent, statementEvent } from '#functions/storage/outbox.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { HARM_OF_REASON } from '#shared/rules/desk/harm.ts';
import { CONTENT_REPORT_REASONS } from '#shared/rules/desk/reports.ts';
import { accountNotification } from '#shared/rules/notifications/account-notifications.ts';
import { MINUTE, SECOND } from '#shared/time.ts';
import { groupOf, pair } from '../../support/chats.ts';
import { newestDomainEvent } from '../../support/domain-events.ts';
import { answeredOrder, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { casesBy } from '../../support/reports.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket, supportOf } from '../../support/tickets.ts';

const world = worldOfFile();

const ADDED = { status: 'SUCCESS', alreadyOpen: false };
const NOBODY = '01JZZZZZZZZZZZZZZZZZZZZZZZ';

const newestCase = async (one: Person) => (await casesBy(one)).at(-1);
const textsOf = async (one: Person) => (await newestCase(one))?.quotes.map(({ text }) => text);

async function written(one: Person, chat: Ref, text: string) {
  world.advance(SECOND);
  return one.says(chat, text);
}

/** The newest message of a conversation, as one of its sides is shown it. */
async function newestMessage(person: Person, side: 'sender' | 'recipient', id: string) {
  const { data } = await (side === 'sender'
    ? person.readsOrder({ id })
    : person.readsInbox({ id }));
  return data[0] as (typeof data)[number];
}

const messageIn = (within: string, { id }: { readonly id: string }) => ({
  subjectType: 'MESSAGE',
  subjectId: id,
  within,
});
const chatMessageIn = (within: string, { dateTimeSent }: { readonly dateTimeSent: string }) => ({
  subjectType: 'CHAT_MESSAGE',
  subjectId: dateTimeSent,
  within,
});
const ofChat = ({ id }: Ref) => ({ subjectType: 'CHAT', subjectId: id });

describe('reportContent of a profile', () => {
  test('opens a case that quotes the profile as it was, and counts it for both', async () => {
    const ana = await newPerson(world);
    const ben = await newPerson(world, { fullName: 'Ben Hart', bio: '<p>I sell <b>luck</b></p>' });
    const sent = await responseTo(
      ana.reportsProfile(ben, { text: ' Not true. ', reason: 'THREAT' }),
    );
    expect(sent.body).toEqual(ADDED);
    await table.write(update(userKey(ben.user.id), { set: { bio: '' } }));
    expect(await newestCase(ana)).toMatchObject({
      kind: 'REPORT',
      harm: 3,
      reason: 'THREAT',
      text: 'Not true.',
      openedBy: ana.user.id,
      userId: ben.user.id,
      subject: { type: 'PROFILE', id: ben.user.id },
      quotes: [{ userId: ben.user.id, text: `Ben Hart (@${ben.user.username}). I sell luck` }],
    });
    expect(await countCases(table, ana.user.id, 'REPORT')).toEqual({ by: 1, against: 0 });
    expect(await countCases(table, ben.user.id, 'REPORT')).toEqual({ by: 0, against: 1 });
  });

  test('takes every reason, with the urgency of the reason', async () => {
    const ana = await newPerson(world);
    for (const reasonCode of CONTENT_REPORT_REASONS) {
      world.advance(6 * MINUTE);
      const other = await newPerson(world);
      expect(await ana.reportsProfile(other, { reason: reasonCode })).toEqual(ADDED);
      const opened = (await casesBy(ana)).find(({ userId }) => userId === other.user.id);
      expect(opened).toMatchObject({ reason: reasonCode, harm: HARM_OF_REASON[reasonCode] });
    }
  });

  test('refuses oneself, the support account, and an account that is not public', async () => {
    const [ana, support] = [await newPerson(world), await supportOf(world)];
    const self = { subjectId: 'You can’t report yourself' };
    await expectRefused(ana.reportsProfile(ana), 400, 'INVALID_INPUT', self);
    await expectRefused(ana.reportsProfile(support), 400, 'INVALID_INPUT', {
      subjectId: 'The support account can’t be reported',
    });
    const { order } = await pendingTicket(world, ana);
    const answered = await support.answers(order);
    const written = messageIn(order.id, answered);
    await expectRefused(ana.reports(written), 400, 'INVALID_INPUT', {
      subjectId: 'The support account can’t be reported',
    });
    const hidden = await newPerson(world, { licenseId: 'NONE' });
    await expectRefused(ana.reportsProfile(hidden), 404, 'NOT_FOUND');
    await expectRefused(
      ana.reports({ subjectType: 'PROFILE', subjectId: NOBODY }),
      404,
      'NOT_FOUND',
    );
    expect(await casesBy(ana)).toEqual([]);
  });

  test('refuses an unknown reason, a long text and an unknown kind', async () => {
    const [ana, ben] = [await newPerson(world), await newPerson(world)];
    const refused = async (more: object, fields: object) =>
      expectRefused(ana.reportsProfile(ben, { input: { ...more } }), 400, 'INVALID_INPUT', fields);
    await refused({ reasonCode: 'NOT_ME' }, { reasonCode: 'Please choose a reason' });
    await refused({ text: 'a'.repeat(2_001) }, { text: 'Please keep this under 2,000 characters' });
    const unknown = await responseTo(ana.reports({ subjectType: 'STATEMENT', subjectId: NOBODY }));
    expectRefusal(unknown, 400, 'INVALID_INPUT');
  });
});

describe('reportContent twice', () => {
  test('with the same key opens one case, and refuses the key for another report', async () => {
    const [ana, ben] = [await newPerson(world), await newPerson(world)];
    expect(await ana.reportsProfile(ben, { key: 'tap' })).toEqual(ADDED);
    expect(await ana.reportsProfile(ben, { key: 'tap' })).toEqual(ADDED);
    expect(await casesBy(ana)).toHaveLength(1);
    const other = ana.reportsProfile(ben, { reason: 'THREAT', key: 'tap' });
    await expectRefused(other, 400, 'INVALID_INPUT');
    expect(await countCases(table, ben.user.id, 'REPORT')).toEqual({ by: 0, against: 1 });
  });

  test('says that the first one is open, until it is decided', async () => {
    const [ana, ben] = [await newPerson(world), await newPerson(world)];
    await ana.reportsProfile(ben);
    expect(await ana.reportsProfile(ben)).toMatchObject({ alreadyOpen: true });
    const [first] = await casesBy(ana);
    const decision = {
      byUserId: 'staff',
      at: world.now(),
      outcome: 'REJECTED',
      reason: 'x',
    } as const;
    await table.transact(
      closeCase(String(first?.id), decision),
      publishEvent(reportDecidedEvent({ openedBy: ana.user.id }, decision)),
    );
    expect(await ana.reportsProfile(ben)).toEqual(ADDED);
    expect(await casesBy(ana)).toHaveLength(1);
    expect(await countCases(table, ben.user.id, 'REPORT')).toEqual({ by: 0, against: 2 });
  });

  test('from two devices at the same time opens one case', async () => {
    const [ana, ben] = [await newPerson(world), await newPerson(world)];
    const sent = () => ana.reportsProfile(ben);
    const overtaken = await world.overtaken(sent, { at: userKey(ana.user.id), by: sent });
    expect(overtaken).toEqual({ ...ADDED, alreadyOpen: true });
    expect(await casesBy(ana)).toHaveLength(1);
  });

  test('by two people about the same opens a case each', async () => {
    const [ana, ben, cleo] = [
      await newPerson(world),
      await newPerson(world),
      await newPerson(world),
    ];
    await ana.reportsProfile(ben);
    expect(await cleo.reportsProfile(ben)).toEqual(ADDED);
  });

  test('stops at the tenth in an hour', async () => {
    const ana = await newPerson(world);
    for (let nth = 0; nth < 10; nth += 1) await ana.reportsProfile(await newPerson(world));
    await expectRefused(ana.reportsProfile(await newPerson(world)), 429, 'TOO_MANY_REQUESTS');
  });
});

describe('reportContent of a link', () => {
  test('quotes its name and address', async () => {
    const [ana, ben] = [await newPerson(world), await newPerson(world)];
    const link = await ben.addsLink('My shop', 'https://example.com/shop');
    const input = { subjectType: 'LINK', subjectId: link.id, within: ben.user.id };
    expect(await ana.reports(input)).toEqual(ADDED);
    expect(await newestCase(ana)).toMatchObject({
      userId: ben.user.id,
      subject: { type: 'LINK', id: link.id, within: ben.user.id },
      quotes: [{ text: 'My shop: https://example.com/shop' }],
    });
    await expectRefused(ana.reports({ ...input, subjectId: NOBODY }), 404, 'NOT_FOUND');
    await expectRefused(ana.reports({ ...input, within: NOBODY }), 404, 'NOT_FOUND');
  });
});

describe('reportContent of a thank-you on a profile', () => {
  test('quotes the sentence of its sender, while it is shown', async () => {
    const { sender, recipient, order } = await answeredOrder(world);
    await sender.thanks(order, { text: 'You are a fraud.', mayShow: 'NAME' });
    const seen = (await recipient.calls('viewInbox', { id: order.id })).data[0].thanks;
    await recipient.showsThanks(order, { consentAt: seen.consent.at });
    const reader = await newPerson(world);
    const { thanks } = await reader.profileOf(recipient.user);
    const within = recipient.user.id;
    const input = { subjectType: 'THANKS', subjectId: String(thanks?.shown[0]?.id), within };
    expect(await reader.reports(input)).toEqual(ADDED);
    expect(await newestCase(reader)).toMatchObject({
      userId: sender.user.id,
      subject: { type: 'THANKS', id: order.id, within },
      quotes: [{ userId: sender.user.id, text: 'You are a fraud.' }],
    });
    await expectRefused(sender.reports(input), 400, 'INVALID_INPUT');
    await recipient.hidesThanks(order);
    await expectRefused((await newPerson(world)).reports(input), 404, 'NOT_FOUND');
  });

  test('in private is reported by the recipient with the letter', async () => {
    const { sender, recipient, order } = await answeredOrder(world);
    await sender.thanks(order, { text: 'You are a fraud.' });
    const { data } = await recipient.readsInbox(order);
    const letter = data.find(({ senderId }) => senderId === sender.user.id);
    if (!letter) throw new Error('the letter is missing');
    await recipient.reports(messageIn(order.id, letter));
    const opened = await newestCase(recipient);
    expect(opened?.quotes.map(({ text }) => text)).toContain('In thanks: “You are a fraud.”');
  });
});

describe('reportContent of a message', () => {
  test('by the sender is about the answer, and quotes the messages before it', async () => {
    const { sender, recipient, id } = await answeredOrder(world);
    const bad = await newestMessage(sender, 'sender', id);
    expect(await sender.reports(messageIn(id, bad))).toEqual(ADDED);
    const opened = await newestCase(sender);
    expect(opened).toMatchObject({
      userId: recipient.user.id,
      subject: { type: 'MESSAGE', id: bad.id, within: id },
    });
    expect(opened?.quotes.map(({ userId }) => userId)).toEqual([sender.user.id, recipient.user.id]);
    expect(opened?.quotes[1]?.text).toContain('Keep it in its case');
  });

  test('by the recipient of an answered message is about its sender', async () => {
    const { sender, recipient, id } = await answeredOrder(world);
    const messages = await recipient.readsInbox({ id });
    const question = messages.data.at(-1);
    if (!question) throw new Error('there is no message');
    expect(await recipient.reports(messageIn(id, question))).toEqual(ADDED);
    expect(await newestCase(recipient)).toMatchObject({ userId: sender.user.id });
  });

  test('refuses its own writer, somebody else, and an unknown message', async () => {
    const { sender, recipient, id } = await answeredOrder(world);
    const mine = messageIn(id, await newestMessage(recipient, 'recipient', id));
    await expectRefused(recipient.reports(mine), 400, 'INVALID_INPUT');
    await expectRefused((await newPerson(world)).reports(mine), 404, 'NOT_FOUND');
    await expectRefused(sender.reports(messageIn(id, { id: NOBODY })), 404, 'NOT_FOUND');
    await expectRefused(sender.reports({ ...mine, within: NOBODY }), 404, 'NOT_FOUND');
  });

  test('refuses the recipient of a pending message, whose report decides about the money', async () => {
    const { recipient, order } = await pendingOrder(world);
    const question = await newestMessage(recipient, 'recipient', order.id);
    const refused = await responseTo(recipient.reports(messageIn(order.id, question)));
    expectRefusal(refused, 409, 'WRONG_STATUS');
    expect(refused.body.inboxStatus).toBe('PENDING');
    await recipient.reportsLetter(order);
    await expectRefused(recipient.reports(messageIn(order.id, question)), 409, 'WRONG_STATUS');
  });

  test('refuses the recipient of a canceled message, which is not shown any more', async () => {
    const { sender, recipient, id } = await pendingOrder(world);
    const question = await newestMessage(recipient, 'recipient', id);
    await sender.calls('cancelOrder', { inboxId: id, reasonCode: 'MISTAKE' });
    await expectRefused(recipient.reports(messageIn(id, question)), 404, 'NOT_FOUND');
  });

  test('is not shown to its writer', async () => {
    const { sender, recipient, id } = await answeredOrder(world);
    const before = await newestMessage(recipient, 'recipient', id);
    await sender.reports(messageIn(id, await newestMessage(sender, 'sender', id)));
    expect(await newestMessage(recipient, 'recipient', id)).toEqual(before);
  });
});

describe('reportContent of a chat', () => {
  test('quotes a message and the ten before it', async () => {
    const { ana, ben, chat } = await pair(world);
    for (let nth = 1; nth <= 12; nth += 1) await written(ana, chat, `<p>mine ${nth}.</p>`);
    const bad = await written(ben, chat, '<p>You <strong>bad</strong> &lt;b&gt; person</p>');
    await written(ben, chat, '<p>Something later</p>');
    expect(await ana.reports(chatMessageIn(chat.id, bad))).toEqual(ADDED);
    expect(await newestCase(ana)).toMatchObject({
      userId: ben.user.id,
      subject: { type: 'MESSAGE', id: bad.id, within: chat.id },
    });
    const mine = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((nth) => `mine ${nth}.`);
    expect(await textsOf(ana)).toEqual([...mine, 'You bad <b> person']);
  });

  test('as a whole is about the other person, or the owner of a group', async () => {
    const { ana, ben, chat } = await pair(world);
    await ana.reports(ofChat(chat));
    expect(await newestCase(ana)).toMatchObject({
      userId: ben.user.id,
      subject: { type: 'CHAT', id: chat.id },
      quotes: [],
    });
    const { maker, others, chat: group } = await groupOf(world, 3, 'Sunday walks');
    const [one = maker] = others;
    for (let nth = 1; nth <= 12; nth += 1) await written(one, group, `<p>note ${nth}.</p>`);
    await one.reports(ofChat(group));
    expect(await newestCase(one)).toMatchObject({
      userId: maker.user.id,
      subject: { type: 'GROUP', id: group.id },
    });
    expect(await textsOf(one)).toHaveLength(11);
    await maker.reports(ofChat(group));
    expect(await newestCase(maker)).toMatchObject({ userId: one.user.id });
  });

  test('quotes only that a message was deleted, and cuts long messages', async () => {
    const { ana, ben, chat } = await pair(world);
    await written(ben, chat, `<p>${'word '.repeat(1_000)}</p>`);
    const bad = await written(ben, chat, '<p>Gone soon</p>');
    await ben.unsays(bad);
    await ana.reports(chatMessageIn(chat.id, bad));
    const [long = '', gone] = (await textsOf(ana)) ?? [];
    expect(gone).toBe('(deleted)');
    expect(long.length).toBeLessThanOrEqual(500);
  });

  test('refuses who is no member or has left, and a message that does not exist', async () => {
    const { maker, others, chat } = await groupOf(world, 3);
    const eve = await newPerson(world, { licenseId: 'STARTER' });
    const [one = maker] = others;
    await one.leaves(chat);
    const message = chatMessageIn(chat.id, await written(maker, chat, '<p>Between us</p>'));
    for (const stranger of [eve, one])
      for (const reported of [ofChat(chat), message])
        await expectRefused(stranger.reports(reported), 404, 'NOT_FOUND');
    for (const dateTimeSent of ['2026-01-01T00:00:00.000Z', 'yesterday'])
      await expectRefused(
        maker.reports(chatMessageIn(chat.id, { dateTimeSent })),
        404,
        'NOT_FOUND',
      );
  });

  test('is possible after the contact ended or one of the two blocked the other', async () => {
    const [one, two] = [await pair(world), await pair(world)];
    await one.ana.removesContact(one.ben);
    await two.ana.blocks(two.ben);
    for (const [person, chat] of [
      [one.ben, one.chat],
      [two.ana, two.chat],
      [two.ben, two.chat],
    ] as const)
      expect(await person.reports(ofChat(chat))).toEqual(ADDED);
  });
});

describe('the notification', () => {
  test('of a decided report tells the outcome and nothing about the reported person', async () => {
    const ana = await newPerson(world);
    const at = world.now();
    for (const [outcome, body] of [
      ['UPHELD', 'We have acted on it. Thank you.'],
      ['REJECTED', 'We found no breach of our rules.'],
    ] as const) {
      world.advance(SECOND);
      await table.write(
        publishEvent(reportDecidedEvent({ openedBy: ana.user.id }, { at: world.now(), outcome })),
      );
      const event = await newestDomainEvent(world, 'report.decided');
      expect(accountNotification(event as never)).toMatchObject({
        userId: ana.user.id,
        title: 'We looked at your report',
        body,
      });
    }
    expect(world.now()).toBeGreaterThan(at);
  });

  test('of a statement leads to the decisions', async () => {
    const ana = await newPerson(world);
    await table.write(publishEvent(statementEvent(ana.user.id, true, world.now())));
    const event = await newestDomainEvent(world, 'statement.written');
    expect(accountNotification(event as never)).toMatchObject({
      userId: ana.user.id,
      path: '/decisions',
    });
  });
});
