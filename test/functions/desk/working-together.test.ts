import { expect, test } from '@jest/globals';
import { handler as handOverDeskItem } from '#functions/desk/handOverDeskItem.ts';
import { handler as markDeskItemAsOpen } from '#functions/desk/markDeskItemAsOpen.ts';
import { handler as skipDeskItem } from '#functions/desk/skipDeskItem.ts';
import { handler as viewDeskColleagues } from '#functions/desk/viewDeskColleagues.ts';
import { LEASE_TIME } from '#functions/storage/desk/work.ts';
import { staffKey } from '#functions/storage/keys.ts';
import { put, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { Permission } from '#shared/rules/desk/permissions.ts';
import { DAY, SECOND } from '#shared/time.ts';
import { makeStaff } from '../../support/account-shortcuts.ts';
import { call } from '../../support/call.ts';
import { confirmed } from '../../support/emails.ts';
import { auditEntriesAbout } from '../../support/ops.ts';
import { pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { callDesk, openedCase } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket } from '../../support/tickets.ts';

/* How staff work together at the desk. docs/product/desk.md#working-together */

const world = worldOfFile();

/** A member of staff whom colleagues find. */
async function colleague(permissions: readonly Permission[] | 'all' = 'all'): Promise<Person> {
  const staff = await newPerson(world, { staff: permissions });
  await table.write(put({ ...staffKey(staff.user.id), userId: staff.user.id }));
  return staff;
}

async function reported(more: Parameters<typeof openedCase>[2] = {}) {
  const [reporter, person] = [await newPerson(world), await newPerson(world)];
  const ids = { openedBy: reporter.user.id, userId: person.user.id };
  const { id } = await openedCase(world, ids, more);
  return { type: 'CASE', id, reporter, person } as const;
}

const mark = async (staff: Person, { type, id }: { type: string; id: string }) =>
  (await responseTo(staff.calls('markDeskItemAsOpen', { type, id }))).body;
const openByOf = async (staff: Person, item: { type: string; id: string }) =>
  (await mark(staff, item)).data[0].openBy?.id;

async function rowOf(staff: Person, id: string) {
  const body = await staff.calls('viewDeskQueue');
  return body.data.find((one: { id: string }) => one.id === id);
}

test('of two members of staff who open a case at once, one has it open, and the other sees who', async () => {
  const [dana, frida] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world, { staff: 'all' }),
  ];
  const item = await reported();
  const seen = await Promise.all([openByOf(dana, item), openByOf(frida, item)]);
  expect(seen.filter((one) => one === undefined)).toHaveLength(1);
  const holder = seen[0] === undefined ? dana : frida;
  const other = holder === dana ? frida : dana;
  expect((await rowOf(other, item.id)).openBy.id).toBe(holder.user.id);
  expect((await rowOf(holder, item.id)).openBy).toBeNull();
});

test('a case stays open as long as its screen says so, and is free a moment after the screen is gone', async () => {
  const [dana, frida] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world, { staff: 'all' }),
  ];
  const item = await reported();
  await mark(dana, item);
  world.advance(LEASE_TIME - SECOND);
  await mark(dana, item);
  world.advance(LEASE_TIME - SECOND);
  expect(await openByOf(frida, item)).toBe(dana.user.id);
  world.advance(SECOND);
  expect(await openByOf(frida, item)).toBeUndefined();
  expect(await openByOf(dana, item)).toBe(frida.user.id);
});

test('a closed case is free at once, and nobody closes what a colleague has open', async () => {
  const [dana, frida] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world, { staff: 'all' }),
  ];
  const { type, id } = await reported();
  await mark(dana, { type, id });
  await frida.calls('removeDeskItemAsOpen', { type, id });
  expect((await rowOf(frida, id)).openBy.id).toBe(dana.user.id);
  await dana.calls('removeDeskItemAsOpen', { type, id });
  expect((await rowOf(frida, id)).openBy).toBeNull();
});

