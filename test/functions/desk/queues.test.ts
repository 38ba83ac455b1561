import { expect, test } from '@jest/globals';
import { caseKey, conversationKey, payoutKey } from '#functions/storage/keys.ts';
import { payoutDue } from '#functions/storage/payouts/payouts.ts';
import { put, table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { newId } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import type { CaseDecision } from '#shared/rules/desk/cases.ts';
import { PAYOUT_TRIES } from '#shared/rules/payouts/payouts.ts';
import { DAY, HOUR, later, MINUTE, toIso } from '#shared/time.ts';
import { postAllEvents } from '../../support/money.ts';
import { auditEntriesAbout } from '../../support/ops.ts';
import { pendingOrder } from '../../support/orders.ts';
import { advanceTo, earn, nextPayday, runPayOut } from '../../support/payouts.ts';
import { newPerson } from '../../support/people.ts';
import { openedCase } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket } from '../../support/tickets.ts';

/* The queues of the desk. docs/product/desk.md#the-list */

const world = worldOfFile();

async function page(tile?: string, cursor?: string) {
  const staff = await newPerson(world, { staff: 'all' });
  const { body } = await responseTo(staff.queue({ tile, input: { ...(cursor && { cursor }) } }));
  return body;
}
const idsIn = async (tile: string) =>
  (await page(tile)).data.map(({ id }: { id: string }) => id) as string[];

async function summaryOf(tile: string) {
  const body = await (await newPerson(world, { staff: 'all' })).tiles();
  return body.data.find((one: { tile: string }) => one.tile === tile);
}

const people = async () => {
  const [reporter, person] = [await newPerson(world), await newPerson(world)];
  return { openedBy: reporter.user.id, userId: person.user.id };
};

test('an empty tile has a count of zero and no oldest time', async () => {
  expect(await summaryOf('APPEALS')).toEqual({
    tile: 'APPEALS',
    count: 0,
    more: false,
    oldestAt: null,
    amount: null,
  });
});

test('reports are shown by harm and then by age, on pages of twenty, until they are decided', async () => {
  const between = await people();
  // Of different things: several reports of the same thing are one case.
  const opened = (more: object = {}) =>
    openedCase(world, between, { ...more, subject: { type: 'LINK', id: newId(world.now()) } });
  const first = await opened();
  world.advance(MINUTE);
  const bad = await opened({ harm: 2 });
  const others: string[] = [];
  for (let nth = 0; nth < 20; nth += 1) {
    world.advance(MINUTE);
    others.push((await opened()).id);
  }
  expect(await summaryOf('REPORTS')).toEqual({
    tile: 'REPORTS',
    count: 22,
    more: false,
    oldestAt: toIso(first.openedAt),
    amount: null,
  });
  const top = await page('REPORTS');
  const ids = [bad.id, first.id, ...others];
  expect(top.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 20));
  const rest = await page('REPORTS', top.cursor);
  expect(rest.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(20));
  expect(rest.cursor).toBeUndefined();
  expect(top.data[0]).toMatchObject({
    type: 'CASE',
    harm: 2,
    reason: 'IMPERSONATION',
    subjectType: 'LINK',
    amount: null,
    openedBy: { id: between.openedBy },
    about: { id: between.userId, blocked: false },
  });

  const staff = await newPerson(world, { staff: 'all' });
  await staff.decidesCase(bad, { outcome: 'REJECTED' }, { reason: 'Nothing is wrong.' });
  expect((await idsIn('REPORTS'))[0]).toBe(first.id);
});

test('a report and a reported letter in which somebody may be in danger are in the tile of danger only, and first in the list', async () => {
  const { id } = await openedCase(world, await people(), { harm: 3 });
  world.advance(MINUTE);
  const threat = await pendingOrder(world);
  await threat.recipient.reportsLetter(threat, { reason: 'THREAT' });
  await postAllEvents(world);
  expect(await idsIn('DANGER')).toEqual([id, threat.id]);
  expect(await idsIn('REPORTS')).not.toContain(id);
  expect(await idsIn('REVIEWS')).not.toContain(threat.id);
  expect(await summaryOf('DANGER')).toMatchObject({ count: 2, amount: null });
  const all: { id: string; tile: string }[] = (await page()).data;
  expect(all.slice(0, 2)).toMatchObject([
    { id, tile: 'DANGER', queue: 'REPORTS' },
    { id: threat.id, tile: 'DANGER', queue: 'REVIEWS' },
  ]);
  const finance = await responseTo((await newPerson(world, { staff: ['FINANCE'] })).queue());
  expect(finance.body.data[0].id).toBe(threat.id);
});

test('the list has everything of all tiles once, the most harmful first and then the oldest, on as many pages as it needs', async () => {
  const rows: { id: string; harm: number; since: string; tile: string }[] = [];
  let cursor: string | undefined;
  do {
    const body = await page(undefined, cursor);
    rows.push(...body.data);
    cursor = body.cursor;
  } while (cursor);
  const places = rows.map(({ harm, since, id }) => `${9 - harm} ${since} ${id}`);
  expect(places).toEqual([...places].sort());
  expect(new Set(places).size).toBe(places.length);
  const { body } = await responseTo((await newPerson(world, { staff: 'all' })).tiles());
  for (const { tile, count } of body.data)
    expect([tile, rows.filter((one) => one.tile === tile).length]).toEqual([tile, count]);
});

