import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { signAppealToken } from '#functions/auth/sign-tokens.ts';
import { handler as answerTicket } from '#functions/desk/answerTicket.ts';
import { handler as decideReview } from '#functions/desk/decideReview.ts';
import { handler as deskBlockUser } from '#functions/desk/deskBlockUser.ts';
import { handler as refundConversation } from '#functions/desk/refundConversation.ts';
import { handler as refundConversationPart } from '#functions/desk/refundConversationPart.ts';
import { handler as releaseHeldPayout } from '#functions/desk/releaseHeldPayout.ts';
import { alertOf } from '#functions/storage/accounts/alerts.ts';
import { statementsOf } from '#functions/storage/desk/statements.ts';
import { dueBalanceOf, holdBalance } from '#functions/storage/payouts/balances.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { isAppealableDeed } from '#shared/rules/desk/cases.ts';
import {
  DECISION_KINDS,
  type DecisionKind,
  type ReaderSide,
  readersOf,
  readersSentence,
} from '#shared/rules/desk/decision-readers.ts';
import { DAY, later } from '#shared/time.ts';
import { contestedOrder, openCasesAbout } from '../../support/claims.ts';
import { newDevice } from '../../support/devices.ts';
import { deliverToDevices, deliverToEmails, domainEventsOf } from '../../support/domain-events.ts';
import { giveEmail } from '../../support/emails.ts';
import { postAllEvents } from '../../support/money.ts';
import { answeredOrder, pendingOrder } from '../../support/orders.ts';
import { newEarner } from '../../support/payouts.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import { appealedStatement, callDesk, openedCase, storedUser } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket } from '../../support/tickets.ts';

/*
 * Every decision reaches its readers: its reason on a screen, an alert on Home, and a notification on a device and by email.
 * docs/product/desk.md#who-reads-a-decision
 */

const world = worldOfFile();
const REASON = 'We read the whole conversation twice.';

type Sides = Readonly<Partial<Record<ReaderSide, Person>>>;
type Prepared = { readonly sides: Sides; readonly decide: () => Promise<unknown> };

const ruling = async (caseId: string, more: object) => {
  const staff = await newPerson(world, { staff: 'all' });
  const { http, body } = await responseTo(
    staff.calls('decideCase', { caseId, reason: REASON, ...more }),
  );
  expect([http, body.status]).toEqual([200, 'SUCCESS']);
};
const done = async (calling: ReturnType<typeof callDesk>) => {
  const { http, body } = await calling;
  expect([http, body.status]).toEqual([200, 'SUCCESS']);
};

const reportedProfile = (more: object) => async (): Promise<Prepared> => {
  const [reporter, person] = [
    await newPerson(world),
    await newPerson(world, { bio: '<p>Hi.</p>' }),
  ];
  const one = await openedCase(world, { openedBy: reporter.user.id, userId: person.user.id });
  const sides = { ABOUT: person, OPENED_BY: reporter };
  return { sides, decide: () => ruling(one.id, more) };
};

const appealed = (outcome: string) => async (): Promise<Prepared> => {
  const person = await newPerson(world);
  const { appeal } = await appealedStatement(world, person.user.id, 'WARNED');
  return { sides: { ABOUT: person }, decide: () => ruling(appeal.id, { outcome }) };
};

const sidesOf = ({ sender, recipient }: { sender: Person; recipient: Person }): Sides => ({
  SENDER: sender,
  RECIPIENT: recipient,
});

const contested = (outcome: string) => async (): Promise<Prepared> => {
  const order = await contestedOrder(world);
  const caseId = String((await openCasesAbout(order.id))[0]?.id);
  const decide = async () =>
    done(
      responseTo(
        (await newPerson(world, { staff: 'all' })).calls('decideClaim', {
          caseId,
          outcome,
          reason: REASON,
        }),
      ),
    );
  return { sides: sidesOf(order), decide };
};

const reviewed = (outcome: string) => async (): Promise<Prepared> => {
  const order = await pendingOrder(world);
  await order.recipient.reportsLetter(order);
  await postAllEvents(world);
  const input = { conversationId: order.id, outcome, reason: REASON };
  const decide = async () =>
    done(callDesk(decideReview, await newPerson(world, { staff: 'all' }), input));
  return { sides: sidesOf(order), decide };
};

const refunded =
  (bearer: string, order = answeredOrder) =>
  async (): Promise<Prepared> => {
    const made = await order(world);
    const input = { conversationId: made.id, bearer, reason: REASON };
    const decide = async () =>
      done(callDesk(refundConversation, await newPerson(world, { staff: 'all' }), input));
    return { sides: sidesOf(made), decide };
  };

