import { describe, expect, test } from '@jest/globals';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { definedSteps } from '#functions/storage/counters.ts';
import { caseById } from '#functions/storage/desk/cases.ts';
import { statementsOf } from '#functions/storage/desk/statements.ts';
import { changeBalance } from '#functions/storage/ledger/ledger.ts';
import { dueBalanceOf, holdBalance } from '#functions/storage/payouts/balances.ts';
import { table } from '#functions/storage/table.ts';
import { type CallResponse, responseTo } from '#lib/local/deeds/calls.ts';
import { cents } from '#shared/money.ts';
import { DAY, later } from '#shared/time.ts';
import { makeStaff } from '../../support/account-shortcuts.ts';
import { openCaseAbout } from '../../support/claims.ts';
import { postAllEvents } from '../../support/money.ts';
import { runConfirmedOps } from '../../support/ops.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { appealedStatement, openedCase, storedUser } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* What one member of staff moves alone, and what needs a second person. docs/product/desk.md#second-person */

const world = worldOfFile();
const REASON = 'The answer was copied.';
const SECOND = /second person/;
const BLOCK = { outcome: 'UPHELD', deed: 'ACCOUNT_BLOCKED' };

/** A pending message of so many dollars. */
async function pending(dollars: number, sides: { sender?: Person; recipient?: Person } = {}) {
  const recipient =
    sides.recipient ??
    (await newPerson(world, { price: 100 * dollars, paidResponseCommitment: 20 }));
  const sender = sides.sender ?? (await newPerson(world));
  const price = `${dollars}.00`;
  const { id } = await sender.pays(recipient, { card: 'pm_card_visa', price });
  return { sender, recipient, id };
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
  readonly act: (by: Person) => Promise<CallResponse>;
  readonly hasMoved: () => Promise<boolean>;
  /** What the form of a case or an account says before: that it becomes a proposal. */
  readonly announced?: (by: Person) => Promise<string | undefined>;
  /** What the screen says in place of its form while a proposal of it waits. */
  readonly waiting?: (by: Person) => Promise<unknown>;
}>;

const announcedInCase = (caseId: string, choice: string) => async (by: Person) =>
  (await by.looksAtCase({ id: caseId })).proposed[choice];
const announcedForAccount = (person: Person, choice: string) => async (by: Person) =>
  (await by.looksAtAccount(person)).proposed[choice];

const waitingForAccount = (person: Person, choice: string) => async (by: Person) =>
  (await by.looksAtAccount(person)).waiting[choice];
const waitingForMoney = (conversationId: string) => async (by: Person) => {
  const seen = await by.looksAtConversation({ id: conversationId });
  const { refundObstacle: sentence, refundCaseId: caseId } = seen;
  return sentence === null ? undefined : { caseId, sentence };
};

