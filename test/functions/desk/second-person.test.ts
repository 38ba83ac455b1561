import { describe, expect, test } from '@jest/globals';
import { handler as decideCase } from '#functions/desk/decideCase.ts';
import { handler as deskBlockUser } from '#functions/desk/deskBlockUser.ts';
import { handler as deskUnblockUser } from '#functions/desk/deskUnblockUser.ts';
import { handler as releaseHeldPayout } from '#functions/desk/releaseHeldPayout.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { definedSteps } from '#functions/storage/counters.ts';
import { caseById } from '#functions/storage/desk/cases.ts';
import { statementsOf } from '#functions/storage/desk/statements.ts';
import { changeBalance } from '#functions/storage/ledger/ledger.ts';
import { dueBalanceOf, holdBalance } from '#functions/storage/payouts/balances.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { cents } from '#shared/money.ts';
import { DAY, later } from '#shared/time.ts';
import { makeStaff } from '../../support/account-shortcuts.ts';
import { postAllEvents } from '../../support/money.ts';
import { runConfirmedOps } from '../../support/ops.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { appealedStatement, callDesk, openedCase, storedUser } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* What one member of staff moves alone, and what needs a second person. docs/product/desk.md#second-person */

const world = worldOfFile();
const REASON = 'The answer was copied.';
const SECOND = /second person/;

/** A pending message of so many dollars. */
async function pending(dollars: number, sides: { sender?: Person; recipient?: Person } = {}) {
  const recipient =
    sides.recipient ??
    (await newPerson(world, { price: 100 * dollars, paidResponseCommitment: 20 }));
  const sender = sides.sender ?? (await newPerson(world));
  const price = `${dollars}.00`;
  const { body } = await responseTo(sender.pays(recipient, { card: 'pm_card_visa', price }));
  return { sender, recipient, id: String(body.data[0].id) };
}

async function answered(dollars: number) {
  const order = await pending(dollars);
  await order.recipient.answers(order);
  await postAllEvents(world);
  return order;
}

const moneyOf = async (id: string) => (await conversationById(table, id, world.now()))?.money.state;
const blockedAt = async ({ user }: Person) => (await storedUser(world, user.id)).blockedAt;

/** A door: how one person tries to move so many dollars, and whether they moved. */
type Door = (dollars: number) => Promise<{
  readonly act: (by: Person) => ReturnType<typeof callDesk>;
  readonly hasMoved: () => Promise<boolean>;
  /** What the form of a case or an account says before: that it becomes a proposal. */
  readonly announced?: (by: Person) => Promise<string | undefined>;
  /** What the screen says in place of its form while a proposal of it waits. */
  readonly waiting?: (by: Person) => Promise<unknown>;
}>;

const announcedInCase = (caseId: string | undefined, choice: string) => async (by: Person) =>
  (await by.calls('viewDeskCase', { caseId })).data[0].proposed[choice];
const announcedForAccount = (person: Person, choice: string) => async (by: Person) =>
  (await by.calls('viewDeskPerson', { person: person.user.id })).data[0].proposed[choice];

const waitingForAccount = (person: Person, choice: string) => async (by: Person) =>
  (await by.calls('viewDeskPerson', { person: person.user.id })).data[0].waiting[choice];
const waitingForMoney = (conversationId: string) => async (by: Person) => {
  const body = await by.calls('viewDeskConversation', { conversationId });
  const { refundObstacle: sentence, refundCaseId: caseId } = body.data[0];
  return sentence === null ? undefined : { caseId, sentence };
};