/** How each kind of decision comes about, through the real handlers. */
const DECISIONS: Readonly<Record<DecisionKind, () => Promise<Prepared>>> = {
  REPORT_WARNED: reportedProfile({ outcome: 'UPHELD', deed: 'WARNED' }),
  REPORT_REMOVED: reportedProfile({ outcome: 'UPHELD', deed: 'CONTENT_REMOVED', remove: 'BIO' }),
  REPORT_BLOCKED: reportedProfile({ outcome: 'UPHELD', deed: 'ACCOUNT_BLOCKED' }),
  REPORT_REJECTED: reportedProfile({ outcome: 'REJECTED' }),
  APPEAL_GRANTED: appealed('UPHELD'),
  APPEAL_REJECTED: appealed('REJECTED'),
  EARNING_RESTORED: async () => {
    const order = await contestedOrder(world);
    const caseId = String((await openCasesAbout(order.id))[0]?.id);
    const claim = { caseId, outcome: 'UPHELD', reason: 'It is about a violin.' };
    await done(responseTo((await newPerson(world, { staff: 'all' })).calls('decideClaim', claim)));
    await postAllEvents(world);
    const [statement] = await statementsOf(table, order.recipient.user.id);
    const appeal = { statementId: statement?.id, text: 'The question names no instrument.' };
    await order.recipient.calls('appealStatement', appeal);
    const [appealed] = await statementsOf(table, order.recipient.user.id);
    const decide = () => ruling(String(appealed?.appeal?.caseId), { outcome: 'UPHELD' });
    return { sides: { ABOUT: order.recipient, SENDER: order.sender }, decide };
  },
  CLAIM_UPHELD: contested('UPHELD'),
  CLAIM_REJECTED: contested('REJECTED'),
  REVIEW_KEPT: reviewed('KEEP'),
  REVIEW_REFUNDED: reviewed('REFUND'),
  REFUND_UNANSWERED: refunded('platform', pendingOrder as typeof answeredOrder),
  REFUND_BY_PLATFORM: refunded('platform'),
  REFUND_BY_RECIPIENT: refunded('recipient'),
  REFUND_IN_PART: async () => {
    const order = await answeredOrder(world);
    const input = { conversationId: order.id, amount: 5, givenBack: 0, reason: REASON };
    const decide = async () =>
      done(callDesk(refundConversationPart, await newPerson(world, { staff: 'all' }), input));
    return { sides: sidesOf(order), decide };
  },
  REFUND_REJECTED: async () => {
    const recipient = await newPerson(world, { price: 6_000 });
    const sender = await newPerson(world);
    const { body } = await responseTo(
      sender.pays(recipient, { card: 'pm_card_visa', price: '60.00' }),
    );
    const conversationId = String(body.data[0].id);
    await recipient.answers({ id: conversationId });
    await postAllEvents(world);
    const input = { conversationId, bearer: 'platform', reason: REASON };
    await done(callDesk(refundConversation, await newPerson(world, { staff: 'all' }), input));
    const decide = () => ruling(conversationId, { outcome: 'REJECTED' });
    return { sides: sidesOf({ sender, recipient }), decide };
  },
  ACCOUNT_BLOCKED: async () => {
    const person = await newPerson(world);
    const input = { userId: person.user.id, reason: REASON };
    const decide = async () =>
      done(callDesk(deskBlockUser, await newPerson(world, { staff: 'all' }), input));
    return { sides: { ABOUT: person }, decide };
  },
  ACCOUNT_UNBLOCKED: async () => {
    const person = await newPerson(world);
    const input = { userId: person.user.id, reason: REASON };
    const staff = await newPerson(world, { staff: 'all' });
    await staff.calls('deskBlockUser', { ...input, reason: 'They wrote to eleven people.' });
    const decide = async () => responseTo(staff.calls('deskUnblockUser', input));
    return { sides: { ABOUT: person }, decide };
  },
  PAYOUT_HELD: async () => {
    const person = await newEarner(world);
    return { sides: { ABOUT: person }, decide: () => hold(person) };
  },
  PAYOUT_RELEASED: async () => {
    const person = await newEarner(world);
    await hold(person);
    const input = { userId: person.user.id, reason: REASON };
    const decide = async () =>
      done(callDesk(releaseHeldPayout, await newPerson(world, { staff: 'all' }), input));
    return { sides: { ABOUT: person }, decide };
  },
  TICKET_ANSWERED: async () => {
    const { sender, id } = await pendingTicket(world, await newPerson(world));
    const words = { messageBody: `<p>${REASON}</p>`, conversationStatus: 'OPEN' };
    const input = { conversationId: id, ...words };
    const decide = async () =>
      done(callDesk(answerTicket, await newPerson(world, { staff: 'all' }), input));
    return { sides: { SENDER: sender }, decide };
  },
};

/** Holds the first payout of a person, as the payout run does when it sees signs of cash-out. */
async function hold({ user }: Person) {
  const owed = await dueBalanceOf(table, user.id);
  if (!owed) throw new Error('nothing is owed');
  const until = later(world.now(), DAY);
  expect(await holdBalance(table, user.id, owed, ['SHARED_CARD'], until, world.now())).toBe('done');
}

const isBlocked = async ({ user }: Person) =>
  (await storedUser(world, user.id)).blockedAt !== undefined;

