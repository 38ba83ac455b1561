import { beforeEach, describe, expect, test } from '@jest/globals';
import { handler as checkPendingInbox } from '../../../functions/conversations/checkPendingInbox.ts';
import { handler as viewInboxList } from '../../../functions/conversations/viewInboxList.ts';
import { handler as viewInboxMessages } from '../../../functions/conversations/viewInboxMessages.ts';
import { handler as viewOrderList } from '../../../functions/conversations/viewOrderList.ts';
import { handler as remindExpiring } from '../../../functions/jobs/remindExpiring.ts';
import { domainEventIn } from '../../../functions/storage/outbox.ts';
import {
  CHAT_REPORT_REASONS,
  CHAT_REPORT_WORDS,
  EXPLANATION_MAX,
} from '../../../shared/rules/chat/reports.ts';
import {
  MESSAGE_HTML_MAX,
  plainText,
  SUBJECT_MAX,
} from '../../../shared/rules/conversations/messages.ts';
import { DAY, MINUTE, SECOND } from '../../../shared/time.ts';
import { call, lambdaContext } from '../../support/call.ts';
import {
  friends,
  groupOf,
  leave,
  openDirect,
  openGroup,
  pair,
  report,
  say,
  seedContacts,
  unsay,
  viewMessages,
} from '../../support/chat-calls.ts';
import { block, newMember, removeContact } from '../../support/contacts.ts';
import { runConfirmedOps } from '../../support/ops.ts';
import { answer, cancel } from '../../support/orders.ts';
import { type Person, signedInAgain } from '../../support/people.ts';
import { DONE } from '../../support/phone-change.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { scanTable } from '../../support/scanned-table.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { askSupport, supportOf } from '../../support/tickets.ts';

const world = worldOfFile();
let support: Person;
beforeEach(async () => {
  support = await supportOf(world);
});

const listOf = async (handler: unknown, { token }: Person) =>
  (await call(handler, {}, { method: 'GET', token })).body.data;
const orders = (one: Person) => listOf(viewOrderList, one);

/** Returns the text of the newest ticket, as support reads it. */
async function newestTicket(): Promise<{ id: string; subject: string; html: string }> {
  const [{ id, subject }] = await listOf(viewInboxList, support);
  const { body } = await call(
    viewInboxMessages,
    { inboxId: id },
    { method: 'GET', token: support.token },
  );
  return { id, subject, html: String(body.data[0].body) };
}

const written = async (one: Person, chatId: string, text: string) => {
  world.advance(SECOND);
  return (await say(one, chatId, text)).body.data[0];
};

