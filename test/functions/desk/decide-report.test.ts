import { expect, test } from '@jest/globals';
import { caseById } from '#functions/storage/desk/cases.ts';
import { statementsOf } from '#functions/storage/desk/statements.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { ReasonOptions, Ruling } from '#lib/local/deeds/desk.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { newId } from '#shared/ids.ts';
import type { Case } from '#shared/rules/desk/cases.ts';
import { publicTextsOf } from '#shared/rules/profiles/profile-texts.ts';
import { instant, MINUTE } from '#shared/time.ts';
import { makeStaff } from '../../support/account-shortcuts.ts';
import { pair } from '../../support/chats.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import { dataUrlOf, jpegOf, PICTURE } from '../../support/image-fixtures.ts';
import { ownerOf } from '../../support/links.ts';
import { postAllEvents, runSchedules } from '../../support/money.ts';
import { auditEntriesAbout } from '../../support/ops.ts';
import { answeredOrder, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { formOf } from '../../support/profiles.ts';
import { casesBy } from '../../support/reports.ts';
import { openedCase, storedUser } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { supportOf } from '../../support/tickets.ts';

/* How staff decide reports. docs/product/desk.md#decisions */

const world = worldOfFile();
const REASON = 'They are not the mayor.';
const WARNED = { outcome: 'UPHELD', deed: 'WARNED', reason: REASON };

async function reported(about?: Person, more: Partial<Case> = {}) {
  const [staff, reporter] = [
    await newPerson(world, { staff: ['MODERATOR'] }),
    await newPerson(world),
  ];
  const person = about ?? (await newPerson(world));
  const one = await openedCase(world, { openedBy: reporter.user.id, userId: person.user.id }, more);
  return { staff, reporter, person, one };
}

const decide = (staff: Person, one: Ref, { reason, ...ruling }: Ruling & ReasonOptions) =>
  responseTo(staff.decidesCase(one, ruling, { reason }));

const eventsAbout = async (userId: string) =>
  (await domainEventsOf(world))
    .filter(({ type }) => type === 'statement.written' || type === 'report.decided')
    .filter(({ detail }) => 'userId' in detail && detail.userId === userId)
    .map(({ type }) => type);

test('decideCase closes a rejected report without a statement, and notifies who reported it', async () => {
  const { staff, reporter, person, one } = await reported();
  const { http } = await decide(staff, one, { outcome: 'REJECTED', reason: 'It is them.' });
  expect(http).toBe(200);
  expect((await caseById(table, one.id))?.decision).toEqual({
    byUserId: staff.user.id,
    at: expect.any(Number),
    outcome: 'REJECTED',
    reason: 'It is them.',
  });
  expect(await statementsOf(table, person.user.id)).toEqual([]);
  expect(await eventsAbout(reporter.user.id)).toEqual(['report.decided']);
  expect(await eventsAbout(person.user.id)).toEqual([]);
  expect(await auditEntriesAbout(world, one.id)).toMatchObject([
    { command: `decideCase ${one.id}`, reason: 'It is them.', outcome: 'The report is rejected.' },
  ]);
});

test('decideCase writes a statement to a warned person, without who reported them', async () => {
  const { staff, reporter, person, one } = await reported();
  expect((await decide(staff, one, WARNED)).http).toBe(200);
  const [statement] = await statementsOf(table, person.user.id);
  expect(statement).toMatchObject({
    deed: 'WARNED',
    facts: 'Your profile was reported.',
    rule: 'IMPERSONATION',
    reason: REASON,
    caseId: one.id,
  });
  expect(JSON.stringify(statement)).not.toContain(reporter.user.id);
  expect(await eventsAbout(person.user.id)).toEqual(['statement.written']);
});

test('decideCase accepts the same decision of the same person again, and writes nothing twice', async () => {
  const { staff, person, one } = await reported();
  await decide(staff, one, WARNED);
  expect((await decide(staff, one, WARNED)).http).toBe(200);
  expect(await statementsOf(table, person.user.id)).toHaveLength(1);
  expect(await auditEntriesAbout(world, one.id)).toHaveLength(1);
});

test('of two people who decide at once one succeeds, and the other reads who decided', async () => {
  const { staff, person, one } = await reported();
  const other = await newPerson(world, { staff: ['MODERATOR'] });
  const late = await world.overtaken(() => decide(staff, one, WARNED), {
    at: `CASE#${one.id}`,
    by: () => decide(other, one, { outcome: 'REJECTED', reason: 'It is them.' }),
  });
  expect(late.body).toMatchObject({
    status: 'WRONG_STATUS',
    decidedBy: other.user.fullName,
    decidedAt: expect.any(String),
    message: expect.stringContaining(other.user.fullName),
  });
  expect(await statementsOf(table, person.user.id)).toEqual([]);
  expect((await decide(staff, one, WARNED)).body.decidedBy).toBe(other.user.fullName);
});

test('decideCase refuses an upheld report without a measure, and a removal without its object', async () => {
  const { staff, one } = await reported();
  const fieldsOf = async (ruling: Ruling & ReasonOptions) =>
    (await decide(staff, one, ruling)).body.fields;
  const upheld = { outcome: 'UPHELD', reason: REASON };
  expect(await fieldsOf(upheld)).toHaveProperty('deed');
  expect(await fieldsOf({ ...upheld, deed: 'CONTENT_REMOVED' })).toHaveProperty('remove');
  const link = { ...upheld, deed: 'CONTENT_REMOVED', remove: 'LINK' };
  expect(await fieldsOf(link)).toHaveProperty('remove');
  const message = { ...upheld, deed: 'CONTENT_REMOVED', remove: 'MESSAGE' };
  expect(await fieldsOf(message)).toHaveProperty('remove');
});

test('decideCase refuses a case that does not exist', async () => {
  const { staff } = await reported();
  const { body } = await decide(staff, { id: newId(world.now()) }, WARNED);
  expect(body.status).toBe('NOT_FOUND');
});

test('decideCase refuses staff who reported it, whom it is about, or who take part in the chat', async () => {
  const { staff, person, one } = await reported();
  const openedByStaff = await openedCase(world, {
    openedBy: staff.user.id,
    userId: person.user.id,
  });
  const aboutStaff = await openedCase(world, { openedBy: one.openedBy, userId: staff.user.id });
  for (const refused of [openedByStaff, aboutStaff])
    expect((await decide(staff, refused, WARNED)).body.status).toBe('NOT_FOUND');

  const { ana, ben, chat } = await pair(world);
  const inChat = await openedCase(
    world,
    { openedBy: person.user.id, userId: ben.user.id },
    { subject: { type: 'CHAT', id: chat.id } },
  );
  await makeStaff(ana);
  expect((await decide(ana, inChat, WARNED)).body.status).toBe('NOT_FOUND');
  // The first case concerns both the member of staff and the reporter of this one.
  expect((await decide(staff, inChat, WARNED)).body.status).toBe('FORBIDDEN');
  expect((await decide(await newPerson(world, { staff: 'all' }), inChat, WARNED)).http).toBe(200);
});

const REMOVED = { outcome: 'UPHELD', deed: 'CONTENT_REMOVED', reason: REASON };

test('decideCase takes a reported thank-you off the profile for good', async () => {
  const { sender, recipient, order } = await answeredOrder(world);
  const thanksOf = async (person: Person, operation: 'viewInbox' | 'viewOrder') =>
    (await person.calls(operation, { id: order.id })).data[0].thanks;
  await sender.thanks(order, { text: 'You are a fraud.', mayShow: 'NAME' });
  const { consent } = await thanksOf(recipient, 'viewInbox');
  await recipient.showsThanks(order, { consentAt: consent.at });
  const subject = { type: 'THANKS', id: order.id, within: recipient.user.id } as const;
  const { staff, one } = await reported(sender, { subject });
  expect((await decide(staff, one, { ...REMOVED, remove: 'THANKS' })).http).toBe(200);
  expect(await recipient.profileOf(recipient.user)).not.toHaveProperty('thanks');
  // The sender's later yes does not count, and the letter keeps the sentence.
  await sender.thanks(order, { text: 'You are still a fraud.', mayShow: 'NAME' });
  expect(await thanksOf(sender, 'viewOrder')).toMatchObject({ consent: null, isShown: false });
  const again = await reported(sender, { subject });
  const gone = await decide(again.staff, again.one, { ...REMOVED, remove: 'THANKS' });
  expect(gone.http).toBe(409);
});

test('decideCase removes a reported link once', async () => {
  const { owner, added } = await ownerOf(world, 'Shop', 'Blog');
  const id = String(added[0]?.id);
  const about = { subject: { type: 'LINK', id, within: owner.user.id } } as const;
  const { staff, one } = await reported(owner, about);
  const other = await decide(staff, one, { ...REMOVED, remove: 'MESSAGE' });
  expect(other.body.fields).toHaveProperty('remove');
  expect((await decide(staff, one, { ...REMOVED, remove: 'LINK' })).http).toBe(200);
  expect((await owner.links()).data).toMatchObject([{ linkName: 'Blog' }]);
  const [statement] = await statementsOf(table, owner.user.id);
  expect(statement).toMatchObject({
    deed: 'CONTENT_REMOVED',
    facts: expect.stringContaining('removed the link'),
  });

  const again = await reported(owner, about);
  const gone = await decide(again.staff, again.one, { ...REMOVED, remove: 'LINK' });
  expect(gone.body.status).toBe('WRONG_STATUS');
  expect((await caseById(table, again.one.id))?.decision).toBeUndefined();
});

test('decideCase removes the text of a profile', async () => {
  const person = await newPerson(world);
  await person.editsProfile(formOf(person, { userBio: '<p>I am the mayor.</p>' }));
  const { staff, one } = await reported(person);
  expect((await decide(staff, one, { ...REMOVED, remove: 'BIO' })).http).toBe(200);
  expect((await storedUser(world, person.user.id)).bio).toBe('');
  const again = await reported(person);
  const gone = await decide(again.staff, again.one, { ...REMOVED, remove: 'BIO' });
  expect(gone.body.status).toBe('WRONG_STATUS');
});

test('decideCase removes every text of a profile that its report quotes', async () => {
  const person = await newPerson(world);
  const { username, fullName, ...texts } = publicTextsOf(person.user);
  const names = Object.keys(texts) as (keyof typeof texts)[];
  const lies = Object.fromEntries(names.map((name) => [name, `My ${name} is a lie.`]));
  await table.write(update(userKey(person.user.id), { set: lies }));
  const [staff, reporter] = [
    await newPerson(world, { staff: ['MODERATOR'] }),
    await newPerson(world),
  ];
  await reporter.reportsProfile(person);
  const [one] = await casesBy(reporter);
  const quoted = one?.quotes[0]?.text;
  expect(quoted).toContain(`${fullName} (@${username}).`);
  for (const lie of Object.values(lies)) expect(quoted).toContain(lie);
  expect((await decide(staff, { id: String(one?.id) }, { ...REMOVED, remove: 'BIO' })).http).toBe(
    200,
  );
  expect(
    Object.values(publicTextsOf(await storedUser(world, person.user.id))).join(),
  ).not.toContain('lie');
});

test('decideCase leaves a text that its author changed in the meantime, and the case open', async () => {
  const person = await newPerson(world);
  await person.editsProfile(formOf(person, { userBio: '<p>I am the mayor.</p>' }));
  const { staff, one } = await reported(person);
  const late = await world.overtaken(() => decide(staff, one, { ...REMOVED, remove: 'BIO' }), {
    at: `CASE#${one.id}`,
    by: () => person.editsProfile(formOf(person, { userBio: '<p>I am a painter.</p>' })),
  });
  expect(late.body.status).toBe('WRONG_STATUS');
  expect((await storedUser(world, person.user.id)).bio).toContain('painter');
  expect((await caseById(table, one.id))?.decision).toBeUndefined();
});

test('decideCase removes the portrait of a profile, with its file', async () => {
  const person = await newPerson(world);
  await person.uploadsPortrait(dataUrlOf(jpegOf(40, 40), 'image/jpeg'));
  const files = () => world.media.keysWith(`avatars/${person.user.id}/`).length;
  expect(files()).toBe(1);
  const { staff, one } = await reported(person);
  expect((await decide(staff, one, { ...REMOVED, remove: 'PICTURE' })).http).toBe(200);
  expect((await storedUser(world, person.user.id)).avatarUrl).toBeUndefined();
  expect(files()).toBe(0);
});

test('decideCase removes the reported message of a chat, with its picture', async () => {
  const { ana, ben, chat } = await pair(world);
  await ana.says(chat, '<p>Hello</p>');
  const sent = await ben.sendsPicture(chat, PICTURE);
  const quotes = [
    { userId: ben.user.id, at: instant(Date.parse(sent.dateTimeSent)), text: '[Picture]' },
  ];
  const about = { subject: { type: 'MESSAGE', id: sent.id, within: chat.id }, quotes } as const;
  const { staff, one } = await reported(ben, about);
  const pictures = () => world.media.keysWith(`messages/${chat.id}/`).length;
  expect(pictures()).toBe(1);
  expect((await decide(staff, one, { ...REMOVED, remove: 'MESSAGE' })).http).toBe(200);
  const seen = await ana.messages(chat);
  expect(seen.data[0]).toMatchObject({ id: sent.id, content: '', deleted: true });
  expect(pictures()).toBe(0);
});

test('decideCase removes no message that somebody else wrote or that is deleted already', async () => {
  const { ana, ben, chat } = await pair(world);
  const said = await ben.says(chat, '<p>Hello</p>');
  const quotes = [
    { userId: ben.user.id, at: instant(Date.parse(said.dateTimeSent)), text: 'Hello' },
  ];
  const about = { subject: { type: 'MESSAGE', id: said.id, within: chat.id }, quotes } as const;
  const remove = async (author: Person) => {
    const { staff, one } = await reported(author, about);
    return (await decide(staff, one, { ...REMOVED, remove: 'MESSAGE' })).body;
  };
  expect((await remove(ana)).fields).toHaveProperty('remove');
  expect((await ana.messages(chat)).data[0]?.deleted).toBeUndefined();
  expect((await remove(ben)).data).toHaveLength(1);
  expect((await remove(ben)).status).toBe('WRONG_STATUS');
});

test('decideCase blocks the account of an upheld report: sessions and pending messages end, and the money goes back', async () => {
  const { recipient, sender, order } = await pendingOrder(world);
  const { staff, one } = await reported(recipient);
  const ruling = { outcome: 'UPHELD', deed: 'ACCOUNT_BLOCKED', reason: REASON };
  expect((await decide(staff, one, ruling)).http).toBe(200);
  expect((await storedUser(world, recipient.user.id)).blockedAt).toBeDefined();
  expect(await statementsOf(table, recipient.user.id)).toMatchObject([{ deed: 'ACCOUNT_BLOCKED' }]);
  expect((await sender.sees(order)).status).toBe('EXPIRED');
  world.advance(10 * 60_000);
  await runSchedules();
  await postAllEvents(world);
  expect((await sender.sees(order)).moneyState).toBe('RELEASED');
});

test('decideCase does not block the support account, and leaves the case open', async () => {
  const { staff, one } = await reported(await supportOf(world));
  const ruling = { outcome: 'UPHELD', deed: 'ACCOUNT_BLOCKED', reason: REASON };
  expect((await decide(staff, one, ruling)).body.status).toBe('FORBIDDEN');
  expect((await storedUser(world, one.userId)).blockedAt).toBeUndefined();
  expect((await caseById(table, one.id))?.decision).toBeUndefined();
});

test('decideCase, sent again after an interrupted block, ends what was still pending', async () => {
  const { recipient, sender, order } = await pendingOrder(world);
  const { staff, one } = await reported(recipient);
  const ruling = { outcome: 'UPHELD', deed: 'ACCOUNT_BLOCKED', reason: REASON };
  const fail = async () => {
    throw new Error('the process ends here');
  };
  const broken = await world.overtaken(() => decide(staff, one, ruling), {
    at: `CONVERSATION#${order.id}`,
    by: fail,
  });
  expect(broken.http).toBe(500);
  expect((await storedUser(world, recipient.user.id)).blockedAt).toBeDefined();
  expect((await sender.sees(order)).status).toBe('PENDING');
  expect((await decide(staff, one, ruling)).http).toBe(200);
  expect((await sender.sees(order)).status).toBe('EXPIRED');
  expect(await statementsOf(table, recipient.user.id)).toHaveLength(1);
});

test('decideCase closes the report of an account that is blocked already', async () => {
  const first = await reported();
  const ruling = { outcome: 'UPHELD', deed: 'ACCOUNT_BLOCKED', reason: REASON };
  await decide(first.staff, first.one, ruling);
  const { staff, one } = await reported(first.person);
  expect((await decide(staff, one, ruling)).http).toBe(200);
  expect((await caseById(table, one.id))?.decision?.outcome).toBe('UPHELD');
});

test('three reports of one profile are one row, and one decision that each reporter reads', async () => {
  const { staff, reporter, person, one } = await reported(undefined, { harm: 2 });
  world.advance(MINUTE);
  const second = await reported(person);
  const third = await reported(person);
  const rows = async () =>
    (await staff.queue({ tile: 'REPORTS' })).data.filter(
      ({ about }) => about?.id === person.user.id,
    );
  expect(await rows()).toMatchObject([
    { id: one.id, others: 2, openedBy: { id: reporter.user.id } },
  ]);
  const { body } = await responseTo(staff.looksAtCase(one));
  expect(body.data[0].others).toHaveLength(2);
  expect((await decide(staff, one, WARNED)).http).toBe(200);
  expect(await rows()).toEqual([]);
  const decided = await staff.looksAtCase(one);
  expect(decided.others).toHaveLength(2);
  for (const each of [one, second.one, third.one])
    expect((await caseById(table, each.id))?.decision).toMatchObject({ deed: 'WARNED' });
  for (const { user } of [reporter, second.reporter, third.reporter])
    expect(await statementsOf(table, user.id)).toMatchObject([{ deed: 'REPORT_DECIDED' }]);
  expect(await statementsOf(table, person.user.id)).toMatchObject([{ deed: 'WARNED' }]);
});

test('of two decisions of two reports of the same thing at once, one succeeds', async () => {
  const first = await reported();
  const second = await reported(first.person);
  const results = await Promise.all([
    decide(first.staff, first.one, WARNED),
    decide(second.staff, second.one, { ...WARNED, reason: 'It is somebody else.' }),
  ]);
  expect(results.filter(({ http }) => http === 200)).toHaveLength(1);
  expect(await statementsOf(table, first.person.user.id)).toHaveLength(1);
});

test('decideCase refuses a reason that names one of several reporters', async () => {
  const first = await reported();
  const second = await reported(first.person);
  const reason = `As ${second.reporter.user.fullName} says.`;
  const { body } = await decide(first.staff, first.one, { ...WARNED, reason });
  expect(body.fields).toHaveProperty('reason');
});

test('a report of somebody in danger is a case of its own, beside others of the same profile', async () => {
  const first = await reported();
  await reported(first.person, { harm: 3, reason: 'SUICIDE_SELFINJURY' });
  const seen = await first.staff.looksAtCase(first.one);
  expect(seen.others).toEqual([]);
});