const DOORS: Readonly<Record<string, Door>> = {
  'a refund in full': async (dollars) => {
    const { id: conversationId } = await answered(dollars);
    return {
      act: (by) =>
        responseTo(
          by.calls('refundConversation', { conversationId, bearer: 'platform', reason: REASON }),
        ),
      hasMoved: async () => (await moneyOf(conversationId)) === 'REFUNDED',
      waiting: waitingForMoney(conversationId),
    };
  },
  'a refund in part': async (dollars) => {
    const { id: conversationId } = await answered(dollars + 10);
    return {
      act: (by) =>
        responseTo(
          by.calls('refundConversationPart', {
            conversationId,
            amount: `${dollars}.00`,
            givenBack: '0.00',
            reason: REASON,
          }),
        ),
      hasMoved: async () =>
        (await conversationById(table, conversationId, world.now()))?.money.part !== undefined,
    };
  },
  'an upheld claim': async (dollars) => {
    const { sender, recipient, id } = await answered(dollars);
    await sender.claims({ id });
    await recipient.contests({ id });
    const { caseId } = (await conversationById(table, id, world.now()))?.claim ?? {};
    return {
      act: (by) =>
        responseTo(by.calls('decideClaim', { caseId, outcome: 'UPHELD', reason: REASON })),
      announced: announcedInCase(caseId, 'UPHELD'),
      hasMoved: async () => (await moneyOf(id)) === 'REFUNDED',
    };
  },
  'a refunded review': (dollars) => reviewDoor(dollars, 'REFUND'),
  'a kept review': (dollars) => reviewDoor(dollars, 'KEEP'),
  'a block with money pending to the account': async (dollars) => {
    const { recipient } = await pending(dollars);
    return blockDoor(recipient);
  },
  'a block with money pending from the account': async (dollars) => {
    const { sender } = await pending(dollars);
    return blockDoor(sender);
  },
  'a report that blocks': async (dollars) => {
    const { recipient } = await pending(dollars);
    const { id: caseId } = await openedCase(world, {
      openedBy: (await newPerson(world)).user.id,
      userId: recipient.user.id,
    });
    return {
      act: (by) =>
        responseTo(
          by.calls('decideCase', {
            caseId,
            outcome: 'UPHELD',
            deed: 'ACCOUNT_BLOCKED',
            reason: REASON,
          }),
        ),
      hasMoved: async () => (await blockedAt(recipient)) !== undefined,
      announced: announcedInCase(caseId, 'ACCOUNT_BLOCKED'),
    };
  },
  'a released payout': async (dollars) => {
    const person = await owed(dollars);
    const due = await dueBalanceOf(table, person.user.id);
    if (!due) throw new Error('nothing is owed');
    const until = later(world.now(), 7 * DAY);
    await holdBalance(table, person.user.id, due, ['SHARED_CARD'], until, world.now());
    return {
      act: (by) =>
        responseTo(by.calls('releaseHeldPayout', { userId: person.user.id, reason: REASON })),
      hasMoved: async () =>
        ((await dueBalanceOf(table, person.user.id))?.heldUntil ?? until) < until,
      announced: announcedForAccount(person, 'release'),
      waiting: waitingForAccount(person, 'release'),
    };
  },
  'an unblock with a balance': async (dollars) => {
    const person = await owed(dollars);
    await runConfirmedOps(world, 'block', person.user.username);
    return {
      act: (by) =>
        responseTo(by.calls('deskUnblockUser', { userId: person.user.id, reason: REASON })),
      announced: announcedForAccount(person, 'unblock'),
      waiting: waitingForAccount(person, 'unblock'),
      hasMoved: async () => (await blockedAt(person)) === undefined,
    };
  },
  'a granted appeal with a balance': async (dollars) => {
    const person = await owed(dollars);
    await runConfirmedOps(world, 'block', person.user.username);
    const { appeal } = await appealedStatement(world, person.user.id);
    return {
      act: (by) =>
        responseTo(
          by.calls('decideCase', { caseId: appeal.id, outcome: 'UPHELD', reason: REASON }),
        ),
      announced: announcedInCase(appeal.id, 'UPHELD'),
      hasMoved: async () => (await blockedAt(person)) === undefined,
    };
  },
};

async function reviewDoor(dollars: number, outcome: 'REFUND' | 'KEEP') {
  const { recipient, id: conversationId } = await pending(dollars);
  await recipient.reportsLetter({ id: conversationId });
  await postAllEvents(world);
  return {
    act: (by: Person) =>
      responseTo(by.calls('decideReview', { conversationId, outcome, reason: REASON })),
    hasMoved: async () => (await moneyOf(conversationId)) !== 'IN_REVIEW',
    waiting: waitingForMoney(conversationId),
  };
}