describe('a report of a chat', () => {
  test('of a message quotes it and the ten before it for support, with writers and times', async () => {
    const [ana, ben] = (await friends(world, 2)) as [Person, Person];
    const chatId = String((await openDirect(ana, ben)).body.data[0].id);
    for (let nth = 1; nth <= 12; nth += 1) await written(ana, chatId, `<p>mine ${nth}.</p>`);
    const bad = await written(ben, chatId, '<p>You <strong>bad</strong> &lt;b&gt; person</p>');
    await written(ben, chatId, '<p>Something later</p>');
    const sent = await report(ana, chatId, {
      dateTimeSent: bad.dateTimeSent,
      explanation: '<img src=x> & more',
    });
    expect(sent.body).toEqual(DONE);
    const { subject, html } = await newestTicket();
    const text = plainText(html);
    expect(subject).toBe(`Report: harassment in a chat with ${ben.user.fullName}`.slice(0, 50));
    expect(text).toContain(`Reason: ${CHAT_REPORT_WORDS.HARASSMENT.label}`);
    expect(text).toContain('Explanation: <img src=x> & more');
    expect(html).not.toContain('<img');
    expect(text).toContain(`id ${chatId}`);
    expect(text).toContain(`user id ${ana.user.id}`);
    expect(text).toContain(
      `${ben.user.fullName} (@${ben.user.username}, user id ${ben.user.id}), ${bad.dateTimeSent}: You bad <b> person`,
    );
    expect(text.match(/mine \d+\./g)).toEqual(
      [3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((nth) => `mine ${nth}.`),
    );
    expect(text.indexOf('mine 12.')).toBeLessThan(text.indexOf('You bad'));
    expect(text).not.toContain('Something later');
  });

  test('as a whole quotes the newest messages, or says that there are none', async () => {
    const { maker, others, chatId } = await groupOf(world, 3, 'Sunday walks');
    await report(maker, chatId, { reasonCode: 'SPAM' });
    const empty = await newestTicket();
    expect(empty.subject).toBe('Report: spam in the group Sunday walks');
    expect(plainText(empty.html)).toContain('Nothing is written in this chat.');
    for (let nth = 1; nth <= 12; nth += 1)
      await written(others[nth % 2] ?? maker, chatId, `<p>note ${nth}.</p>`);
    await report(maker, chatId);
    const notes = plainText((await newestTicket()).html).match(/note \d+\./g);
    expect([notes?.length, notes?.[0], notes?.at(-1)]).toEqual([11, 'note 2.', 'note 12.']);
  });

  test('of a deleted message says that it was deleted', async () => {
    const { ana, ben, chatId } = await pair(world);
    const bad = await written(ben, chatId, '<p>Gone soon</p>');
    await unsay(ben, bad);
    expect((await report(ana, chatId, { dateTimeSent: bad.dateTimeSent })).http).toBe(200);
    const { html } = await newestTicket();
    expect(plainText(html)).toContain('(deleted)');
    expect(html).not.toContain('Gone soon');
  });

  test('fits the limits of a ticket, however long names and messages are', async () => {
    const [ana, ben] = [
      await newMember(world),
      await newMember(world, { fullName: '&'.repeat(80) }),
    ];
    await seedContacts(world, ana, [ben]);
    const chatId = String((await openGroup(ana, [ben], '&'.repeat(50))).body.data[0].id);
    for (let nth = 0; nth < 11; nth += 1)
      await written(ben, chatId, `<p>${'&amp;'.repeat(11_000)}</p>`);
    const sent = await report(ana, chatId, { explanation: '&'.repeat(EXPLANATION_MAX) });
    expect(sent.http).toBe(200);
    const { subject, html } = await newestTicket();
    expect(subject.length).toBeLessThanOrEqual(SUBJECT_MAX);
    expect(html.length).toBeLessThanOrEqual(MESSAGE_HTML_MAX);
  });

  test('has words for every reason', async () => {
    const { ana, chatId } = await pair(world);
    for (const reasonCode of CHAT_REPORT_REASONS) {
      world.advance(6 * MINUTE);
      expect((await report(await signedInAgain(world, ana), chatId, { reasonCode })).http).toBe(
        200,
      );
      support = await signedInAgain(world, support);
      const { subject, html } = await newestTicket();
      expect(subject).toContain(`Report: ${CHAT_REPORT_WORDS[reasonCode].topic} in`);
      expect(plainText(html)).toContain(CHAT_REPORT_WORDS[reasonCode].label);
    }
  });

  test('is in the orders of the reporter, who can cancel it, and not shown to the reported person', async () => {
    const { ana, ben, chatId } = await pair(world);
    const { pageTotal, revision } = (await viewMessages(ben, chatId)).body;
    await report(ana, chatId);
    const [order] = await orders(ana);
    expect(order).toMatchObject({ status: 'PENDING' });
    expect(await orders(ben)).toEqual([]);
    expect((await viewMessages(ben, chatId)).body).toMatchObject({ pageTotal, revision, data: [] });
    const events = (await scanTable(world.tableName)).flatMap((item) => domainEventIn(item) ?? []);
    const toldOfBen = events.filter(
      ({ type, detail }) =>
        type === 'conversation.asked' && JSON.stringify(detail).includes(ben.user.id),
    );
    expect(toldOfBen).toEqual([]);
    expect((await cancel(ana, order.id)).http).toBe(200);
  });

  test('with the same key is sent once, also after the reporter left the group', async () => {
    const { maker, others, chatId } = await groupOf(world, 3);
    const one = others[0] ?? maker;
    expect((await report(one, chatId, {}, 'tap')).body).toEqual(DONE);
    await leave(one, chatId);
    expect((await report(one, chatId, {}, 'tap')).body).toEqual(DONE);
    expect(await orders(one)).toHaveLength(1);
    expectRefusal(await report(one, chatId, { reasonCode: 'SPAM' }, 'tap'), 400, 'INVALID_INPUT');
  });
});

describe('a report and a help ticket of the same person', () => {
  test('do not wait for each other, and end apart', async () => {
    const { ana, chatId } = await pair(world);
    expect((await askSupport(ana)).http).toBe(200);
    expect((await report(ana, chatId)).http).toBe(200);
    expect((await report(ana, chatId, { reasonCode: 'SPAM' })).http).toBe(200);
    const all = await orders(ana);
    expect(all).toHaveLength(3);
    const reports = all.filter(({ subject }: { subject: string }) => subject.startsWith('Report'));
    for (const { id } of reports) expect((await answer(support, id)).http).toBe(200);
    // The ticket is still pending and keeps its lock.
    expect((await askSupport(ana)).body.status).toBe('PENDING_INBOX_EXISTS');
    const check = await call(checkPendingInbox, {}, { token: ana.token });
    const ticket = all.find(({ subject }: { subject: string }) => !subject.startsWith('Report'));
    expect(check.body).toMatchObject({ hasPendingInbox: true, inboxId: ticket.id });
    expect((await answer(support, ticket.id)).http).toBe(200);
    expect((await askSupport(ana)).http).toBe(200);
  });

  test('a pending report is no pending ticket, and support is reminded of it', async () => {
    const { ana, chatId } = await pair(world);
    await report(ana, chatId);
    const check = await call(checkPendingInbox, {}, { token: ana.token });
    expect(check.body).toMatchObject({ hasPendingInbox: false });
    expect((await askSupport(ana)).http).toBe(200);
    world.advance(9 * DAY);
    await remindExpiring({}, lambdaContext());
    const events = (await scanTable(world.tableName)).flatMap((item) => domainEventIn(item) ?? []);
    const reminded = events.filter(
      ({ type, detail }) =>
        type === 'conversation.expiringSoon' && JSON.stringify(detail).includes(ana.user.id),
    );
    expect(reminded).toHaveLength(2);
  });
});

describe('a report is refused', () => {
  test('to who is no member, has left, or is blocked by an operator', async () => {
    const { maker, others, chatId } = await groupOf(world, 3);
    const eve = await newMember(world);
    expectRefusal(await report(eve, chatId), 404, 'NOT_FOUND');
    const one = others[0] ?? maker;
    await leave(one, chatId);
    expectRefusal(await report(one, chatId), 404, 'NOT_FOUND');
    await runConfirmedOps(world, 'block', maker.user.username);
    world.advance(MINUTE);
    expectRefusal(await report(maker, chatId), 401, 'UNAUTHENTICATED');
    for (const person of [eve, one]) expect(await orders(person)).toEqual([]);
  });

  test('without such a message, or with an unknown reason or a long explanation', async () => {
    const { ana, ben, chatId } = await pair(world);
    const { dateTimeSent } = await written(ben, chatId, '<p>Hello</p>');
    const other = new Date(Date.parse(dateTimeSent) - 1).toISOString();
    expectRefusal(await report(ana, chatId, { dateTimeSent: other }), 404, 'NOT_FOUND');
    expectRefusal(await report(ana, chatId, { reasonCode: 'BORED' }), 400, 'INVALID_INPUT', {
      reasonCode: 'Please choose a reason',
    });
    const explanation = 'a'.repeat(EXPLANATION_MAX + 1);
    expectRefusal(await report(ana, chatId, { explanation }), 400, 'INVALID_INPUT', {
      explanation: 'The explanation can have at most 1,000 characters',
    });
    expect(await orders(ana)).toEqual([]);
  });

  test('not because the contact ended or one of the two blocked the other', async () => {
    const [one, two] = [await pair(world), await pair(world)];
    await removeContact(one.ana, one.ben);
    await block(two.ana, two.ben);
    for (const [person, chatId] of [
      [one.ben, one.chatId],
      [two.ana, two.chatId],
      [two.ben, two.chatId],
    ] as const)
      expect((await report(person, chatId)).http).toBe(200);
  });
});
