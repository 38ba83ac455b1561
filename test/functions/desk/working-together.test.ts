import { expect, test } from '@jest/globals';
import { LEASE_TIME } from '#functions/storage/desk/work.ts';
import { staffKey } from '#functions/storage/keys.ts';
import { put, table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { DeskItem } from '#lib/local/deeds/desk.ts';
import type { Permission } from '#shared/rules/desk/permissions.ts';
import { DAY, SECOND } from '#shared/time.ts';
import { makeStaff } from '../../support/account-shortcuts.ts';
import { confirmed } from '../../support/emails.ts';
import { auditEntriesAbout } from '../../support/ops.ts';
import { pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { openedCase } from '../../support/staff.ts';
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

const openByOf = async (staff: Person, item: DeskItem) => (await staff.opensItem(item)).openBy?.id;

async function rowOf(staff: Person, id: string) {
  const row = (await staff.queue()).data.find((one) => one.id === id);
  if (!row) throw new Error('the item is not in the list');
  return row;
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
  expect((await rowOf(other, item.id)).openBy?.id).toBe(holder.user.id);
  expect((await rowOf(holder, item.id)).openBy).toBeNull();
});

test('a case stays open as long as its screen says so, and is free a moment after the screen is gone', async () => {
  const [dana, frida] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world, { staff: 'all' }),
  ];
  const item = await reported();
  await dana.opensItem(item);
  world.advance(LEASE_TIME - SECOND);
  await dana.opensItem(item);
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
  await dana.opensItem({ type, id });
  await frida.closesItem({ type, id });
  expect((await rowOf(frida, id)).openBy?.id).toBe(dana.user.id);
  await dana.closesItem({ type, id });
  expect((await rowOf(frida, id)).openBy).toBeNull();
});

test('the audit has that a case was opened once, however long it stays open', async () => {
  const dana = await newPerson(world, { staff: 'all' });
  const item = await reported();
  for (let nth = 0; nth < 3; nth += 1) {
    await dana.opensItem(item);
    world.advance(25 * SECOND);
  }
  const entries = await auditEntriesAbout(world, item.id);
  expect(entries.map(({ command }) => command)).toEqual([`markDeskItemAsOpen ${item.id}`]);
});

test('a case that concerns a member of staff, and one of another permission, cannot be marked, skipped or handed over', async () => {
  const { type, id, reporter } = await reported();
  const finance = await newPerson(world, { staff: ['FINANCE'] });
  await makeStaff(reporter);
  const deeds = [
    (by: Person) => by.opensItem({ type, id }),
    (by: Person) => by.skipsItem({ type, id }),
    (by: Person) => by.colleagues({ type, id }),
    (by: Person) => by.handsItemOver({ type, id }, { reason: 'Not my field.' }),
  ];
  for (const does of deeds) {
    await expectRefused(does(reporter), 404, 'NOT_FOUND');
    await expectRefused(does(finance), 403, 'FORBIDDEN');
  }
});

test('what a member of staff leaves for later is marked for them alone, for a day, and is in the audit once for a key', async () => {
  const [dana, frida] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world, { staff: 'all' }),
  ];
  const { type, id } = await reported();
  await dana.opensItem({ type, id });
  await dana.skipsItem({ type, id }, { key: 'skip-1' });
  await dana.skipsItem({ type, id }, { key: 'skip-1' });
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
  const body = await dana.colleagues({ type, id });
  const ids = body.data.map((one) => one.id);
  expect(ids).toContain(moderator.user.id);
  expect(ids).not.toContain(person.user.id);
  expect(ids).not.toContain(dana.user.id);
});

test('a case is handed to a colleague with a reason, and both see it', async () => {
  const [dana, frida] = [await colleague(), await colleague()];
  const { type, id } = await reported();
  const withoutReason = await responseTo(dana.handsItemOver({ type, id }, { to: frida }));
  expect(withoutReason.body.fields).toHaveProperty('reason');
  const reason = 'She speaks the language.';
  const { message } = await dana.handsItemOver({ type, id }, { to: frida, reason });
  expect(message).toContain(frida.user.fullName);
  expect((await rowOf(dana, id)).handedTo?.id).toBe(frida.user.id);
  expect((await frida.opensItem({ type, id })).handedBy?.id).toBe(dana.user.id);
  expect((await (await colleague()).opensItem({ type, id })).handedBy).toBeNull();
  const entry = (await auditEntriesAbout(world, id)).find(({ command }) =>
    command.startsWith('handOver'),
  );
  expect(entry).toMatchObject({ reason, outcome: expect.stringContaining(frida.user.id) });
});

test('a case in which somebody may be in danger is handed over without a reason, also back to the list', async () => {
  const [dana, frida] = [await colleague(), await colleague()];
  const { type, id } = await reported({ harm: 3, reason: 'SUICIDE_SELFINJURY' });
  await dana.handsItemOver({ type, id }, { to: frida });
  await frida.handsItemOver({ type, id });
  expect(await rowOf(frida, id)).toMatchObject({ handedTo: null, openBy: null, skipped: true });
});