/** The statements of a person, on the screen that they can open. */
async function statementsSeenBy(person: Person) {
  if (await isBlocked(person)) {
    const appealToken = await signAppealToken(person.user.id, world.now());
    return (await visitor().calls('viewBlockedStatements', { appealToken })).data;
  }
  return (await person.calls('viewStatements')).data;
}

async function homeOf(person: Person) {
  return (await person.calls('viewDashboardStats')).data[0];
}

const concerns = ({ detail }: DomainEvent, { user }: Person) =>
  Object.values(detail).includes(user.id);

async function textOfTicket(person: Person) {
  const [asked] = (await domainEventsOf(world, 'conversation.answered')).filter((event) =>
    concerns(event, person),
  );
  if (!asked || !('conversationId' in asked.detail)) throw new Error('no ticket was answered');
  const { conversationId: orderId } = asked.detail;
  return JSON.stringify((await responseTo(person.calls('viewOrderMessages', { orderId }))).body);
}

describe.each(DECISION_KINDS)('the decision %s', (kind) => {
  test('shows its reason to its readers, alerts them on Home and notifies them, and nobody else', async () => {
    const { sides, decide } = await DECISIONS[kind]();
    const people = Object.entries(sides) as [ReaderSide, Person][];
    const devices = new Map<ReaderSide, Awaited<ReturnType<typeof newDevice>>>();
    for (const [side, person] of people) {
      await giveEmail(world, person);
      if (!(await isBlocked(person))) devices.set(side, await newDevice(world, person));
    }
    const before = new Set((await domainEventsOf(world)).map(({ id }) => id));
    await decide();
    await postAllEvents(world);
    const events = (await domainEventsOf(world)).filter(({ id }) => !before.has(id));
    for (const [side, person] of people) {
      const reader = readersOf(kind).find(({ who }) => who === side);
      const statements = await statementsSeenBy(person);
      const own = statements.filter(({ reason }: { reason: string }) => reason === REASON);
      if (!reader) {
        expect(statements).toEqual([]);
        continue;
      }
      const { reads, home, tells } = reader;
      if (reads === 'APPEAL') expect(statements[0].appeal).toMatchObject({ reason: REASON });
      else if (reads === 'CONVERSATION') expect(await textOfTicket(person)).toContain(REASON);
      else if (reads !== 'PAYOUTS') {
        expect(own).toMatchObject([{ deed: reads, appealable: isAppealableDeed(reads) }]);
        const reporter = sides.OPENED_BY?.user;
        if (reporter && side === 'ABOUT')
          for (const name of [reporter.fullName, reporter.username, reporter.id])
            expect(JSON.stringify(own)).not.toContain(name);
      }
      if (home === 'WAITING') expect((await homeOf(person)).unreadOutbox).toBe(1);
      else if (await isBlocked(person))
        expect(await alertOf(table, person.user.id, home)).toMatchObject({
          about: expect.stringMatching(`^${reads} `),
        });
      else
        expect((await homeOf(person)).alerts).toContainEqual(
          expect.objectContaining({
            kind: home,
            ...(home === 'DECISION' && { about: expect.stringMatching(`^${reads} `) }),
          }),
        );
      const told = events.filter((event) => event.type === tells && concerns(event, person));
      expect(told).not.toEqual([]);
      const address = (await storedUser(world, person.user.id)).email ?? '';
      const emailsBefore = world.emails.filter(({ to }) => to === address).length;
      for (const event of told) {
        await deliverToDevices(event);
        if (!devices.has(side) || (await isBlocked(person))) await deliverToEmails(event);
      }
      const reached =
        (devices.get(side)?.arrived().length ?? 0) +
        world.emails.filter(({ to }) => to === address).length -
        emailsBefore;
      expect(reached).toBeGreaterThan(0);
    }
  });
});

const MANUAL = readFileSync('docs/product/desk.md', 'utf8');

test.each(DECISION_KINDS)(
  'the handbook has the row of %s as the table of the code has it',
  (kind) => {
    const cells = readersOf(kind).map(
      ({ who, reads, home, tells }) => `\`${who}\`: \`${reads}\`, \`${home}\`, \`${tells}\``,
    );
    expect(MANUAL).toContain(
      `| \`${kind}\` | ${cells.join('<br>') || 'no one: only staff knew of it'} |`,
    );
  },
);

test.each<[string, DecisionKind[]]>([
  ['The person concerned and whoever reported it read it.', ['REPORT_WARNED', 'REPORT_BLOCKED']],
  ['Whoever reported it reads it.', ['REPORT_REJECTED']],
  ['The sender and the recipient read it.', ['REFUND_IN_PART']],
  ['The person concerned reads it.', ['ACCOUNT_UNBLOCKED']],
  ['Only staff read it.', ['REFUND_REJECTED']],
])('the form of the desk says "%s"', (sentence, kinds) => {
  expect(readersSentence(...kinds)).toBe(sentence);
});