const blockDoor = (person: Person) => ({
  act: (by: Person) =>
    responseTo(by.calls('deskBlockUser', { userId: person.user.id, reason: REASON })),
  hasMoved: async () => (await blockedAt(person)) !== undefined,
  announced: announcedForAccount(person, 'block'),
  waiting: waitingForAccount(person, 'block'),
});

/** Somebody to whom so many dollars are owed. */
async function owed(dollars: number): Promise<Person> {
  const person = await newPerson(world);
  await table.transact(
    ...definedSteps([
      changeBalance(person.user.id, cents(100 * dollars), world.now(), { entries: 0 }),
    ]),
  );
  return person;
}

/** The proposals that wait, by id, for somebody who decides them. */
async function proposals(by: Person): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const input = { tile: 'SECOND_PERSON', ...(cursor && { cursor }) };
    const body = await by.calls('viewDeskQueue', input);
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.cursor;
  } while (cursor);
  return ids;
}

describe.each(Object.entries(DOORS))('%s', (_name, door) => {
  test('of $50.00 is made by one person', async () => {
    const { act, hasMoved, announced } = await door(50);
    expect(await announced?.(await newPerson(world, { staff: 'all' }))).toBeUndefined();
    const { http, body } = await act(await newPerson(world, { staff: 'all' }));
    expect(body.data?.[0].message ?? body).not.toMatch(SECOND);
    expect({ http, moved: await hasMoved() }).toEqual({ http: 200, moved: true });
  });

  test('above $50.00 waits for a different person, and is made by two', async () => {
    const { act, hasMoved, announced, waiting } = await door(80);
    const [first, second] = [
      await newPerson(world, { staff: 'all' }),
      await newPerson(world, { staff: 'all' }),
    ];
    if (announced)
      expect(await announced(first)).toMatch(/^This becomes a proposal.*no one is notified/);
    expect(await waiting?.(second)).toBeUndefined();
    const before = await proposals(second);
    expect((await act(first)).body.data[0].message).toMatch(SECOND);
    expect((await act(first)).body.data[0].message).toMatch(SECOND);
    expect(await hasMoved()).toBe(false);
    const opened = (await proposals(second)).filter((id) => !before.includes(id));
    if (opened.length === 0) {
      // The case of a report, an appeal or a claim holds the proposal itself.
      expect(await announced?.(second)).toBeUndefined();
      expect((await act(second)).http).toBe(200);
    } else {
      for (const [by, words] of [
        [first, /^You have proposed/],
        [second, /You can decide it\.$/],
      ] as const)
        if (waiting)
          expect(await waiting(by)).toEqual({
            caseId: opened[0],
            sentence: expect.stringMatching(words),
          });
      const ruling = { caseId: opened[0], outcome: 'UPHELD', reason: REASON };
      expect((await responseTo(first.calls('decideCase', ruling))).body.status).toBe('FORBIDDEN');
      expect((await responseTo(second.calls('decideCase', ruling))).http).toBe(200);
    }
    expect(await hasMoved()).toBe(true);
  });
});

test('the proposal of a case is shown with who proposed it, and its proposer cannot decide otherwise', async () => {
  const { recipient } = await pending(80);
  const one = await openedCase(world, {
    openedBy: (await newPerson(world)).user.id,
    userId: recipient.user.id,
  });
  const [first, second] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world, { staff: 'all' }),
  ];
  const block = { caseId: one.id, outcome: 'UPHELD', deed: 'ACCOUNT_BLOCKED', reason: REASON };
  await first.calls('decideCase', block);
  const [seen] = (await second.calls('viewDeskCase', { caseId: one.id })).data;
  expect(seen).toMatchObject({
    proposal: { by: { id: first.user.id }, outcome: 'UPHELD', deed: 'ACCOUNT_BLOCKED' },
    obstacle: null,
  });
  const warn = { ...block, deed: 'WARNED' };
  expect((await responseTo(first.calls('decideCase', warn))).body.status).toBe('FORBIDDEN');
  expect((await responseTo(second.calls('decideCase', warn))).http).toBe(200);
  expect(await blockedAt(recipient)).toBeUndefined();
});