test('the audit has that a case was opened once, however long it stays open', async () => {
  const dana = await newPerson(world, { staff: 'all' });
  const item = await reported();
  for (let nth = 0; nth < 3; nth += 1) {
    await mark(dana, item);
    world.advance(25 * SECOND);
  }
  const entries = await auditEntriesAbout(world, item.id);
  expect(entries.map(({ command }) => command)).toEqual([`markDeskItemAsOpen ${item.id}`]);
});

test('a case that concerns a member of staff, and one of another permission, cannot be marked, skipped or handed over', async () => {
  const { type, id, reporter } = await reported();
  const finance = await newPerson(world, { staff: ['FINANCE'] });
  await makeStaff(reporter);
  for (const handler of [markDeskItemAsOpen, skipDeskItem, viewDeskColleagues, handOverDeskItem]) {
    const input = { type, id, ...(handler === handOverDeskItem && { reason: 'Not my field.' }) };
    expect((await callDesk(handler, reporter, input)).body.status).toBe('NOT_FOUND');
    expect((await callDesk(handler, finance, input)).body.status).toBe('FORBIDDEN');
  }
});

test('what a member of staff leaves for later is marked for them alone, for a day, and is in the audit once for a key', async () => {
  const [dana, frida] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world, { staff: 'all' }),
  ];
  const { type, id } = await reported();
  const options = { token: dana.token, headers: { 'idempotency-key': 'skip-1' } };
  await mark(dana, { type, id });
  expect((await call(skipDeskItem, { type, id }, options)).http).toBe(200);
  expect((await call(skipDeskItem, { type, id }, options)).http).toBe(200);
  expect((await rowOf(dana, id)).skipped).toBe(true);
  expect(await rowOf(frida, id)).toMatchObject({ skipped: false, openBy: null });
  world.advance(DAY);
  expect((await rowOf(await newPerson(world, { staff: 'all' }), id)).skipped).toBe(false);
  const skips = (await auditEntriesAbout(world, id)).filter(({ command }) =>
    command.startsWith('skipDeskItem'),
  );
  expect(skips).toHaveLength(1);
});

test('viewDeskColleagues names those who may decide about a case, and not those whom it concerns', async () => {
  const { type, id, person } = await reported();
  const [dana, moderator] = [await colleague(), await colleague(['MODERATOR'])];
  await colleague(['FINANCE']);
  await makeStaff(person);
  await table.write(put({ ...staffKey(person.user.id), userId: person.user.id }));
  const body = await dana.calls('viewDeskColleagues', { type, id });
  const ids = body.data.map((one: { id: string }) => one.id);
  expect(ids).toContain(moderator.user.id);
  expect(ids).not.toContain(person.user.id);
  expect(ids).not.toContain(dana.user.id);
});

test('a case is handed to a colleague with a reason, and both see it', async () => {
  const [dana, frida] = [await colleague(), await colleague()];
  const { type, id } = await reported();
  const to = { type, id, toUserId: frida.user.id };
  expect((await responseTo(dana.calls('handOverDeskItem', to))).body.fields).toHaveProperty(
    'reason',
  );
  const reason = 'She speaks the language.';
  const { body } = await responseTo(dana.calls('handOverDeskItem', { ...to, reason }));
  expect(body.data[0].message).toContain(frida.user.fullName);
  expect((await rowOf(dana, id)).handedTo.id).toBe(frida.user.id);
  expect((await mark(frida, { type, id })).data[0].handedBy.id).toBe(dana.user.id);
  const entry = (await auditEntriesAbout(world, id)).find(({ command }) =>
    command.startsWith('handOver'),
  );
  expect(entry).toMatchObject({ reason, outcome: expect.stringContaining(frida.user.id) });
});

