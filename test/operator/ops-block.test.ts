import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { media } from '#functions/gateways/media.ts';
import { handler as payOut } from '#functions/jobs/payOut.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { holderOfPasskey, passkeysOf } from '#functions/storage/auth/passkeys.ts';
import { draftTo as storedDraft } from '#functions/storage/conversations/drafts.ts';
import { statementsOf } from '#functions/storage/desk/statements.ts';
import { knownDevicesKey, oddsKey } from '#functions/storage/keys.ts';
import { changeBalance } from '#functions/storage/ledger/ledger.ts';
import {
  changeSettings,
  settingsOf,
} from '#functions/storage/notifications/notification-settings.ts';
import { payoutsOf } from '#functions/storage/payouts/payouts.ts';
import { recordOutcome } from '#functions/storage/profiles/odds.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { picturesOf } from '#lib/operator/ops/pictures.ts';
import { cents } from '#shared/money.ts';
import { DEFAULT_SETTINGS } from '#shared/rules/notifications/notification-settings.ts';
import { DAY, HOUR, MINUTE } from '#shared/time.ts';
import { lambdaContext } from '../support/call.ts';
import { groupOf } from '../support/chats.ts';
import { owedTo } from '../support/disputes.ts';
import {
  expectLedgerMatchesStripe,
  ledgerChanges,
  ledgerOf,
  postAllEvents,
  runSchedules,
} from '../support/money.ts';
import { auditEntriesAbout, runConfirmedOps, runOps } from '../support/ops.ts';
import { answeredOrder, PRICE, pendingOrder } from '../support/orders.ts';
import { withPasskey } from '../support/passkeys.ts';
import { newEarner, runPayOut } from '../support/payouts.ts';
import { newPerson, type Person, personOf, visitor } from '../support/people.ts';
import { onPlan } from '../support/plans.ts';
import { formOf } from '../support/profiles.ts';
import { expectRefused } from '../support/refusals.ts';
import { supportOf } from '../support/tickets.ts';
import { startWorld, type World } from '../support/world.ts';

/* npm run ops -- block and unblock, and delete-account. */

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const BLOCKED = {
  http: 403,
  body: {
    status: 'FORBIDDEN',
    message: 'This account is blocked and can’t be used. What is owed to you is kept for you.',
  },
};

/** The response that an operation that writes gives to an access token from before the block. */
const SIGNED_OUT = { http: 401, body: { status: 'UNAUTHENTICATED' } };

const block = ({ user }: Person) => runConfirmedOps(world, 'block', user.username);
const unblock = ({ user }: Person) => runConfirmedOps(world, 'unblock', user.username);

const signIn = ({ user }: Person, password = PASSWORD) =>
  responseTo(visitor().signsIn(user.username, { password, json: true }));