test('small messages that a block ends are added up', async () => {
  const { recipient } = await pending(20);
  for (let nth = 0; nth < 2; nth += 1) await pending(20, { recipient });
  const { act, hasMoved } = blockDoor(recipient);
  expect((await act(await newPerson(world, { staff: 'all' }))).body.data[0].message).toMatch(
    SECOND,
  );
  expect(await hasMoved()).toBe(false);
});

test('what moved of an account on one day is added up over its doors, and begins anew on the next day', async () => {
  const person = await owed(30);
  const by = await newPerson(world, { staff: 'all' });
  const hold = async () => {
    const due = await dueBalanceOf(table, person.user.id);
    const until = later(world.now(), 7 * DAY);
    if (due) await holdBalance(table, person.user.id, due, ['ONE_SENDER'], until, world.now());
  };
  await hold();
  const release = { userId: person.user.id, reason: REASON };
  expect((await by.calls('releaseHeldPayout', release)).data[0].message).toMatch(/released/);
  await runConfirmedOps(world, 'block', person.user.username);
  const unblock = { userId: person.user.id, reason: REASON };
  expect((await by.calls('deskUnblockUser', unblock)).data[0].message).toMatch(SECOND);
  expect(await blockedAt(person)).toBeDefined();
});

test('parts by two people through one conversation at once do not pass the limit', async () => {
  const { id: conversationId } = await answered(90);
  const [first, second] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world, { staff: 'all' }),
  ];
  const part = { conversationId, amount: '30.00', givenBack: '0.00', reason: REASON };
  const answers = await Promise.all([
    responseTo(first.calls('refundConversationPart', part)),
    responseTo(second.calls('refundConversationPart', { ...part, amount: '40.00' })),
  ]);
  expect(answers.map(({ http }) => http).sort()).toEqual([200, 409]);
});

test('a release and a block by two people at once move together at most the limit alone', async () => {
  const { recipient } = await pending(30);
  await table.transact(
    ...definedSteps([changeBalance(recipient.user.id, cents(3_000), world.now(), { entries: 0 })]),
  );
  const due = await dueBalanceOf(table, recipient.user.id);
  const until = later(world.now(), 7 * DAY);
  if (due) await holdBalance(table, recipient.user.id, due, ['ONE_SENDER'], until, world.now());
  const act = { userId: recipient.user.id, reason: REASON };
  const answers = await Promise.all([
    callDesk(releaseHeldPayout, await newPerson(world, { staff: 'all' }), act),
    callDesk(deskBlockUser, await newPerson(world, { staff: 'all' }), act),
  ]);
  const proposed = answers.filter(({ body }) => SECOND.test(body.data[0].message));
  expect(proposed).toHaveLength(1);
});