const DOORS: Readonly<Record<string, Door>> = {
  'a refund in full': async (dollars) => {
    const { id: conversationId } = await answered(dollars);
    return {
      act: (by) => responseTo(by.refunds({ id: conversationId }, { reason: REASON })),
      hasMoved: async () => (await moneyOf(conversationId)) === 'REFUNDED',
      waiting: waitingForMoney(conversationId),
    };
  },
  'a refund in part': async (dollars) => {
    const { id: conversationId } = await answered(dollars + 10);
    return {
      act: (by) =>
        responseTo(by.refundsPart({ id: conversationId }, `${dollars}.00`, { reason: REASON })),
      hasMoved: async () =>
        (await conversationById(table, conversationId, world.now()))?.money.part !== undefined,
    };
  },
  'an upheld claim': async (dollars) => {
    const { sender, recipient, id } = await answered(dollars);
    await sender.claims({ id });
    await recipient.contests({ id });
    const one = await openCaseAbout({ id });
    return {
      act: (by) => responseTo(by.decidesClaim(one, 'UPHELD', { reason: REASON })),
      announced: announcedInCase(one.id, 'UPHELD'),
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
      act: (by) => responseTo(by.decidesCase({ id: caseId }, BLOCK, { reason: REASON })),
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
      act: (by) => responseTo(by.releasesPayout(person, { reason: REASON })),
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
      act: (by) => responseTo(by.unblocksAccount(person, { reason: REASON })),
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
      act: (by) => responseTo(by.decidesCase(appeal, { outcome: 'UPHELD' }, { reason: REASON })),
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
      responseTo(by.decidesReview({ id: conversationId }, outcome, { reason: REASON })),
    hasMoved: async () => (await moneyOf(conversationId)) !== 'IN_REVIEW',
    waiting: waitingForMoney(conversationId),
  };
}

const blockDoor = (person: Person) => ({
  act: (by: Person) => responseTo(by.blocksAccount(person, { reason: REASON })),
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
    const body = await by.queue({ tile: 'SECOND_PERSON', input: { cursor } });
    ids.push(...body.data.map(({ id }) => id));
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
      const proposal = { id: opened[0] ?? '' };
      await expectRefused(first.decidesCase(proposal, { outcome: 'UPHELD' }), 403, 'FORBIDDEN');
      await second.decidesCase(proposal, { outcome: 'UPHELD' });
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
  await first.decidesCase(one, BLOCK);
  const seen = await second.looksAtCase(one);
  expect(seen).toMatchObject({
    proposal: { by: { id: first.user.id }, outcome: 'UPHELD', deed: 'ACCOUNT_BLOCKED' },
    obstacle: null,
  });
  const warn = { outcome: 'UPHELD', deed: 'WARNED' };
  await expectRefused(first.decidesCase(one, warn), 403, 'FORBIDDEN');
  await second.decidesCase(one, warn);
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
  expect((await by.releasesPayout(person)).message).toMatch(/released/);
  await runConfirmedOps(world, 'block', person.user.username);
  expect((await by.unblocksAccount(person)).message).toMatch(SECOND);
  expect(await blockedAt(person)).toBeDefined();
});

test('parts by two people through one conversation at once do not pass the limit', async () => {
  const order = await answered(90);
  const [first, second] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world, { staff: 'all' }),
  ];
  const answers = await Promise.all([
    responseTo(first.refundsPart(order, '30.00')),
    responseTo(second.refundsPart(order, '40.00')),
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
  const [first, second] = [
    await newPerson(world, { staff: 'all' }),
    await newPerson(world, { staff: 'all' }),
  ];
  const outcomes = await Promise.all([
    first.releasesPayout(recipient),
    second.blocksAccount(recipient),
  ]);
  const proposed = outcomes.filter(({ message }) => SECOND.test(message));
  expect(proposed).toHaveLength(1);
});

describe('staff', () => {
  test('are blocked and unblocked by two people, however little is pending', async () => {
    const target = await newPerson(world, { staff: 'all' });
    const [first, second] = [
      await newPerson(world, { staff: 'all' }),
      await newPerson(world, { staff: 'all' }),
    ];
    const upheld = { outcome: 'UPHELD' };
    for (const [proposes, isBlocked] of [
      [() => first.blocksAccount(target), true],
      [() => first.unblocksAccount(target), false],
    ] as const) {
      const before = await proposals(second);
      expect((await proposes()).message).toMatch(SECOND);
      const [id = ''] = (await proposals(second)).filter((one) => !before.includes(one));
      await expectRefused(first.decidesCase({ id }, upheld), 403, 'FORBIDDEN');
      // Who is to be blocked does not see it.
      if (isBlocked) await expectRefused(target.decidesCase({ id }, upheld), 404, 'NOT_FOUND');
      await second.decidesCase({ id }, upheld);
      expect((await blockedAt(target)) !== undefined).toBe(isBlocked);
    }
  });

  test('are blocked for a report by two people', async () => {
    const target = await newPerson(world);
    await makeStaff(target);
    const reporter = await newPerson(world);
    const one = await openedCase(world, { openedBy: reporter.user.id, userId: target.user.id });
    const [first, second] = [
      await newPerson(world, { staff: 'all' }),
      await newPerson(world, { staff: 'all' }),
    ];
    expect((await first.decidesCase(one, BLOCK)).message).toMatch(SECOND);
    expect(await blockedAt(target)).toBeUndefined();
    await second.decidesCase(one, BLOCK);
    expect(await blockedAt(target)).toBeDefined();
  });

  test('a rejected block blocks nobody', async () => {
    const target = await newPerson(world, { staff: 'all' });
    const [first, second] = [
      await newPerson(world, { staff: 'all' }),
      await newPerson(world, { staff: 'all' }),
    ];
    const before = await proposals(second);
    await first.blocksAccount(target, { reason: REASON });
    const [caseId = ''] = (await proposals(second)).filter((id) => !before.includes(id));
    await second.decidesCase({ id: caseId }, { outcome: 'REJECTED' });
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
    await first.blocksAccount(person, { reason: REASON });
    const [id = ''] = (await proposals(second)).filter((one) => !before.includes(one));
    await second.decidesCase({ id }, { outcome: 'UPHELD' }, { reason: REASON });
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
    const ruling = { outcome: 'REJECTED' };
    for (const by of [first, second]) {
      const { body } = await responseTo(by.decidesCase(appeal, ruling));
      expect(body).toMatchObject({
        status: 'FORBIDDEN',
        message: expect.stringContaining('took part in the decision'),
      });
    }
    const other = await newPerson(world, { staff: 'all' });
    const { status } = (await responseTo(other.decidesCase(appeal, ruling))).body;
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
    for (const choice of ['UPHELD', 'REJECTED'])
      expect(
        await announcedInCase(appeal.id, choice)(await newPerson(world, { staff: 'all' })),
      ).toMatch(/operator/);
    const staff = await newPerson(world, { staff: 'all' });
    const { message } = await staff.decidesCase(appeal, { outcome: 'REJECTED' });
    expect(message).toMatch(SECOND);
    expect(await caseById(table, appeal.id)).not.toHaveProperty('decision');
  });
});