describe('a blocked person', () => {
  test('gets a statement of reasons with the reason of the operator, once', async () => {
    const person = await newPerson(world);
    expect(await runOps(world, 'block', person.user.username)).toContain(
      'They get a statement of reasons, which quotes your --reason, and may appeal.',
    );
    await block(person);
    await block(person);
    expect(await statementsOf(table, person.user.id)).toMatchObject([
      { deed: 'ACCOUNT_BLOCKED', rule: 'RULES', reason: 'ticket 17' },
    ]);
  });

  test('cannot sign in, and sees the reason only with the right password', async () => {
    const person = await newPerson(world);
    expect(await block(person)).toMatch(/is blocked\.\n0 letters to them ended/);
    expect(await signIn(person)).toMatchObject(BLOCKED);
    expect(await signIn(person, 'Wrong-Horse-1')).toMatchObject({
      http: 401,
      body: { message: 'Wrong username or password' },
    });
    const { phoneNumber = '' } = person.user;
    await visitor().asksForLoginCode(phoneNumber);
    const code = world.codeSentTo(phoneNumber);
    expect(await responseTo(visitor().signsInByCode(phoneNumber, code))).toMatchObject(BLOCKED);
  });

  test('is signed out of every session', async () => {
    const person = await newPerson(world);
    await block(person);
    await expectRefused(person.refreshes(person.refreshToken), 401, 'UNAUTHENTICATED');
  });

  test('cannot sign in while the block command runs', async () => {
    const person = await newPerson(world);
    const [signed] = await Promise.all([signIn(person), block(person)]);
    if (signed.http !== 200) return expect([401, 403]).toContain(signed.http);
    await expectRefused(person.refreshes(signed.body.refresh_token), 401, 'UNAUTHENTICATED');
  });

  test('cannot pay, answer, reply or ask for help in an existing session', async () => {
    const open = await pendingOrder(world);
    await open.recipient.answers(open);
    const order = await pendingOrder(world);
    await block(open.sender);
    expect(
      await responseTo(open.sender.pays(await newPerson(world, { price: PRICE }))),
    ).toMatchObject(SIGNED_OUT);
    expect(
      await responseTo(
        open.sender.pays(await newPerson(world, { price: PRICE }), { card: 'pm_card_visa' }),
      ),
    ).toMatchObject(SIGNED_OUT);
    expect(await responseTo(open.sender.writes(open))).toMatchObject(SIGNED_OUT);
    await supportOf(world);
    expect(await responseTo(open.sender.asksSupport())).toMatchObject(SIGNED_OUT);
    await block(order.recipient);
    expect(await responseTo(order.recipient.answers(order))).toMatchObject(SIGNED_OUT);
    await block(open.recipient);
    expect(await responseTo(open.recipient.answers(open))).toMatchObject(SIGNED_OUT);
    await expectLedgerMatchesStripe(world);
  });

  test('cannot choose or keep a plan in an existing session', async () => {
    const [free, paying] = [await newPerson(world), await onPlan(world)];
    const begun = await newPerson(world, { licenseId: 'NONE' });
    for (const person of [free, paying, begun]) await block(person);
    const before = world.stripe.read('subscriptions');
    expect(await responseTo(paying.choosesPlan())).toMatchObject(SIGNED_OUT);
    expect(await responseTo(free.savesCard())).toMatchObject(SIGNED_OUT);
    expect(await responseTo(begun.choosesPaid('STARTER'))).toMatchObject(SIGNED_OUT);
    expect(world.stripe.read('subscriptions')).toEqual(before);
    expect((await userById(table, paying.user.id, world.now()))?.membership?.ending).toBeTruthy();
  });

  test('cannot edit their profile in an existing session', async () => {
    const person = await newPerson(world);
    await block(person);
    expect(
      await responseTo(person.editsProfile(formOf(person, { userBio: 'Look at my other page' }))),
    ).toMatchObject(SIGNED_OUT);
  });

  test('has no profile and accepts no messages', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    await block(recipient);
    const { username } = recipient.user;
    const notFound = { http: 404, body: { status: 'NOT_FOUND' } };
    expect(await responseTo(visitor().profileNamed(username))).toMatchObject(notFound);
    expect(
      await responseTo((await newPerson(world)).pays(recipient, { card: 'pm_card_visa' })),
    ).toMatchObject(notFound);
  });

  test('is not paid out until unblocked; the balance is kept', async () => {
    const order = await pendingOrder(world);
    await order.recipient.answers(order);
    await postAllEvents(world);
    await block(order.recipient);
    world.advance(45 * DAY);
    await payOut({}, lambdaContext());
    expect(await owedTo(order.recipient)).toBe(2_200);
    expect(await payoutsOf(table, order.recipient.user.id)).toEqual([]);
    await unblock(order.recipient);
    world.advance(31 * DAY);
    await payOut({}, lambdaContext());
    expect(await payoutsOf(table, order.recipient.user.id)).toMatchObject([{ amount: 2_200 }]);
  });
});

