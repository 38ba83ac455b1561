import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { signAppealToken } from '#functions/auth/sign-tokens.ts';
import { alertOf } from '#functions/storage/accounts/alerts.ts';
import { caseIdsOf, casesById } from '#functions/storage/desk/cases.ts';
import { statementsOf } from '#functions/storage/desk/statements.ts';
import { dueBalanceOf, holdBalance } from '#functions/storage/payouts/balances.ts';
import { table } from '#functions/storage/table.ts';
import type { Ruling } from '#lib/local/deeds/desk.ts';
import { DESK_REASON } from '#lib/local/deeds/texts.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { isAppealableDeed, type Statement } from '#shared/rules/desk/cases.ts';
import {
  DECISION_KINDS,
  type DecisionKind,
  type ReaderSide,
  readersOf,
  readersSentence,
} from '#shared/rules/desk/decision-readers.ts';
import { DAY, later } from '#shared/time.ts';
import { contestedOrder, openCaseAbout } from '../../support/claims.ts';
import { newDevice } from '../../support/devices.ts';
import { deliverToDevices, deliverToEmails, domainEventsOf } from '../../support/domain-events.ts';
import { giveEmail } from '../../support/emails.ts';
import { postAllEvents } from '../../support/money.ts';
import { answeredOrder, pendingOrder } from '../../support/orders.ts';
import { newEarner } from '../../support/payouts.ts';
import { newPerson, type Person, visitor } from '../../support/people.ts';
import { appealedStatement, openedCase, storedUser } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { pendingTicket } from '../../support/tickets.ts';
import { publicAnswer } from '../../usual-calls/public-answers.ts';

/*
 * Every decision reaches its readers: its reason on a screen, an alert on Home, and a notification on a device and by email.
 * docs/product/desk.md#who-reads-a-decision
 */

const world = worldOfFile();
const REASON = DESK_REASON;

type Sides = Readonly<Partial<Record<ReaderSide, Person>>>;
type Prepared = { readonly sides: Sides; readonly decide: () => Promise<unknown> };

/** A member of staff who may decide everything. */
const staff = () => newPerson(world, { staff: 'all' });
const ruled = async (one: Ref, ruling: Ruling) => (await staff()).decidesCase(one, ruling);

const reportedProfile = (ruling: Ruling) => async (): Promise<Prepared> => {
  const [reporter, person] = [
    await newPerson(world),
    await newPerson(world, { bio: '<p>Hi.</p>' }),
  ];
  const one = await openedCase(world, { openedBy: reporter.user.id, userId: person.user.id });
  const sides = { ABOUT: person, OPENED_BY: reporter };
  return { sides, decide: () => ruled(one, ruling) };
};

const appealed = (outcome: string) => async (): Promise<Prepared> => {
  const person = await newPerson(world);
  const { appeal } = await appealedStatement(world, person.user.id, 'WARNED');
  return { sides: { ABOUT: person }, decide: () => ruled(appeal, { outcome }) };
};

const sidesOf = ({ sender, recipient }: { sender: Person; recipient: Person }): Sides => ({
  SENDER: sender,
  RECIPIENT: recipient,
});

const contested = (outcome: string) => async (): Promise<Prepared> => {
  const order = await contestedOrder(world);
  const one = await openCaseAbout(order);
  const decide = async () => (await staff()).decidesClaim(one, outcome);
  return { sides: sidesOf(order), decide };
};

const reviewed = (outcome: string) => async (): Promise<Prepared> => {
  const order = await pendingOrder(world);
  await order.recipient.reportsLetter(order);
  await postAllEvents(world);
  const decide = async () => (await staff()).decidesReview(order, outcome);
  return { sides: sidesOf(order), decide };
};

const refunded =
  (bearer: string, order = answeredOrder) =>
  async (): Promise<Prepared> => {
    const made = await order(world);
    const decide = async () => (await staff()).refunds(made, { bearer });
    return { sides: sidesOf(made), decide };
  };

