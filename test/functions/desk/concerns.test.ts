import { describe, expect, test } from '@jest/globals';
import { writeStatement } from '#functions/storage/desk/statements.ts';
import { table } from '#functions/storage/table.ts';
import { type CallResponse, type Deed, responseTo } from '#lib/local/deeds/calls.ts';
import type { Order } from '#lib/local/deeds/things.ts';
import * as desk from '#shared/api/desk.ts';
import * as claims from '#shared/api/desk-claims.ts';
import { newId } from '#shared/ids.ts';
import type { Case } from '#shared/rules/desk/cases.ts';
import { QUEUE_OF_CASE, tileOf } from '#shared/rules/desk/permissions.ts';
import { makeStaff } from '../../support/account-shortcuts.ts';
import { pair } from '../../support/chats.ts';
import { contestedOrder } from '../../support/claims.ts';
import { answeredOrder, PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { openedCase } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket } from '../../support/tickets.ts';

/* Staff against staff: nobody sees a case that concerns them, or acts on its people. docs/product/desk.md#who-may-not */

const world = worldOfFile();
const REASON = 'They are not the mayor.';

type Concerned = { readonly staff: Person; readonly one: Case; readonly other: Person };

/** Who a case concerns, each with the case and another person of it. */
const ROLES: Readonly<Record<string, () => Promise<Concerned>>> = {
  'whoever is reported': async () => {
    const [staff, other] = [await newPerson(world, { staff: 'all' }), await newPerson(world)];
    const one = await openedCase(world, { openedBy: other.user.id, userId: staff.user.id });
    return { staff, one, other };
  },
  'whoever reported': async () => {
    const [staff, other] = [await newPerson(world, { staff: 'all' }), await newPerson(world)];
    const one = await openedCase(world, { openedBy: staff.user.id, userId: other.user.id });
    return { staff, one, other };
  },
  'whoever wrote what is quoted': async () => {
    const [staff, other] = [await newPerson(world, { staff: 'all' }), await newPerson(world)];
    const by = await newPerson(world);
    const one = await openedCase(
      world,
      { openedBy: by.user.id, userId: other.user.id },
      { harm: 3, quotes: [{ userId: staff.user.id, at: world.now(), text: 'So am I.' }] },
    );
    return { staff, one, other };
  },
  'a member of the chat': async () => {
    const { ana, ben: other, chat } = await pair(world);
    await makeStaff(ana);
    const one = await openedCase(
      world,
      { openedBy: (await newPerson(world)).user.id, userId: other.user.id },
      { harm: 3, subject: { type: 'CHAT', id: chat.id } },
    );
    return { staff: ana, one, other };
  },
  'a side of the conversation': async () => {
    const { sender, recipient: other, id } = await answeredOrder(world);
    await makeStaff(sender);
    const proposer = await newPerson(world, { staff: ['FINANCE'] });
    const one = await openedCase(
      world,
      { openedBy: proposer.user.id, userId: other.user.id },
      { kind: 'REFUND', id, subject: { type: 'CONVERSATION', id }, reason: 'REFUND_PLATFORM' },
    );
    return { staff: sender, one, other };
  },
  'whoever received a reported thank-you': async () => {
    const { sender: other, recipient, id } = await answeredOrder(world);
    await makeStaff(recipient);
    const visitor = await newPerson(world);
    const one = await openedCase(
      world,
      { openedBy: visitor.user.id, userId: other.user.id },
      { harm: 2, subject: { type: 'THANKS', id, within: recipient.user.id } },
    );
    return { staff: recipient, one, other };
  },
  'a side of a contested claim': async () => {
    const { sender, recipient: other, id } = await contestedOrder(world);
    await makeStaff(sender);
    const { data } = (
      await responseTo((await newPerson(world, { staff: 'all' })).queue({ tile: 'CLAIMS' }))
    ).body;
    const { id: caseId } = data.find(
      ({ about }: { about: { id: string } }) => about.id === other.user.id,
    );
    const one = { id: caseId, kind: 'CLAIM', subject: { type: 'CONVERSATION', id } } as never;
    return { staff: sender, one, other };
  },
  'whoever appeals': async () => {
    const [staff, other] = [await newPerson(world, { staff: 'all' }), await newPerson(world)];
    const before = await openedCase(world, { openedBy: other.user.id, userId: staff.user.id });
    return { staff, one: await appealOf(staff, before), other };
  },
  'whoever reported what is appealed': async () => {
    const [staff, other] = [await newPerson(world, { staff: 'all' }), await newPerson(world)];
    const before = await openedCase(world, { openedBy: staff.user.id, userId: other.user.id });
    return { staff, one: await appealOf(other, before), other };
  },
};