test('a case in which somebody may be in danger is handed over without a reason, also back to the list', async () => {
  const [dana, frida] = [await colleague(), await colleague()];
  const { type, id } = await reported({ harm: 3, reason: 'SUICIDE_SELFINJURY' });
  expect(
    (await responseTo(dana.calls('handOverDeskItem', { type, id, toUserId: frida.user.id }))).http,
  ).toBe(200);
  expect((await responseTo(frida.calls('handOverDeskItem', { type, id }))).http).toBe(200);
  expect(await rowOf(frida, id)).toMatchObject({ handedTo: null, openBy: null, skipped: true });
});

test('what a third member of staff has open is not handed over, and the refusal names them', async () => {
  const [dana, frida, hana] = [await colleague(), await colleague(), await colleague()];
  const { type, id } = await reported();
  await mark(hana, { type, id });
  const reason = 'She speaks the language.';
  for (const input of [
    { type, id, reason },
    { type, id, reason, toUserId: frida.user.id },
  ]) {
    const { body } = await responseTo(dana.calls('handOverDeskItem', input));
    expect(body).toMatchObject({
      status: 'WRONG_STATUS',
      message: expect.stringContaining(hana.user.fullName),
    });
  }
  expect(await rowOf(dana, id)).toMatchObject({ handedTo: null, openBy: { id: hana.user.id } });
  world.advance(LEASE_TIME);
  expect((await responseTo(dana.calls('handOverDeskItem', { type, id, reason }))).http).toBe(200);
});

test.each(['gives', 'gets'] as const)(
  'a case is handed over while whoever %s it has it open',
  async (who) => {
    const [dana, frida] = [await colleague(), await colleague()];
    const { type, id } = await reported();
    await mark(who === 'gives' ? dana : frida, { type, id });
    const input = { type, id, reason: 'She asked for it.', toUserId: frida.user.id };
    expect((await responseTo(dana.calls('handOverDeskItem', input))).http).toBe(200);
  },
);

test('what was left for later and is then handed to its member of staff is no longer left for later', async () => {
  const [dana, frida] = [await colleague(), await colleague()];
  const { type, id } = await reported();
  await frida.calls('skipDeskItem', { type, id });
  const input = { type, id, reason: 'She speaks the language.', toUserId: frida.user.id };
  await dana.calls('handOverDeskItem', input);
  expect((await rowOf(frida, id)).skipped).toBe(false);
  expect((await rowOf(dana, id)).skipped).toBe(true);
});

test('handOverDeskItem refuses a colleague who may not decide about a case', async () => {
  const [dana, finance] = [await colleague(), await colleague(['FINANCE'])];
  const { type, id } = await reported();
  const input = { type, id, toUserId: finance.user.id, reason: 'For somebody else.' };
  expect((await responseTo(dana.calls('handOverDeskItem', input))).body.fields).toHaveProperty(
    'toUserId',
  );
});

test('a ticket and a reported letter can be open too, but not for its own sides', async () => {
  const dana = await newPerson(world, { staff: 'all' });
  const { id } = await pendingTicket(world, await newPerson(world));
  expect((await mark(dana, { type: 'CONVERSATION', id })).data).toHaveLength(1);
  const own = await pendingTicket(world, dana);
  expect((await mark(dana, { type: 'CONVERSATION', id: own.id })).status).toBe('NOT_FOUND');
});

const findFor = async (staff: Person, text: string) =>
  (await staff.calls('findAtDesk', { text })).data[0];

const lookUpsOf = async (about: string) =>
  (await auditEntriesAbout(world, about)).filter(({ command }) => command.startsWith('findAtDesk'));

test('a whole phone number finds its person with their letters, without a subject, and the look-up is in the audit', async () => {
  const dana = await newPerson(world, { staff: 'all' });
  const { sender, id } = await pendingOrder(world);
  const { phoneNumber } = sender.user;
  const found = await findFor(dana, phoneNumber);
  expect(found.people).toMatchObject([
    { id: sender.user.id, phoneLastDigits: phoneNumber.slice(-4) },
  ]);
  expect(found.letters).toMatchObject([{ id, price: 25 }]);
  expect(found.logged).toBe(true);
  expect(JSON.stringify(found)).not.toMatch(/subject/i);
  expect(JSON.stringify(found)).not.toContain(phoneNumber);
  const [entry, ...more] = await lookUpsOf(sender.user.id);
  expect(more).toEqual([]);
  expect(entry?.who).toContain(dana.user.id);
  expect(JSON.stringify(entry)).not.toContain(phoneNumber);
});