test('what a third member of staff has open is not handed over, and the refusal names them', async () => {
  const [dana, frida, hana] = [await colleague(), await colleague(), await colleague()];
  const { type, id } = await reported();
  await hana.opensItem({ type, id });
  const reason = 'She speaks the language.';
  for (const how of [{ reason }, { reason, to: frida }]) {
    const { body } = await responseTo(dana.handsItemOver({ type, id }, how));
    expect(body).toMatchObject({
      status: 'WRONG_STATUS',
      message: expect.stringContaining(hana.user.fullName),
    });
  }
  expect(await rowOf(dana, id)).toMatchObject({ handedTo: null, openBy: { id: hana.user.id } });
  world.advance(LEASE_TIME);
  await dana.handsItemOver({ type, id }, { reason });
});

test.each(['gives', 'gets'] as const)(
  'a case is handed over while whoever %s it has it open',
  async (who) => {
    const [dana, frida] = [await colleague(), await colleague()];
    const { type, id } = await reported();
    const holder = who === 'gives' ? dana : frida;
    await holder.opensItem({ type, id });
    await dana.handsItemOver({ type, id }, { to: frida, reason: 'She asked for it.' });
    expect((await rowOf(dana, id)).handedTo?.id).toBe(frida.user.id);
  },
);

test('what was left for later and is then handed to its member of staff is no longer left for later', async () => {
  const [dana, frida] = [await colleague(), await colleague()];
  const { type, id } = await reported();
  await frida.skipsItem({ type, id });
  await dana.handsItemOver({ type, id }, { to: frida, reason: 'She speaks the language.' });
  expect((await rowOf(frida, id)).skipped).toBe(false);
  expect((await rowOf(dana, id)).skipped).toBe(true);
});

test('handOverDeskItem refuses a colleague who may not decide about a case', async () => {
  const [dana, finance] = [await colleague(), await colleague(['FINANCE'])];
  const { type, id } = await reported();
  const to = { to: finance, reason: 'For somebody else.' };
  const { body } = await responseTo(dana.handsItemOver({ type, id }, to));
  expect(body.fields).toHaveProperty('toUserId');
});

test('a ticket and a reported letter can be open too, but not for its own sides', async () => {
  const dana = await newPerson(world, { staff: 'all' });
  const { id } = await pendingTicket(world, await newPerson(world));
  await dana.opensItem({ type: 'CONVERSATION', id });
  const own = await pendingTicket(world, dana);
  await expectRefused(dana.opensItem({ type: 'CONVERSATION', id: own.id }), 404, 'NOT_FOUND');
});

const lookUpsOf = async (about: string) =>
  (await auditEntriesAbout(world, about)).filter(({ command }) => command.startsWith('findAtDesk'));

test('a whole phone number finds its person with their letters, without a subject, and the look-up is in the audit', async () => {
  const dana = await newPerson(world, { staff: 'all' });
  const { sender, id } = await pendingOrder(world);
  const { phoneNumber } = sender.user;
  const found = await dana.findsAtDesk(phoneNumber);
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
    expect((await dana.findsAtDesk(part)).people).toEqual([]);
});

test('a look-up that finds nobody is in the audit too', async () => {
  const dana = await newPerson(world, { staff: 'all' });
  const before = (await lookUpsOf('nobody')).length;
  await dana.findsAtDesk('nobody.has.this@replypaid.test');
  expect((await lookUpsOf('nobody')).length).toBe(before + 1);
});

test('a whole email address finds the accounts that have it now, whatever its upper case', async () => {
  const dana = await newPerson(world, { staff: 'all' });
  const person = await newPerson(world);
  await confirmed(world, person, 'first@replypaid.test');
  await confirmed(world, person, 'second@replypaid.test');
  expect((await dana.findsAtDesk('Second@ReplyPaid.test')).people).toMatchObject([
    { id: person.user.id },
  ]);
  expect((await dana.findsAtDesk('first@replypaid.test')).people).toEqual([]);
});

test('a look-up of an email address is in the audit of each account that it finds', async () => {
  const dana = await newPerson(world, { staff: 'all' });
  const people = [await newPerson(world), await newPerson(world)];
  for (const person of people) await confirmed(world, person, 'shared@replypaid.test');
  expect((await dana.findsAtDesk('shared@replypaid.test')).people).toHaveLength(2);
  for (const { user } of people) expect(await lookUpsOf(user.id)).toHaveLength(1);
});

test('a username and the id of a case or a letter find them, and nothing is logged', async () => {
  const dana = await newPerson(world, { staff: 'all' });
  const { id, person } = await reported();
  const byName = await dana.findsAtDesk(`@${person.user.username}`);
  expect(byName).toMatchObject({
    logged: false,
    people: [{ id: person.user.id }],
    cases: [{ id }],
  });
  expect((await dana.findsAtDesk(id.toLowerCase())).cases).toMatchObject([{ id, outcome: null }]);
  const order = await pendingOrder(world);
  expect((await dana.findsAtDesk(order.id)).letters).toMatchObject([{ id: order.id }]);
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
  const { cases } = await dana.findsAtDesk(`@${person.user.username}`);
  expect(cases.map(({ id }) => id)).toEqual(opened.slice(0, 5));
});

test('the search shows a member of staff no case and no letter of their own', async () => {
  const dana = await newPerson(world, { staff: 'all' });
  const person = await newPerson(world);
  const { id } = await openedCase(world, { openedBy: person.user.id, userId: dana.user.id });
  const own = await pendingTicket(world, dana);
  expect((await dana.findsAtDesk(id)).cases).toEqual([]);
  expect((await dana.findsAtDesk(own.id)).letters).toEqual([]);
  expect((await dana.findsAtDesk(person.user.id)).cases).toEqual([]);
});