/** The appeal against the decision of a case. */
async function appealOf({ user }: Person, before: Case): Promise<Case> {
  const [now, id, caseId] = [world.now(), newId(world.now()), newId(world.now())];
  await table.write(
    writeStatement({
      id,
      userId: user.id,
      at: now,
      deed: 'WARNED',
      facts: 'Your profile was reported.',
      rule: 'IMPERSONATION',
      reason: REASON,
      caseId: before.id,
      appeal: { caseId, at: now },
    }),
  );
  return openedCase(
    world,
    { openedBy: user.id, userId: user.id },
    { id: caseId, kind: 'APPEAL', subject: { type: 'STATEMENT', id }, quotes: [] },
  );
}

/** What staff do to a person. */
const ACTS: Readonly<Record<string, (by: Person, on: Person) => Promise<CallResponse>>> = {
  deskBlockUser: (by, { user }) => responseTo(by.blocksAccount(user, { reason: REASON })),
  deskUnblockUser: (by, { user }) => responseTo(by.unblocksAccount(user, { reason: REASON })),
  releaseHeldPayout: (by, { user }) => responseTo(by.releasesPayout(user, { reason: REASON })),
  viewDeskPerson: (by, { user }) => responseTo(by.looksAtAccount(user, { reason: REASON })),
  viewDeskConversation: (by, on) =>
    ofTheirs(on, (order) => by.looksAtConversation(order, { reason: REASON })),
  viewDeskFiles: (by, on) => ofTheirs(on, (order) => by.opensFiles(order, { reason: REASON })),
  refundConversation: (by, on) => ofTheirs(on, (order) => by.refunds(order, { reason: REASON })),
  refundConversationPart: (by, on) =>
    ofTheirs(on, (order) => by.refundsPart(order, '5.00', { reason: REASON })),
  decideReview: (by, on) =>
    ofTheirs(on, (order) => by.decidesReview(order, 'KEEP', { reason: REASON })),
  answerTicket: async (by, on) => {
    const { order } = await pendingTicket(world, on);
    return responseTo(by.answersTicket(order));
  },
  decideCase: async (by, on) => {
    const reporter = await newPerson(world);
    const { id: caseId } = await openedCase(world, {
      openedBy: reporter.user.id,
      userId: on.user.id,
    });
    return responseTo(
      by.decidesCase({ id: caseId }, { outcome: 'UPHELD', deed: 'WARNED' }, { reason: REASON }),
    );
  },
  decideClaim: async (by, on) => {
    const reporter = await newPerson(world);
    const { id: caseId } = await openedCase(
      world,
      { openedBy: reporter.user.id, userId: on.user.id },
      { kind: 'CLAIM' },
    );
    return responseTo(by.decidesClaim({ id: caseId }, 'UPHELD', { reason: REASON }));
  },
};

/** Calls with a new conversation in which this person is the sender. */
async function ofTheirs(on: Person, act: (order: Order) => Deed<unknown>): Promise<CallResponse> {
  const recipient = await newPerson(world, { price: PRICE });
  return responseTo(act(await on.pays(recipient, { card: 'pm_card_visa' })));
}