test('a part of a phone number or an email address finds nobody', async () => {
  const dana = await newPerson(world, { staff: 'all' });
  const person = await newPerson(world);
  await confirmed(world, person, 'whole.address@replypaid.test');
  for (const part of [
    person.user.phoneNumber.slice(0, -2),
    'whole.address@',
    'address@replypaid.test',
  ])
    expect((await findFor(dana, part)).people).toEqual([]);
});

test('a look-up that finds nobody is in the audit too', async () => {
  const dana = await newPerson(world, { staff: 'all' });
  const before = (await lookUpsOf('nobody')).length;
  await findFor(dana, 'nobody.has.this@replypaid.test');
  expect((await lookUpsOf('nobody')).length).toBe(before + 1);
});

test('a whole email address finds the accounts that have it now, whatever its upper case', async () => {
  const dana = await newPerson(world, { staff: 'all' });
  const person = await newPerson(world);
  await confirmed(world, person, 'first@replypaid.test');
  await confirmed(world, person, 'second@replypaid.test');
  expect((await findFor(dana, 'Second@ReplyPaid.test')).people).toMatchObject([
    { id: person.user.id },
  ]);
  expect((await findFor(dana, 'first@replypaid.test')).people).toEqual([]);
});

test('a look-up of an email address is in the audit of each account that it finds', async () => {
  const dana = await newPerson(world, { staff: 'all' });
  const people = [await newPerson(world), await newPerson(world)];
  for (const person of people) await confirmed(world, person, 'shared@replypaid.test');
  expect((await findFor(dana, 'shared@replypaid.test')).people).toHaveLength(2);
  for (const { user } of people) expect(await lookUpsOf(user.id)).toHaveLength(1);
});

test('a username and the id of a case or a letter find them, and nothing is logged', async () => {
  const dana = await newPerson(world, { staff: 'all' });
  const { id, person } = await reported();
  const byName = await findFor(dana, `@${person.user.username}`);
  expect(byName).toMatchObject({
    logged: false,
    people: [{ id: person.user.id }],
    cases: [{ id }],
  });
  expect((await findFor(dana, id.toLowerCase())).cases).toMatchObject([{ id, outcome: null }]);
  const order = await pendingOrder(world);
  expect((await findFor(dana, order.id)).letters).toMatchObject([{ id: order.id }]);
});

test('the search shows the five latest cases of a person, of those that were opened by them and about them', async () => {
  const [dana, person, other] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world),
    await newPerson(world),
  ];
  const opened: string[] = [];
  for (let nth = 0; nth < 55; nth += 1) {
    world.advance(SECOND);
    const [openedBy, userId] = nth % 2 === 0 ? [person, other] : [other, person];
    const ids = { openedBy: openedBy.user.id, userId: userId.user.id };
    opened.unshift((await openedCase(world, ids, { kind: nth % 3 ? 'REPORT' : 'BLOCK' })).id);
  }
  const { cases } = await findFor(dana, `@${person.user.username}`);
  expect(cases.map(({ id }: { id: string }) => id)).toEqual(opened.slice(0, 5));
});

test('the search shows a member of staff no case and no letter of their own', async () => {
  const dana = await newPerson(world, { staff: 'all' });
  const person = await newPerson(world);
  const { id } = await openedCase(world, { openedBy: person.user.id, userId: dana.user.id });
  const own = await pendingTicket(world, dana);
  expect((await findFor(dana, id)).cases).toEqual([]);
  expect((await findFor(dana, own.id)).letters).toEqual([]);
  expect((await findFor(dana, person.user.id)).cases).toEqual([]);
});