describe('the block command', () => {
  test('refunds the pending messages to and from the person, and notifies the other people', async () => {
    const toThem = await pendingOrder(world);
    const person = toThem.recipient;
    const other = await newPerson(world, { price: PRICE });
    const fromThem = (await person.pays(other, { card: 'pm_card_visa' })).id;
    const before = await ledgerOf(world);
    expect(await runOps(world, 'block', person.user.username)).toMatch(
      /1 pending letters to them end[\s\S]*1 pending letters from them[\s\S]*Nothing was changed/,
    );
    expect(await block(person)).toMatch(
      /1 letters to them ended and 1 letters from them were withdrawn/,
    );
    await postAllEvents(world);
    expect((await ledgerOf(world)).held).toBe((before.held ?? 0) - 2 * PRICE);
    await expectLedgerMatchesStripe(world);
    expect(await toThem.sender.seesAsSender(toThem)).toMatchObject({
      status: 'EXPIRED',
      reasonCode: 'WITHDRAWN',
      moneyState: 'RELEASED',
    });
    // Its recipient no longer sees the message.
    const again = await personOf(world, other.user);
    const gone = await responseTo(again.seesAsRecipient({ id: fromThem }));
    expect(gone.body.data?.[0].status ?? gone.body.status).toMatch(/CANCELLED|NOT_FOUND/);
    expect(await auditEntriesAbout(world, person.user.id)).toMatchObject([{ reason: 'ticket 17' }]);
    expect(await auditEntriesAbout(world, toThem.id)).toHaveLength(1);
    expect(await auditEntriesAbout(world, fromThem)).toHaveLength(1);
    expect((await userById(table, person.user.id, world.now()))?.endedCount ?? 0).toBe(0);
  });

  test('ends the person’s plan at the end of the paid month', async () => {
    const person = await onPlan(world);
    expect(await block(person)).toMatch(/Their plan ends after the month that’s paid for/);
    expect((await userById(table, person.user.id, world.now()))?.membership?.ending).toBeTruthy();
  });

  test('blocks once if it runs twice, and the second run shows when the account was blocked', async () => {
    const person = await newPerson(world);
    await block(person);
    expect(await block(person)).toMatch(/has been blocked since .* UTC\.\nNothing to do\.$/);
    expect(await auditEntriesAbout(world, person.user.id)).toHaveLength(1);
  });

  test('is refused for the support account and for unknown people', async () => {
    const support = await supportOf(world);
    expect(await runConfirmedOps(world, 'block', support.user.username)).toMatch(
      /This is the support account/,
    );
    expect(await runConfirmedOps(world, 'block', 'nobody_at_all')).toMatch(
      /^No account matches nobody_at_all/,
    );
  });

  test('is undone by the unblock command: the person signs in and accepts messages as before', async () => {
    const recipient = await newPerson(world, { price: PRICE });
    await block(recipient);
    expect(await unblock(recipient)).toMatch(/Done\.$/);
    expect(await signIn(recipient)).toMatchObject({ http: 200 });
    await (await newPerson(world)).pays(recipient, { card: 'pm_card_visa' });
    expect(await unblock(recipient)).toMatch(/is not blocked\.\nNothing to do\.$/);
    expect(await auditEntriesAbout(world, recipient.user.id)).toHaveLength(2);
  });
});