describe('staff', () => {
  test('are blocked and unblocked by two people, however little is pending', async () => {
    const target = await newPerson(world, { staff: 'all' });
    const [first, second] = [
      await newPerson(world, { staff: 'all' }),
      await newPerson(world, { staff: 'all' }),
    ];
    for (const [handler, isBlocked] of [
      [deskBlockUser, true],
      [deskUnblockUser, false],
    ] as const) {
      const before = await proposals(second);
      const act = { userId: target.user.id, reason: REASON };
      expect((await callDesk(handler, first, act)).body.data[0].message).toMatch(SECOND);
      const [caseId] = (await proposals(second)).filter((id) => !before.includes(id));
      const ruling = { caseId, outcome: 'UPHELD', reason: REASON };
      expect((await responseTo(first.calls('decideCase', ruling))).body.status).toBe('FORBIDDEN');
      // Who is to be blocked does not see it.
      if (isBlocked)
        expect((await responseTo(target.calls('decideCase', ruling))).body.status).toBe(
          'NOT_FOUND',
        );
      expect((await responseTo(second.calls('decideCase', ruling))).http).toBe(200);
      expect((await blockedAt(target)) !== undefined).toBe(isBlocked);
    }
  });

  test('are blocked for a report by two people', async () => {
    const target = await newPerson(world);
    await makeStaff(target);
    const reporter = await newPerson(world);
    const one = await openedCase(world, { openedBy: reporter.user.id, userId: target.user.id });
    const block = { caseId: one.id, outcome: 'UPHELD', deed: 'ACCOUNT_BLOCKED', reason: REASON };
    expect(
      (await callDesk(decideCase, await newPerson(world, { staff: 'all' }), block)).body.data[0]
        .message,
    ).toMatch(SECOND);
    expect(await blockedAt(target)).toBeUndefined();
    expect((await callDesk(decideCase, await newPerson(world, { staff: 'all' }), block)).http).toBe(
      200,
    );
    expect(await blockedAt(target)).toBeDefined();
  });

  test('a rejected block blocks nobody', async () => {
    const target = await newPerson(world, { staff: 'all' });
    const [first, second] = [
      await newPerson(world, { staff: 'all' }),
      await newPerson(world, { staff: 'all' }),
    ];
    const before = await proposals(second);
    await first.calls('deskBlockUser', { userId: target.user.id, reason: REASON });
    const [caseId = ''] = (await proposals(second)).filter((id) => !before.includes(id));
    const ruling = { caseId, outcome: 'REJECTED', reason: REASON };
    expect((await responseTo(second.calls('decideCase', ruling))).http).toBe(200);
    expect(await blockedAt(target)).toBeUndefined();
    expect(await caseById(table, caseId)).toMatchObject({ decision: { outcome: 'REJECTED' } });
  });
});

describe('an appeal', () => {
  /** A person whose block two people decided, with their appeal. */
  async function appealed() {
    const person = (await pending(80)).recipient;
    const [first, second] = [
      await newPerson(world, { staff: 'all' }),
      await newPerson(world, { staff: 'all' }),
    ];
    const before = await proposals(second);
    await first.calls('deskBlockUser', { userId: person.user.id, reason: REASON });
    const [caseId] = (await proposals(second)).filter((id) => !before.includes(id));
    await second.calls('decideCase', { caseId, outcome: 'UPHELD', reason: REASON });
    const [statement] = await statementsOf(table, person.user.id);
    if (!statement) throw new Error('there is no statement');
    const appeal = await openedCase(
      world,
      { openedBy: person.user.id, userId: person.user.id },
      { kind: 'APPEAL', subject: { type: 'STATEMENT', id: statement.id }, quotes: [] },
    );
    return { person, first, second, appeal };
  }

  test('is decided by nobody who proposed or confirmed the decision', async () => {
    const { first, second, appeal } = await appealed();
    const ruling = { caseId: appeal.id, outcome: 'REJECTED', reason: REASON };
    for (const by of [first, second]) {
      const { body } = await responseTo(by.calls('decideCase', ruling));
      expect(body).toMatchObject({
        status: 'FORBIDDEN',
        message: expect.stringContaining('took part in the decision'),
      });
    }
    const { status } = (
      await callDesk(decideCase, await newPerson(world, { staff: 'all' }), ruling)
    ).body;
    // The statement has no appeal noted, so the decision itself is refused later than the person.
    expect(status).not.toBe('FORBIDDEN');
  });

  test('against an operator’s decision is looked at by two people, whatever they decide', async () => {
    const person = await newPerson(world);
    await runConfirmedOps(world, 'block', person.user.username);
    const [statement] = await statementsOf(table, person.user.id);
    if (!statement) throw new Error('there is no statement');
    const appeal = await openedCase(
      world,
      { openedBy: person.user.id, userId: person.user.id },
      { kind: 'APPEAL', subject: { type: 'STATEMENT', id: statement.id }, quotes: [] },
    );
    const ruling = { caseId: appeal.id, outcome: 'REJECTED', reason: REASON };
    for (const choice of ['UPHELD', 'REJECTED'])
      expect(
        await announcedInCase(appeal.id, choice)(await newPerson(world, { staff: 'all' })),
      ).toMatch(/operator/);
    const { body } = await callDesk(decideCase, await newPerson(world, { staff: 'all' }), ruling);
    expect(body.data[0].message).toMatch(SECOND);
    expect(await caseById(table, appeal.id)).not.toHaveProperty('decision');
  });
});
