import { describe, expect, test } from '@jest/globals';
import { userKey } from '#functions/storage/keys.ts';
import { table, update } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { ReasonOptions, Ruling } from '#lib/local/deeds/desk.ts';
import { WRITTEN_BY_ME } from '#lib/local/deeds/texts.ts';
import { contestedOrder, openCasesAbout } from '../../support/claims.ts';
import { postAllEvents } from '../../support/money.ts';
import { answeredOrder, PRICE, pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { appealedStatement, openedCase } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { supportOf } from '../../support/tickets.ts';

/* What the desk offers: only what the rules allow now, and nothing dangerous unseen. docs/product/desk.md#choices */

const world = worldOfFile();
const REASON = 'We read the whole conversation twice.';

const seenCase = (staff: Person, caseId: string, reason?: string) =>
  staff.looksAtCase({ id: caseId }, { reason });
const decide = (staff: Person, caseId: string, { reason, ...ruling }: Ruling & ReasonOptions) =>
  responseTo(staff.decidesCase({ id: caseId }, ruling, { reason }));

const reported = async (about: Person, more = {}) =>
  openedCase(world, { openedBy: (await newPerson(world)).user.id, userId: about.user.id }, more);

describe('a report', () => {
  test('refuses to remove what is gone already, with the reason beside it', async () => {
    const staff = await newPerson(world, { staff: 'all' });
    const one = await reported(await newPerson(world));
    expect((await seenCase(staff, one.id)).refused).toEqual({
      BIO: 'This is gone already.',
      PICTURE: 'This is gone already.',
      CONTENT_REMOVED: 'Everything that could be removed is gone already.',
    });
    const other = await reported(await newPerson(world, { bio: '<p>Hi.</p>' }));
    expect((await seenCase(staff, other.id)).refused).toEqual({ PICTURE: 'This is gone already.' });
  });

  test('about a letter says nothing of its message, which was paid for and stays', async () => {
    const staff = await newPerson(world, { staff: 'all' });
    const { sender, recipient, id } = await answeredOrder(world);
    const one = await openedCase(
      world,
      { openedBy: sender.user.id, userId: recipient.user.id },
      { subject: { type: 'MESSAGE', id, within: id } },
    );
    const { refused } = await seenCase(staff, one.id);
    expect(refused).not.toHaveProperty('MESSAGE');
  });

  test('refuses to block the support account, and says that an account is blocked already', async () => {
    const staff = await newPerson(world, { staff: 'all' });
    const one = await reported(await supportOf(world));
    expect((await seenCase(staff, one.id)).refused).toMatchObject({
      ACCOUNT_BLOCKED: 'The support account can’t be blocked.',
    });
    const person = await newPerson(world);
    const other = await reported(person);
    await staff.blocksAccount(person, { reason: REASON });
    expect((await seenCase(staff, other.id)).consequences.ACCOUNT_BLOCKED).toContain(
      'blocked already',
    );
  });

  test('that is decided offers nothing', async () => {
    const staff = await newPerson(world, { staff: 'all' });
    const one = await reported(await newPerson(world));
    await decide(staff, one.id, { outcome: 'REJECTED' });
    expect(await seenCase(staff, one.id)).toMatchObject({ refused: {}, consequences: {} });
  });
});

test('the person of the support account has no form that blocks it', async () => {
  const { user } = await supportOf(world);
  const seen = await (await newPerson(world, { staff: 'all' })).looksAtAccount(user);
  expect(seen.blockObstacle).toBe('The support account can’t be blocked.');
});

test.each([
  ['CONTENT_REMOVED', 'What was removed can’t be restored.'],
  ['EARNING_REVERSED', 'There’s no earning left to restore, so nothing else changes.'],
  ['PAYMENT_KEPT', 'The payment isn’t refunded by this.'],
  [
    'WARNED',
    'The warning no longer counts. It stays in their decisions, and says that they were right.',
  ],
  ['ACCOUNT_BLOCKED', 'The account isn’t blocked anymore.'],
] as const)('an appeal against %s says what granting it undoes', async (deed, words) => {
  const person = await newPerson(world);
  const { appeal } = await appealedStatement(world, person.user.id, deed);
  const { consequences } = await seenCase(await newPerson(world, { staff: 'all' }), appeal.id);
  expect(consequences).toEqual({ UPHELD: words });
});

test('an appeal against a block says that the account is unblocked', async () => {
  const [person, staff] = [await newPerson(world), await newPerson(world, { staff: 'all' })];
  await staff.blocksAccount(person, { reason: REASON });
  const { appeal } = await appealedStatement(world, person.user.id, 'ACCOUNT_BLOCKED');
  const { consequences } = await seenCase(await newPerson(world, { staff: 'all' }), appeal.id);
  expect(consequences).toEqual({ UPHELD: 'The account is unblocked.' });
});

/** A proposed refund of $60.00. */
async function proposed() {
  const recipient = await newPerson(world, { price: 6_000 });
  const sender = await newPerson(world);
  const { body } = await responseTo(
    sender.pays(recipient, { card: 'pm_card_visa', price: '60.00' }),
  );
  const id = String(body.data[0].id);
  await recipient.answers({ id });
  await postAllEvents(world);
  await (await newPerson(world, { staff: 'all' })).refunds({ id }, { reason: REASON });
  return { sender, recipient, id };
}

describe('a proposed refund', () => {
  test('is not offered while a claim decides, and can be rejected', async () => {
    const { sender, id } = await proposed();
    const staff = await newPerson(world, { staff: 'all' });
    expect((await seenCase(staff, id)).refused).toEqual({});
    await sender.claims({ id });
    const { refused } = await seenCase(staff, id);
    expect(refused.UPHELD).toContain('The sender made a claim about this answer.');
    const { body } = await decide(staff, id, { outcome: 'UPHELD' });
    expect(body).toMatchObject({ status: 'WRONG_STATUS', message: refused.UPHELD });
    expect((await decide(staff, id, { outcome: 'REJECTED' })).http).toBe(200);
  });
});

test('a conversation offers each way of a refund that the rules allow, and says why not the others', async () => {
  const staff = await newPerson(world, { staff: 'all' });
  const { sender, order } = await answeredOrder(world);
  const refusedOf = async () => (await staff.looksAtConversation(order)).refused;
  expect(await refusedOf()).toEqual({});
  await sender.claims(order);
  for (const choice of ['platform', 'recipient', 'part'])
    expect((await refusedOf())[choice]).toContain('The sender made a claim');
  const pending = await pendingOrder(world);
  const seen = await responseTo(staff.looksAtConversation(pending));
  expect(seen.body.data[0].refused.recipient).toContain('no one earned anything');
});

describe('a report that somebody may be in danger', () => {
  test('is not decided by somebody who has not seen what was reported', async () => {
    const one = await reported(await newPerson(world), { harm: 3, reason: 'THREAT' });
    const [staff, other] = [
      await newPerson(world, { staff: 'all' }),
      await newPerson(world, { staff: 'all' }),
    ];
    const unseen = 'Someone may be in danger. Look at what was reported before you decide.';
    expect((await seenCase(staff, one.id)).obstacle).toBe(unseen);
    for (const ruling of [{ outcome: 'REJECTED' }, { outcome: 'UPHELD', deed: 'WARNED' }])
      expect((await decide(staff, one.id, ruling)).body).toMatchObject({
        status: 'FORBIDDEN',
        message: unseen,
      });
    // A colleague's look is not one's own.
    expect((await seenCase(other, one.id, REASON)).quotes).toHaveLength(1);
    expect((await decide(staff, one.id, { outcome: 'REJECTED' })).body.status).toBe('FORBIDDEN');
    expect((await seenCase(staff, one.id, REASON)).obstacle).toBeNull();
    expect((await decide(staff, one.id, { outcome: 'REJECTED' })).http).toBe(200);
  });

  test('about a paid message needs a look at its messages before the payment is decided', async () => {
    const order = await pendingOrder(world);
    await order.recipient.reportsLetter(order, { reason: 'THREAT' });
    await postAllEvents(world);
    const staff = await newPerson(world, { staff: 'all' });
    expect(
      (await responseTo(staff.decidesReview(order, 'KEEP', { reason: REASON }))).body.status,
    ).toBe('FORBIDDEN');
    const seen = await responseTo(staff.looksAtConversation(order, { reason: REASON }));
    expect(seen.body.data[0].obstacle).toBeNull();
    expect((await responseTo(staff.decidesReview(order, 'KEEP', { reason: REASON }))).http).toBe(
      200,
    );
  });

  test('of less harm is decided without a look', async () => {
    const one = await reported(await newPerson(world), { harm: 2 });
    expect(
      (await decide(await newPerson(world, { staff: 'all' }), one.id, { outcome: 'REJECTED' }))
        .http,
    ).toBe(200);
  });
});

describe('the case of a claim', () => {
  test('shows the message, the answer with who wrote it and how, the improved answer and both sides, with a reason', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    const sender = await newPerson(world);
    const id = (await sender.pays(recipient, { card: 'pm_card_visa' })).id;
    await recipient.answers({ id }, { written: WRITTEN_BY_ME });
    await postAllEvents(world);
    await sender.claims({ id });
    await recipient.improves({ id });
    await sender.asksForDecision({ id });
    const caseId = String((await openCasesAbout(id))[0]?.id);
    const staff = await newPerson(world, { staff: 'all' });
    expect((await seenCase(staff, caseId)).written).toBeNull();
    const { letter, written: shown } = await seenCase(staff, caseId, REASON);
    expect(letter?.claim).toMatchObject({
      improvedAt: expect.any(String),
      contest: { by: { id: sender.user.id } },
    });
    expect(shown).toMatchObject({
      messages: [
        { kind: 'QUESTION', written: null },
        {
          kind: 'PAID_RESPONSE',
          written: {
            declaration: 'SELF',
            signedAt: null,
            counts: { typed: 1_204, pasted: 80, minutes: 12 },
          },
        },
        { kind: 'IMPROVED_ANSWER' },
      ],
    });
  });

  test('that is not contested any more offers no decision', async () => {
    const { id } = await contestedOrder(world);
    const caseId = String((await openCasesAbout(id))[0]?.id);
    expect((await seenCase(await newPerson(world, { staff: 'all' }), caseId)).refused).toEqual({});
  });
});

describe('a statement never names who reported', () => {
  test.each([
    ['the full name', 'Nora Feldmann told us that you lied.'],
    ['the first name', 'You wrote to Nora every single day.'],
    ['the last name, as a possessive', 'You used Feldmann’s picture without asking.'],
    ['the username', 'You wrote to @nora.feldmann.x every day.'],
  ])('decideCase refuses a reason with %s', async (_what, reason) => {
    const name = { fullName: 'Nora Feldmann', username: 'nora.feldmann.x' };
    const person = await newPerson(world);
    const openedBy = (await newPerson(world)).user.id;
    await table.write(update(userKey(openedBy), { set: name }));
    const one = await openedCase(world, { openedBy, userId: person.user.id });
    const staff = await newPerson(world, { staff: 'all' });
    const { body } = await decide(staff, one.id, { outcome: 'UPHELD', deed: 'WARNED', reason });
    expect(body).toMatchObject({ status: 'INVALID_INPUT' });
    expect(body.fields.reason).toContain('may not name who reported');
    const fine = {
      outcome: 'UPHELD',
      deed: 'WARNED',
      reason: 'You wrote to the same person daily.',
    };
    expect((await decide(staff, one.id, fine)).http).toBe(200);
  });
});