describe('the delete-account command', () => {
  const forget = ({ user }: Person) => runConfirmedOps(world, 'delete-account', user.id);

  test('removes personal data once, and frees the username and the phone number', async () => {
    const order = await pendingOrder(world);
    await order.recipient.answers(order);
    await postAllEvents(world);
    const { user } = order.recipient;
    await order.recipient.savesDraft(order.sender);
    const { credentialId } = await withPasskey(order.recipient);
    await recordOutcome(table, user.id, order.id, world.now());
    expect(await table.get(oddsKey(user.id))).toBeDefined();
    await changeSettings(table, user.id, { turnOff: ['push:payout.paid'] });
    expect(await signIn(order.recipient)).toMatchObject({ http: 200 });
    await block(order.recipient);
    expect(await table.get(knownDevicesKey(user.id))).toBeDefined();
    expect(await runOps(world, 'delete-account', user.id)).toMatch(
      /^A request from before the block/,
    );
    world.advance(MINUTE);
    expect(await runOps(world, 'delete-account', user.id)).toMatch(/They are owed \$22\.00/);
    const before = await ledgerOf(world);
    await media.keepPortrait(user.id, Buffer.from('a picture'), world.now());
    await media.keepBioPicture(user.id, Buffer.from('a picture'), world.now());
    expect(await forget(order.recipient)).toMatch(/Done\.\nRemoved 2 stored versions/);
    expect(await picturesOf(user.id)).toEqual([]);
    const left = await userById(table, user.id, world.now());
    expect(left).toMatchObject({ fullName: 'Deleted account', phoneNumber: '', passwordHash: '' });
    expect(JSON.stringify(left)).not.toContain(user.username);
    expect(await storedDraft(table, user.id, order.sender.user.id, world.now())).toBeUndefined();
    expect(await table.get(knownDevicesKey(user.id))).toBeUndefined();
    expect(await table.get(oddsKey(user.id))).toBeUndefined();
    expect(await passkeysOf(table, user.id)).toEqual([]);
    expect(await holderOfPasskey(table, credentialId)).toBeUndefined();
    expect(await settingsOf(table, user.id)).toEqual(DEFAULT_SETTINGS);
    const { username, phoneNumber } = user;
    expect(await responseTo(visitor().profileNamed(username))).toMatchObject({
      http: 404,
    });
    expect(await signIn(order.recipient)).toMatchObject({ http: 401 });
    expect(await ledgerOf(world)).toEqual(before);
    await newPerson(world, { username, phoneNumber });
    // The crash left one picture undeleted.
    await media.keepPortrait(user.id, Buffer.from('a picture'), world.now());
    expect(await forget(order.recipient)).toMatch(/1 stored versions .* remain\.[\s\S]*Removed 1/);
    expect(await forget(order.recipient)).toMatch(/already deleted[\s\S]*Nothing to do/);
    expect(await runConfirmedOps(world, 'unblock', user.id)).toBe('This account was deleted.');
    const entries = await auditEntriesAbout(world, user.id);
    expect(entries.map(({ outcome }) => outcome)).toEqual([
      'The account is blocked.',
      'The account is deleted.',
    ]);
  });

  test('takes the person out of their groups, which another member owns then', async () => {
    const { maker, others, chat } = await groupOf(world, 3);
    const [ben] = others as [Person];
    const two = await maker.opensChat(ben);
    await block(maker);
    world.advance(MINUTE);
    expect(await runOps(world, 'delete-account', maker.user.id)).toMatch(/They leave their groups/);
    for (let time = 0; time < 2; time += 1) await forget(maker);
    const left = await ben.chat(chat);
    expect(left).toMatchObject({ memberCount: 2, description: expect.stringContaining('left') });
    expect(others.map(({ user }) => user.id)).toContain(left.ownerId);
    expect(await ben.chat(two)).toMatchObject({ name: 'Deleted account' });
  });

  test('works while a payout waits for a payout account, and names the amount that is forfeited', async () => {
    const person = await newEarner(world);
    world.advance(45 * DAY);
    await runPayOut();
    expect(await payoutsOf(table, person.user.id)).toMatchObject([{ status: 'WAITING' }]);
    await block(person);
    world.advance(MINUTE);
    expect(await runOps(world, 'delete-account', person.user.id)).toMatch(/They are owed \$22\.00/);
    expect(await forget(person)).toMatch(/Done\./);
    await expectLedgerMatchesStripe(world);
  });

  test('books a person’s debt as a loss of the platform, once', async () => {
    const { recipient, intent } = await answeredOrder(world);
    const userId = recipient.user.id;
    const gone = changeBalance(userId, cents(-2_200), world.now(), { entries: 0 });
    if (gone) await table.write(gone);
    await world.bank.decides(await world.bank.disputes(intent), 'lost');
    await postAllEvents(world);
    await block(recipient);
    world.advance(MINUTE);
    expect(await runOps(world, 'person', userId)).toMatch(/Owes us +\$22\.00/);
    const before = await ledgerOf(world);
    expect(await runOps(world, 'delete-account', userId)).toMatch(
      /They owe \$22\.00, which becomes a loss of the platform/,
    );
    for (let time = 0; time < 2; time += 1) await forget(recipient);
    expect(await owedTo(recipient)).toBe(0);
    expect(await ledgerChanges(world, before)).toEqual({
      [`user:${userId}`]: 2_200,
      'platform:disputes': -2_200,
    });
  });

  test('is refused while the account is in use or has a pending ticket', async () => {
    const person = await newPerson(world);
    expect(await forget(person)).toMatch(/^Block the account first/);
    await supportOf(world);
    await person.asksSupport();
    await block(person);
    world.advance(MINUTE);
    expect(await forget(person)).toMatch(/^Some messages are still pending/);
  });
});

test('an interrupted block command completes when it is run again, and does nothing twice', async () => {
  // Messages that earlier tests left pending have expired.
  await runSchedules();
  await postAllEvents(world);
  await world.crashingAtEveryWrite(async ({ crash }) => {
    const { id, recipient } = await pendingOrder(world);
    const before = await ledgerOf(world);
    await crash(() => block(recipient));
    await block(recipient);
    world.advance(2 * HOUR);
    await runSchedules();
    await postAllEvents(world);
    await expectLedgerMatchesStripe(world);
    expect((await ledgerOf(world)).held).toBe((before.held ?? 0) - PRICE);
    expect(await auditEntriesAbout(world, recipient.user.id)).toHaveLength(1);
    expect(await auditEntriesAbout(world, id)).toHaveLength(1);
    expect(await signIn(recipient)).toMatchObject(BLOCKED);
  });
});