describe.each(Object.entries(ROLES))('%s', (role, concerned) => {
  test('does not see the case in its queue or its count, on its page, or at its people', async () => {
    const { staff, one, other } = await concerned();
    const tile = tileOf(QUEUE_OF_CASE[one.kind], one.harm);
    const neutral = await newPerson(world, { staff: 'all' });
    const idsFor = async (by: Person) => (await by.queue({ tile })).data.map(({ id }) => id);
    const countFor = async (by: Person) =>
      Number((await by.tiles()).data.find((summary) => summary.tile === tile)?.count);
    expect(await idsFor(neutral)).toContain(one.id);
    expect(await idsFor(staff)).not.toContain(one.id);
    expect(await countFor(staff)).toBeLessThan(await countFor(neutral));
    await neutral.looksAtCase(one);
    await expectRefused(staff.looksAtCase(one), 404, 'NOT_FOUND');
    await expectRefused(staff.looksAtCase(one, { reason: REASON }), 404, 'NOT_FOUND');
    for (const { user } of [other, staff]) {
      const seen = await staff.looksAtAccount(user);
      expect(seen.cases.map(({ id }) => id)).not.toContain(one.id);
      const { reportsBy, reportsAgainst, claimsBy, claimsAgainst } = seen.record;
      if (!/member|quoted|thank-you/.test(role))
        expect([reportsBy, reportsAgainst, claimsBy, claimsAgainst]).toEqual([0, 0, 0, 0]);
    }
  });

  test('neither writes a note into the case, nor decides it, nor withdraws a proposal', async () => {
    const { staff, one } = await concerned();
    await expectRefused(staff.notes(one, 'Nothing to see.'), 404, 'NOT_FOUND');
    await expectRefused(staff.decidesCase(one, { outcome: 'REJECTED' }), 404, 'NOT_FOUND');
    await expectRefused(staff.decidesClaim(one, 'REJECTED'), 404, 'NOT_FOUND');
    await expectRefused(staff.withdrawsProposal(one), 404, 'NOT_FOUND');
  });

  test.each(Object.entries(ACTS))('does not act on its people: %s', async (_act, act) => {
    const { staff, other } = await concerned();
    const { body } = await act(staff, other);
    expect(body).toMatchObject({
      status: 'FORBIDDEN',
      message: expect.stringContaining('omeone'),
    });
  });
});

test('every operation of the desk is in the tables of this file', () => {
  const views = ['viewDeskQueues', 'viewDeskQueue', 'viewDeskCase'];
  const inCases = ['addCaseNote', 'withdrawProposal'];
  const operations = [...Object.values(desk), ...Object.values(claims)].map(({ name }) => name);
  expect([...views, ...inCases, ...Object.keys(ACTS)].sort()).toEqual(operations.sort());
});

test('staff who proposed something see their own proposal, and do not decide it', async () => {
  const { recipient, id } = await answeredOrder(world);
  const staff = await newPerson(world, { staff: ['FINANCE'] });
  await openedCase(
    world,
    { openedBy: staff.user.id, userId: recipient.user.id },
    { kind: 'REFUND', id, subject: { type: 'CONVERSATION', id }, reason: 'REFUND_PLATFORM' },
  );
  const seen = await staff.looksAtCase({ id });
  expect(seen.obstacle).toContain('You proposed');
  await expectRefused(staff.decidesCase({ id }, { outcome: 'UPHELD' }), 403, 'FORBIDDEN');
});

test('a side of a conversation does not see that its refund is proposed', async () => {
  const { sender, recipient, id } = await answeredOrder(world);
  await makeStaff(sender);
  const proposer = await newPerson(world, { staff: ['FINANCE'] });
  await openedCase(
    world,
    { openedBy: proposer.user.id, userId: recipient.user.id },
    { kind: 'REFUND', id, subject: { type: 'CONVERSATION', id }, reason: 'REFUND_PLATFORM' },
  );
  const seen = await sender.looksAtConversation({ id });
  expect(seen).toMatchObject({ refundCaseId: null, obstacle: expect.any(String) });
  expect(JSON.stringify(seen)).not.toContain(proposer.user.fullName);
});

test('nobody has their own tickets, reviews and payouts in a queue', async () => {
  const { sender, id } = await pendingOrder(world);
  await makeStaff(sender);
  const ticket = await pendingTicket(world, sender);
  const idsIn = async (tile: string) =>
    (await sender.queue({ tile })).data.map(({ id: one }) => one);
  expect(await idsIn('TICKETS')).not.toContain(ticket.id);
  expect(await idsIn('REVIEWS')).not.toContain(id);
});