/** How each kind of decision comes about, through the real handlers. */
const DECISIONS: Readonly<Record<DecisionKind, () => Promise<Prepared>>> = {
  REPORT_WARNED: reportedProfile({ outcome: 'UPHELD', deed: 'WARNED' }),
  REPORT_REMOVED: reportedProfile({ outcome: 'UPHELD', deed: 'CONTENT_REMOVED', remove: 'BIO' }),
  PUBLIC_ANSWER_REMOVED: async () => {
    const { sender, recipient, publicAnswerId } = await publicAnswer(world);
    const reporter = await newPerson(world);
    await reporter.reportsPublicAnswer(publicAnswerId, { reasonCode: 'HATE_SPEECH' });
    const [one] = await casesById(table, await caseIdsOf(table, reporter.user.id));
    const ruling = { outcome: 'UPHELD', deed: 'CONTENT_REMOVED', remove: 'PUBLIC_ANSWER' };
    const sides = { ABOUT: recipient, SENDER: sender, OPENED_BY: reporter };
    return { sides, decide: () => ruled(one as Ref, ruling as Ruling) };
  },
  REPORT_BLOCKED: reportedProfile({ outcome: 'UPHELD', deed: 'ACCOUNT_BLOCKED' }),
  REPORT_REJECTED: reportedProfile({ outcome: 'REJECTED' }),
  APPEAL_GRANTED: appealed('UPHELD'),
  APPEAL_REJECTED: appealed('REJECTED'),
  EARNING_RESTORED: async () => {
    const order = await contestedOrder(world);
    const one = await openCaseAbout(order);
    await (await staff()).decidesClaim(one, 'UPHELD', { reason: 'It is about a violin.' });
    await postAllEvents(world);
    const [statement] = (await statementsOf(table, order.recipient.id)) as [Statement];
    await order.recipient.appeals(statement);
    const [appealed] = await statementsOf(table, order.recipient.id);
    const appeal = { id: String(appealed?.appeal?.caseId) };
    const decide = () => ruled(appeal, { outcome: 'UPHELD' });
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
    const decide = async () => (await staff()).refundsPart(order, '5.00');
    return { sides: sidesOf(order), decide };
  },
  REFUND_REJECTED: async () => {
    const recipient = await newPerson(world, { price: 6_000 });
    const sender = await newPerson(world);
    const order = await sender.pays(recipient, { card: 'pm_card_visa', price: '60.00' });
    await recipient.answers(order);
    await postAllEvents(world);
    await (await staff()).refunds(order);
    const decide = () => ruled(order, { outcome: 'REJECTED' });
    return { sides: sidesOf({ sender, recipient }), decide };
  },
  ACCOUNT_BLOCKED: async () => {
    const person = await newPerson(world);
    const decide = async () => (await staff()).blocksAccount(person);
    return { sides: { ABOUT: person }, decide };
  },
  ACCOUNT_UNBLOCKED: async () => {
    const person = await newPerson(world);
    const moderator = await staff();
    await moderator.blocksAccount(person, { reason: 'They wrote to eleven people.' });
    const decide = () => moderator.unblocksAccount(person);
    return { sides: { ABOUT: person }, decide };
  },
  PAYOUT_HELD: async () => {
    const person = await newEarner(world);
    return { sides: { ABOUT: person }, decide: () => hold(person) };
  },
  PAYOUT_RELEASED: async () => {
    const person = await newEarner(world);
    await hold(person);
    const decide = async () => (await staff()).releasesPayout(person);
    return { sides: { ABOUT: person }, decide };
  },
  TICKET_ANSWERED: async () => {
    const { sender, order } = await pendingTicket(world, await newPerson(world));
    const decide = async () => (await staff()).answersTicket(order, { text: `<p>${REASON}</p>` });
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
    return (await visitor().statementsOfBlocked(appealToken)).data;
  }
  return (await person.statements()).data;
}

const concerns = ({ detail }: DomainEvent, { user }: Person) =>
  Object.values(detail).includes(user.id);

async function textOfTicket(person: Person) {
  const [asked] = (await domainEventsOf(world, 'conversation.answered')).filter((event) =>
    concerns(event, person),
  );
  if (!asked || !('conversationId' in asked.detail)) throw new Error('no ticket was answered');
  return JSON.stringify(await person.readsOrder({ id: asked.detail.conversationId }));
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
      const own = statements.filter(({ reason }) => reason === REASON);
      if (!reader) {
        expect(statements).toEqual([]);
        continue;
      }
      const { reads, home, tells } = reader;
      if (reads === 'APPEAL') expect(statements[0]?.appeal).toMatchObject({ reason: REASON });
      else if (reads === 'CONVERSATION') expect(await textOfTicket(person)).toContain(REASON);
      else if (reads !== 'PAYOUTS') {
        expect(own).toMatchObject([{ deed: reads, appealable: isAppealableDeed(reads) }]);
        const reporter = sides.OPENED_BY?.user;
        if (reporter && side === 'ABOUT')
          for (const name of [reporter.fullName, reporter.username, reporter.id])
            expect(JSON.stringify(own)).not.toContain(name);
      }
      if (home === 'WAITING') expect((await person.dashboard()).unreadOutbox).toBe(1);
      else if (await isBlocked(person))
        expect(await alertOf(table, person.user.id, home)).toMatchObject({
          about: expect.stringMatching(`^${reads} `),
        });
      else
        expect((await person.dashboard()).alerts).toContainEqual(
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
