import { describe, expect, test } from '@jest/globals';
import { handler as deleteAccounts } from '#functions/jobs/deleteAccounts.ts';
import { deletionWithAccount } from '#functions/storage/accounts/account-deletions.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { draftTo as storedDraft } from '#functions/storage/conversations/drafts.ts';
import { dueIndex } from '#functions/storage/index-keys.ts';
import { deletionKey, userKey } from '#functions/storage/keys.ts';
import { changeBalance } from '#functions/storage/ledger/ledger.ts';
import { linksOf } from '#functions/storage/links/links.ts';
import { put, table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { cents } from '#shared/money.ts';
import { DELETION_REMINDER, DELETION_WAIT } from '#shared/rules/accounts/account-deletion.ts';
import { DAY, HOUR, later, MINUTE, toIso } from '#shared/time.ts';
import {
  awaitDeletion,
  completeDeletions,
  requestDueDeletion,
  runDeleteAccounts,
} from '../../support/account-deletions.ts';
import { lambdaContext } from '../../support/call.ts';
import { claimedOrder } from '../../support/claims.ts';
import { intentOf, operator } from '../../support/disputes.ts';
import { deliverToEmails, deliverToTexts, domainEventsAbout } from '../../support/domain-events.ts';
import { nextEmail } from '../../support/emails.ts';
import { expectLedgerMatchesStripe, postAllEvents } from '../../support/money.ts';
import { auditEntriesAbout, runConfirmedOps, runOps } from '../../support/ops.ts';
import { answeredOrder, PRICE, pendingOrder } from '../../support/orders.ts';
import { withPasskey } from '../../support/passkeys.ts';
import { newEarner, runPayday } from '../../support/payouts.ts';
import { newPerson, type Person, personOf, visitor } from '../../support/people.ts';
import { onPlan, withCard } from '../../support/plans.ts';
import { expectRefused } from '../../support/refusals.ts';
import { expectNothingTwice } from '../../support/repeated-schedules.ts';
import { at } from '../../support/stopped-clock.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { supportOf } from '../../support/tickets.ts';

/* The deletion of one's own account. docs/product/accounts.md#deleting-your-account */

const world = worldOfFile();

const accountOfUser = ({ user }: Person) => userById(table, user.id, world.now());
const isPublic = async ({ user }: Person) =>
  (await responseTo(visitor().profileOf(user))).http === 200;
const remindersOf = async (person: Person) =>
  (await domainEventsAbout(world, 'user.deletionSoon', person)).length;
const isDeleted = async (person: Person) => (await accountOfUser(person))?.deletedAt !== undefined;

describe('requestAccountDeletion', () => {
  test('refuses a wrong password, and a call with neither a password nor a passkey', async () => {
    const person = await newPerson(world);
    for (const [proof, sentence] of [
      [{ password: 'Wrong-Horse-1' }, 'That password is incorrect'],
      [{}, 'Please enter your password'],
    ] as const)
      expect(await responseTo(person.calls('requestAccountDeletion', proof))).toMatchObject({
        body: { status: 'INVALID_INPUT', fields: { password: sentence } },
      });
    expect(
      await responseTo(person.asksForDeletion({ confirmation: 'A'.repeat(43) })),
    ).toMatchObject({
      body: { status: 'PASSKEY_REQUIRED' },
    });
    expect(await person.deletion()).toMatchObject({ deletionAt: null });
  });

  test('takes the confirmation by a passkey in place of the password', async () => {
    const person = await newPerson(world);
    const passkey = await withPasskey(person);
    world.advance(73 * HOUR);
    const confirmation = await person.confirms('DELETION', passkey);
    expect(await responseTo(person.asksForDeletion({ confirmation }))).toMatchObject({ http: 200 });
  });

  test('sets the day, returns the same day when it is repeated, and hides the profile', async () => {
    const person = await newPerson(world, { price: PRICE });
    expect(await isPublic(person)).toBe(true);
    const deletionAt = toIso(later(world.now(), DELETION_WAIT));
    const first = await responseTo(person.asksForDeletion());
    expect(first.http).toBe(200);
    expect(Date.parse(first.body.deletionAt) - Date.parse(deletionAt)).toBeLessThan(HOUR);
    world.advance(60_000);
    expect((await responseTo(person.asksForDeletion())).body).toEqual(first.body);
    expect(await person.deletion()).toMatchObject({
      deletionAt: first.body.deletionAt,
    });
    expect(await isPublic(person)).toBe(false);
    expect(await runOps(world, 'person', person.user.id)).toMatch(/DELETION on .* asked for/);
    const sender = await newPerson(world);
    await expectRefused(sender.pays(person, { card: 'pm_card_visa' }), 404, 'NOT_FOUND');
    expect(await responseTo(visitor().signsIn(person.user.username))).toMatchObject({ http: 200 });
  });

  test('is requested once by two calls at the same time', async () => {
    const person = await newPerson(world);
    const both = await Promise.all([
      responseTo(person.asksForDeletion()),
      responseTo(person.asksForDeletion()),
    ]);
    expect(both.map(({ http }) => http)).toEqual([200, 200]);
    expect(await domainEventsAbout(world, 'user.deletionRequested', person)).toHaveLength(1);
  });

  test.each<[string, () => Promise<Person>, RegExp]>([
    [
      'while a claim about an answer is open',
      async () => (await claimedOrder(world)).recipient,
      /claims that you didn’t answer/,
    ],
    [
      'while a balance is owed that will be paid out',
      () => newEarner(world),
      /^We owe you \$22\.00\. .* once it’s paid out/,
    ],
    [
      'from a person with a debt',
      async () => {
        const person = await newPerson(world);
        const debt = changeBalance(person.user.id, cents(-2_200), world.now(), { entries: 0 });
        if (debt) await table.write(debt);
        return person;
      },
      /^Your balance is .*22\.00, because payments were taken back/,
    ],
  ])('is refused %s', async (_case, prepare, sentence) => {
    const person = await prepare();
    const refused = { status: 'WRONG_STATUS', message: expect.stringMatching(sentence) };
    expect((await responseTo(person.asksForDeletion())).body).toMatchObject(refused);
    expect((await person.deletion()).obstacle).toMatch(sentence);
    expect(await accountOfUser(person)).not.toHaveProperty('deletionAt');
  });

  test('is refused for the support account', async () => {
    const support = await supportOf(world);
    const { passwordHash } = (await newPerson(world)).user;
    const withPassword = update(userKey(support.user.id), { set: { passwordHash } });
    await table.write(withPassword);
    expect((await responseTo(support.asksForDeletion())).body).toMatchObject({
      status: 'FORBIDDEN',
    });
  });
});

describe('a requested deletion', () => {
  test('is announced by text message and email at once, and again two days before it comes', async () => {
    const person = await newPerson(world, { email: nextEmail() });
    await person.asksForDeletion();
    await runDeleteAccounts();
    const [requested] = await domainEventsAbout(world, 'user.deletionRequested', person);
    if (!requested) throw new Error('no event');
    await deliverToEmails(requested);
    await deliverToTexts(requested);
    expect(world.emails[0]).toMatchObject({ subject: 'Your account will be deleted' });
    expect(world.texts[0]).toMatchObject({
      body: expect.stringMatching(/will be deleted on .*\/settings\/leaving$/),
    });
    world.advance(DELETION_WAIT - DELETION_REMINDER - HOUR);
    await runDeleteAccounts();
    expect(await remindersOf(person)).toBe(0);
    world.advance(2 * HOUR);
    for (let time = 0; time < 2; time += 1) await runDeleteAccounts();
    expect(await remindersOf(person)).toBe(1);
    await person.keepsAccount();
  });

  test('is cancelled by cancelAccountDeletion, also twice, and the profile is found again', async () => {
    const person = await newPerson(world, { price: PRICE });
    await person.asksForDeletion();
    for (let time = 0; time < 2; time += 1)
      expect(await responseTo(person.keepsAccount())).toMatchObject({ http: 200 });
    expect(await isPublic(person)).toBe(true);
    expect(await person.deletion()).toMatchObject({ deletionAt: null });
    world.advance(DELETION_WAIT + DAY);
    await completeDeletions(world);
    expect(await isDeleted(person)).toBe(false);
  });

  test('ends the plan with the paid month at the next run', async () => {
    const person = await onPlan(world);
    expect(await person.deletion()).toMatchObject({ renews: true });
    await person.asksForDeletion();
    await runDeleteAccounts();
    expect(await person.deletion()).toMatchObject({ renews: false });
    expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
    await person.keepsAccount();
  });

  test('is dropped when an operator blocks the account', async () => {
    const person = await newPerson(world);
    await awaitDeletion(world, person);
    await runConfirmedOps(world, 'block', person.user.id);
    await completeDeletions(world);
    expect(await isDeleted(person)).toBe(false);
    expect(await accountOfUser(person)).not.toHaveProperty('deletionAt');
  });
});

describe('deleteAccounts', () => {
  test('blocks the account after 14 days, deletes its data a minute later, and frees its name', async () => {
    const person = await withCard(world);
    const { user } = person;
    const stripe = await operator(world);
    const customer = (await accountOfUser(person))?.stripeCustomerId ?? '';
    const cards = async () => (await stripe.paymentMethods.list({ customer })).data;
    expect(await cards()).toHaveLength(1);
    await awaitDeletion(world, person);
    await runDeleteAccounts();
    expect(await responseTo(visitor().signsIn(user.username))).toMatchObject({ http: 403 });
    await runDeleteAccounts();
    expect(await isDeleted(person)).toBe(false);
    world.advance(2 * 60_000);
    await runDeleteAccounts();
    const left = await accountOfUser(person);
    expect(left).toMatchObject({ fullName: 'Deleted account', phoneNumber: '' });
    expect(left).not.toHaveProperty('card');
    expect(await cards()).toEqual([]);
    const { username, phoneNumber } = user;
    await newPerson(world, { username, phoneNumber });
    const entries = await auditEntriesAbout(world, user.id);
    expect(entries.map(({ outcome }) => outcome)).toEqual([
      'The account is blocked.',
      'The account is deleted.',
    ]);
    await runDeleteAccounts();
    expect(await auditEntriesAbout(world, user.id)).toHaveLength(2);
  });

  test('withdraws messages that still wait, and their senders and the person get their money back', async () => {
    const offer = { paidResponsePrice: cents(PRICE), paidResponseCommitment: 100 };
    const person = await withCard(world, 'pm_card_visa', offer);
    const sender = await newPerson(world);
    const sent = await responseTo(person.pays(await newPerson(world, { price: PRICE })));
    expect(await person.deletion()).toMatchObject({ sent: 1, toAnswer: 0 });
    const received = await responseTo(sender.pays(person, { card: 'pm_card_visa' }));
    expect(await person.deletion()).toMatchObject({ sent: 1, toAnswer: 1 });
    await requestDueDeletion(world, person);
    await completeDeletions(world);
    expect(await isDeleted(person)).toBe(true);
    for (const [{ body }, status] of [
      [sent, 'CANCELLED'],
      [received, 'EXPIRED'],
    ] as const) {
      const { id } = body.data[0];
      expect(await conversationById(table, id, world.now())).toMatchObject({ status });
      expect(intentOf(world, id)).toMatchObject({ status: 'canceled', amount_received: 0 });
    }
    expect(await sender.seesAsSender(received.body.data[0])).toMatchObject({
      status: 'EXPIRED',
    });
    await postAllEvents(world);
    await expectLedgerMatchesStripe(world);
  });

  test('waits for a payout of what was earned meanwhile, and then deletes', async () => {
    const { recipient, sender, order } = await pendingOrder(world);
    await recipient.setsUpPayouts(world.stripe);
    await recipient.asksForDeletion();
    await recipient.answers(order);
    await postAllEvents(world);
    world.advance(DELETION_WAIT);
    await completeDeletions(world);
    expect(await isDeleted(recipient)).toBe(false);
    expect((await recipient.deletion()).obstacle).toMatch(/^We owe you/);
    await runPayday(world);
    world.advance(DAY);
    await completeDeletions(world);
    expect(await isDeleted(recipient)).toBe(true);
    expect(await isDeleted(sender)).toBe(false);
    await expectLedgerMatchesStripe(world);
  });

  test('opens the account again if a claim is made after the block, and deletes it later', async () => {
    const { sender, recipient, order } = await answeredOrder(world);
    const { user } = recipient;
    const paidOut = changeBalance(user.id, cents(-2_200), world.now(), { entries: 0 });
    if (paidOut) await table.write(paidOut);
    // The time of the claim is over before any deletion that was requested after the answer.
    await requestDueDeletion(world, recipient);
    await runDeleteAccounts();
    expect(await accountOfUser(recipient)).toHaveProperty('blockedAt');
    await sender.claims(order);
    world.advance(2 * 60_000);
    await runDeleteAccounts();
    const reopened = await accountOfUser(recipient);
    expect(reopened).not.toHaveProperty('blockedAt');
    expect(reopened).not.toHaveProperty('deletedAt');
    expect(await responseTo(visitor().signsIn(user.username))).toMatchObject({ http: 200 });
  });

  test("deletes the person's drafts, and keeps those of others, also those to the person", async () => {
    const [person, other, recipient] = [
      await newPerson(world, { price: PRICE }),
      await newPerson(world),
      await newPerson(world, { price: PRICE }),
    ];
    for (const one of [person, other]) await one.savesDraft(recipient);
    await other.savesDraft(person);
    await awaitDeletion(world, person);
    await completeDeletions(world);
    const draftOf = ({ user }: Person, to: Person) =>
      storedDraft(table, user.id, to.user.id, world.now());
    expect(await draftOf(person, recipient)).toBeUndefined();
    for (const to of [person, recipient]) expect(await draftOf(other, to)).toBeDefined();
  });
});

/** An answered order whose recipient is blocked, and deleted by the next run; with a new session of its sender. */
async function orderOfBlockedRecipient() {
  const { sender, recipient, id } = await answeredOrder(world);
  const paidOut = changeBalance(recipient.user.id, cents(-2_200), world.now(), { entries: 0 });
  if (paidOut) await table.write(paidOut);
  await recipient.addsLink('Home');
  await requestDueDeletion(world, recipient);
  await runDeleteAccounts();
  world.advance(2 * MINUTE);
  return { id, recipient, sender: await personOf(world, sender.user) };
}

/** Runs the job, and says whether every deletion succeeded. */
const runJob = () =>
  runDeleteAccounts().then(
    () => 'done',
    () => 'failed',
  );

test.each([
  ['is made', []],
  ['was read before the deletion and is written', [1]],
] as const)(
  'a claim that %s at any step of a deletion leaves a deleted account without a claim, or a whole account with one',
  async (_when, first) => {
    await orderOfBlockedRecipient();
    const steps = await world.stepsOf(runJob);
    const outcomes = new Set<string>();
    for (let before = 0; before <= steps; before += 1) {
      const { id, recipient, sender } = await orderOfBlockedRecipient();
      const deletes = (turns: number) => Array<0>(turns).fill(0);
      const claims = Array<1>(8).fill(1);
      const order = [...first, ...deletes(before), ...claims, ...deletes(2 * steps)];
      const [deletion, claimed] = await world.inOrder<unknown>(order, runJob, () =>
        responseTo(sender.claims({ id })),
      );
      world.advance(5 * MINUTE);
      expect(await runJob()).toBe('done');
      const { user } = await deletionWithAccount(table, recipient.user.id);
      const conversation = await conversationById(table, id, world.now());
      if (user?.deletedAt === undefined) {
        expect(claimed).toMatchObject({ result: { http: 200 } });
        expect(user?.blockedAt).toBeUndefined();
        expect(await linksOf(table, recipient.user.id)).toHaveLength(1);
        expect(conversation?.money.claim).toMatchObject({ state: 'OPEN' });
        outcomes.add('claim');
      } else {
        expect(deletion).toEqual({ result: 'done' });
        expect(claimed).toMatchObject({
          result: { http: 409, body: { message: expect.stringContaining('is closed') } },
        });
        expect(conversation?.money.claim).toBeUndefined();
        expect(await linksOf(table, recipient.user.id)).toEqual([]);
        expect(user.fullName).toBe('Deleted account');
        outcomes.add('deletion');
      }
    }
    expect([...outcomes].sort()).toEqual(['claim', 'deletion']);
  },
);

test('the deletion of an account begins at exactly its time', async () => {
  const { id } = (await newPerson(world)).user;
  const deletionAt = later(world.now(), DAY);
  await table.write(update(userKey(id), { set: { deletionAt } }));
  const due = dueIndex('DELETION', later(deletionAt, -1), id);
  const request = { userId: id, stage: 'WAITING', reminded: true, ...due };
  await table.write(put({ ...deletionKey(id), ...request }));
  const isBlocked = async () => {
    await deleteAccounts({}, lambdaContext());
    return (await table.get<{ blockedAt?: number }>(userKey(id)))?.blockedAt !== undefined;
  };
  expect(await at(world, later(deletionAt, -1), isBlocked)).toBe(false);
  expect(await at(world, deletionAt, isBlocked)).toBe(true);
});

describe('a stale index that still lists a requested deletion', () => {
  test('causes no second reminder', async () => {
    const person = await newPerson(world);
    await person.asksForDeletion();
    await runDeleteAccounts();
    world.advance(DELETION_WAIT - DELETION_REMINDER);
    await expectNothingTwice(world, runDeleteAccounts);
    expect(await remindersOf(person)).toBe(1);
  });

  test('causes no second block of the account', async () => {
    await awaitDeletion(world, await newPerson(world));
    await expectNothingTwice(world, runDeleteAccounts);
  });

  test('causes no second deletion', async () => {
    await awaitDeletion(world, await newPerson(world));
    await runDeleteAccounts();
    world.advance(2 * MINUTE);
    await expectNothingTwice(world, runDeleteAccounts);
  });
});