test('a reported message is in the queue of reviews with its price, the oldest first', async () => {
  const reported = async () => {
    world.advance(MINUTE);
    const order = await pendingOrder(world);
    await order.recipient.reportsLetter(order);
    await postAllEvents(world);
    return order;
  };
  const [first, second] = [await reported(), await reported()];
  expect(await idsIn('REVIEWS')).toEqual([first.id, second.id]);
  expect((await page('REVIEWS')).data[0]).toMatchObject({
    type: 'CONVERSATION',
    reason: 'SPAM_PHISHING',
    amount: 25,
    openedBy: { id: first.recipient.user.id },
    about: { id: first.sender.user.id },
  });
});

test('an unanswered ticket is in the queue of tickets, the oldest first', async () => {
  const first = await pendingTicket(world, await newPerson(world));
  world.advance(MINUTE);
  const second = await pendingTicket(world, await newPerson(world));
  expect(await idsIn('TICKETS')).toEqual([first.id, second.id]);
  expect(await summaryOf('TICKETS')).toMatchObject({ count: 2 });
});

test('a reply of its sender brings an answered ticket back to the queue, with the time of the first one, until support replies or closes it', async () => {
  const staff = await newPerson(world, { staff: ['SUPPORT'] });
  const { id, sender, support } = await pendingTicket(world, await newPerson(world));
  const order = { id, sender, recipient: support };
  const bySupport = (options = {}) => staff.answersTicket({ id }, options);
  const bySender = async () => {
    world.advance(MINUTE);
    await sender.writes(order);
  };
  const row = async () => (await page('TICKETS')).data.find((one: { id: string }) => one.id === id);
  const waitsSince = async () => (await staff.looksAtConversation({ id })).waitsSince;

  expect((await row()).since).toBe(await waitsSince());
  await bySupport();
  expect(await row()).toBeUndefined();
  expect(await waitsSince()).toBeNull();
  await bySender();
  const { since: first } = await row();
  await bySender();
  expect(await row()).toMatchObject({ type: 'CONVERSATION', since: first });
  expect(await waitsSince()).toBe(first);

  // The support account answers in its inbox as well.
  await support.writes(order);
  expect(await row()).toBeUndefined();
  await bySender();
  expect((await row()).since > first).toBe(true);
  await bySupport({ closes: true });
  expect(await row()).toBeUndefined();
  expect(await waitsSince()).toBeNull();
});

test('an item that was decided while the index lags behind is left out of its queue', async () => {
  // On the first page, before the reports of other tests.
  const { id } = await openedCase(world, await people(), { harm: 2 });
  const ticket = await pendingTicket(world, await newPerson(world));
  expect(await idsIn('REPORTS')).toContain(id);
  expect(await idsIn('TICKETS')).toContain(ticket.id);
  // The index still has them.
  await table.write(update(caseKey(id), { set: { decision: {} as CaseDecision } }));
  await table.write(update(conversationKey(ticket.id), { set: { status: 'COMPLETED' } }));
  expect(await idsIn('REPORTS')).not.toContain(id);
  expect(await idsIn('TICKETS')).not.toContain(ticket.id);
});

test('a held payout is in the queue of payouts until it is released with a reason', async () => {
  advanceTo(world, nextPayday(world) + 12 * DAY);
  const payday = nextPayday(world);
  const { user } = await newPerson(world, { price: 6_000 }).then(async (person) => {
    for (let nth = 0; nth < 2; nth += 1) await earn(world, person, { price: '60.00' });
    return person;
  });
  advanceTo(world, payday);
  await runPayOut();
  expect((await page('PAYOUTS')).data).toMatchObject([
    { type: 'PERSON', id: user.id, reason: 'HELD SHARED_CARD', amount: 107 },
  ]);
  const [staff, second] = [
    await newPerson(world, { staff: ['FINANCE'] }),
    await newPerson(world, { staff: ['FINANCE'] }),
  ];
  const release = () => staff.releasesPayout(user, { reason: 'Both senders are sisters.' });
  expect((await release()).message).toMatch(/second person/);
  const [caseId = ''] = await idsIn('SECOND_PERSON');
  const ruling = { outcome: 'UPHELD' };
  expect(
    (await second.decidesCase({ id: caseId }, ruling, { reason: 'They look like sisters.' }))
      .message,
  ).toMatch(/released/);
  expect(await idsIn('PAYOUTS')).toEqual([]);
  expect((await release()).message).toMatch(/No payout/);
  expect(await auditEntriesAbout(world, user.id)).toMatchObject([
    { command: `releaseHeldPayout ${user.id}`, reason: 'Both senders are sisters.' },
  ]);
});

test('a payout that failed several times is in the queue of payouts', async () => {
  const { user } = await newPerson(world);
  const now = world.now();
  const payout = { id: newId(now), userId: user.id, period: '2026-10', amount: cents(4_000) };
  const state = { status: 'SENDING', createdAt: now, attempt: 1 };
  const stored = (tries: number) => ({
    ...payoutKey(user.id, payout.period),
    ...payout,
    ...state,
    tries,
    ...payoutDue(payout, later(now, HOUR)),
  });
  await table.write(put(stored(PAYOUT_TRIES - 1)));
  expect(await idsIn('PAYOUTS')).toEqual([]);
  await table.write(put(stored(PAYOUT_TRIES)));
  expect((await page('PAYOUTS')).data).toMatchObject([
    { id: user.id, reason: 'FAILING', amount: 40, about: { username: user.username } },
  ]);
});

test('viewDeskQueue refuses an invalid cursor', async () => {
  const { status } = await page('PAYOUTS', Buffer.from('x').toString('base64url'));
  expect(status).toBe('INVALID_INPUT');
});

test('releaseHeldPayout refuses staff to release their own payout', async () => {
  const staff = await newPerson(world, { staff: 'all' });
  expect(
    (await responseTo(staff.releasesPayout(staff.user, { reason: 'It is mine.' }))).body.status,
  ).toBe('FORBIDDEN');
});
