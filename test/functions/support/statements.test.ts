import { describe, expect, test } from '@jest/globals';
import { signAccessToken, signAppealToken } from '#functions/auth/sign-tokens.ts';
import { readAccessToken, readAppealToken } from '#functions/auth/tokens.ts';
import { blockAccount } from '#functions/storage/accounts/blocks.ts';
import { noteAppealDecision, statementsOf } from '#functions/storage/desk/statements.ts';
import { statementKey } from '#functions/storage/keys.ts';
import { put, table } from '#functions/storage/table.ts';
import { type Fields, responseTo } from '#lib/local/deeds/calls.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { newId } from '#shared/ids.ts';
import { DAY, HOUR, later, SECOND } from '#shared/time.ts';
import { letters } from '../../support/letters.ts';
import { runConfirmedOps } from '../../support/ops.ts';
import { bearer, newPerson, type Person, visitor } from '../../support/people.ts';
import { DONE } from '../../support/phone-change.ts';
import { expectRefusal, expectRefused } from '../../support/refusals.ts';
import { casesBy, stateReasons } from '../../support/reports.ts';
import { openedCase } from '../../support/staff.ts';
import { at } from '../../support/stopped-clock.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const TEXT = 'I know these eleven people, and they asked me to write.';

const view = async (person: Person) => (await person.statements()).data;
const appeal = (person: Person, id: string, input: Fields = {}, key?: string) =>
  responseTo(person.appeals({ id }, { text: TEXT, input, key }));

describe('viewStatements', () => {
  test('lists the decisions about the caller, the newest first, and nobody else sees them', async () => {
    const [ana, ben] = [await newPerson(world), await newPerson(world)];
    const first = await stateReasons(world, ana);
    world.advance(SECOND);
    const second = await stateReasons(world, ana, { deed: 'CONTENT_REMOVED' });
    const found = await view(ana);
    expect(found.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(found[0]).toEqual({
      id: second.id,
      report: null,
      subject: null,
      dateTime: new Date(second.at).toISOString(),
      deed: 'CONTENT_REMOVED',
      facts: second.facts,
      rule: 'SPAM_PHISHING',
      reason: second.reason,
      appealUntil: new Date(second.at + 180 * DAY).toISOString(),
      appealable: true,
      appeal: null,
      conversation: null,
    });
    expect(await view(ben)).toEqual([]);
  });

  test('shows whoever reported something their own words, and the reported person nothing of them', async () => {
    const [reporter, person] = [await newPerson(world), await newPerson(world)];
    const people = { openedBy: reporter.user.id, userId: person.user.id };
    const { id: caseId } = await openedCase(world, people);
    const ruling = { caseId, outcome: 'UPHELD', deed: 'WARNED', reason: 'The picture is a copy.' };
    await (await newPerson(world, { staff: 'all' })).calls('decideCase', ruling);
    const [decided] = await view(reporter);
    expect(decided).toMatchObject({
      deed: 'REPORT_DECIDED',
      report: {
        person: { id: person.user.id, fullName: person.user.fullName },
        subject: 'PROFILE',
        rule: 'IMPERSONATION',
        text: 'Not them.',
        upheld: true,
      },
    });
    const [warned] = await view(person);
    expect(warned).toMatchObject({ deed: 'WARNED', subject: 'PROFILE', report: null });
    expect(JSON.stringify(warned)).not.toContain('Not them.');
    const block = { userId: person.user.id, reason: 'The picture is a copy, again.' };
    await (await newPerson(world, { staff: 'all' })).calls('deskBlockUser', block);
    expect((await view(reporter))[0]?.report).toMatchObject({ person: null, text: 'Not them.' });
  });
});

describe('markStatementAsRead', () => {
  const open = (person: Person, statementId: string) =>
    responseTo(person.readsStatement({ id: statementId }));

  test('leaves the decision of an appeal unread that is not decided yet', async () => {
    const ana = await newPerson(world);
    const statement = await stateReasons(world, ana);
    await ana.appeals(statement);
    await ana.readsStatement(statement);
    const [{ readAt, appeal } = {}] = await statementsOf(table, ana.user.id);
    expect(readAt).toBeGreaterThan(0);
    expect(appeal?.readAt).toBeUndefined();
  });

  test('notes the first time at which the person opened it, and nobody else can', async () => {
    const [ana, ben] = [await newPerson(world), await newPerson(world)];
    const { id } = await stateReasons(world, ana);
    expectRefusal(await open(ben, id), 404, 'NOT_FOUND');
    expect((await statementsOf(table, ana.user.id))[0]?.readAt).toBeUndefined();
    await open(ana, id);
    const [{ readAt } = {}] = await statementsOf(table, ana.user.id);
    expect(readAt).toBeGreaterThan(0);
    world.advance(HOUR);
    await open(ana, id);
    expect((await statementsOf(table, ana.user.id))[0]?.readAt).toBe(readAt);
  });
});

describe('appealStatement', () => {
  test('refuses an appeal of a decision that is not against the person', async () => {
    const ana = await newPerson(world);
    const statement = await stateReasons(world, ana, { deed: 'PAYMENT_REFUNDED', rule: '' });
    expect((await appeal(ana, statement.id)).body).toMatchObject({
      status: 'WRONG_STATUS',
      message: 'This decision isn’t against you, so there’s nothing to appeal.',
    });
  });

  test('opens one case that quotes the facts, and shows the appeal and its outcome', async () => {
    const ana = await newPerson(world);
    const statement = await stateReasons(world, ana);
    expect((await appeal(ana, statement.id)).body).toEqual(DONE);
    expect(await casesBy(ana, 'APPEAL')).toMatchObject([
      {
        harm: 1,
        userId: ana.user.id,
        subject: { type: 'STATEMENT', id: statement.id },
        reason: 'SPAM_PHISHING',
        text: TEXT,
        quotes: [{ userId: ana.user.id, at: statement.at, text: statement.facts }],
      },
    ]);
    const [pending] = await view(ana);
    expect(pending).toMatchObject({ appealable: false, appeal: { outcome: null, reason: null } });
    const decision = { at: world.now(), outcome: 'UPHELD', reason: 'You were right.' } as const;
    await table.write(noteAppealDecision(statement, decision, newId(world.now())));
    const [decided] = await view(ana);
    expect(decided?.appeal).toMatchObject({ outcome: 'UPHELD', reason: 'You were right.' });
  });

  test('is possible once; a repetition with the same key succeeds', async () => {
    const ana = await newPerson(world);
    const { id } = await stateReasons(world, ana);
    expect((await appeal(ana, id, {}, 'tap')).body).toEqual(DONE);
    expect((await appeal(ana, id, {}, 'tap')).body).toEqual(DONE);
    const again = await appeal(ana, id);
    expectRefusal(again, 409, 'WRONG_STATUS');
    expect(again.body.message).toBe(
      'You appealed this decision already. We look at each appeal once.',
    );
    expect(await casesBy(ana, 'APPEAL')).toHaveLength(1);
  });

  test('is refused after 180 days', async () => {
    const ana = await newPerson(world);
    const old = later(world.now(), -180 * DAY);
    const { id } = await stateReasons(world, ana, { at: old });
    expect((await view(ana))[0]?.appealable).toBe(false);
    const late = await appeal(ana, id);
    expectRefusal(late, 409, 'WRONG_STATUS');
    expect(late.body.message).toBe('The time to appeal this decision is over.');
    const inTime = await stateReasons(world, ana, { at: later(old, 1_000) });
    expect((await appeal(ana, inTime.id)).body).toEqual(DONE);
  });

  test('refuses the decision about somebody else, and a short or long text', async () => {
    const [ana, ben] = [await newPerson(world), await newPerson(world)];
    const { id } = await stateReasons(world, ana);
    expectRefusal(await appeal(ben, id), 404, 'NOT_FOUND');
    expectRefusal(await appeal(ana, id, { text: 'Too short.' }), 400, 'INVALID_INPUT', {
      text: 'Please write at least 20 characters',
    });
    expectRefusal(await appeal(ana, id, { text: letters(2_001) }), 400, 'INVALID_INPUT', {
      text: 'Please keep this under 2,000 characters',
    });
    expect(await casesBy(ana, 'APPEAL')).toEqual([]);
  });
});

describe('a person whose account is blocked', () => {
  const signIn = ({ user }: Person, password = PASSWORD) =>
    responseTo(
      visitor().calls('authenticate', { username: user.username, password }, { json: true }),
    );
  const blocked = async () => {
    const ana = await newPerson(world);
    await runConfirmedOps(world, 'block', ana.user.username);
    const [statement] = await statementsOf(table, ana.user.id);
    if (!statement) throw new Error('the block wrote no statement');
    return { ana, statement };
  };
  const viewWith = (appealToken: string) =>
    responseTo(visitor().statementsOfBlocked(appealToken, { json: true }));
  const appealWith = (appealToken: string, statementId: string) =>
    responseTo(
      visitor().appealsBlocked(appealToken, { id: statementId }, { text: TEXT, json: true }),
    );

  test('gets the decision to block and a token to appeal with the right password only', async () => {
    const { ana, statement } = await blocked();
    world.advance(SECOND);
    await stateReasons(world, ana, { deed: 'CONTENT_REMOVED' });
    const refused = await signIn(ana);
    expectRefusal(refused, 403, 'FORBIDDEN');
    expect(refused.body.statement).toMatchObject({ id: statement.id, facts: statement.facts });
    const wrong = await signIn(ana, 'Wrong-password-1');
    expectRefusal(wrong, 401, 'UNAUTHENTICATED');
    expect(wrong.body).not.toHaveProperty('appealToken');
    const { appealToken } = refused.body;
    expect((await viewWith(appealToken)).body.data[1]).toMatchObject({ id: statement.id });
    expect((await appealWith(appealToken, statement.id)).body).toEqual(DONE);
    expect(await casesBy(ana, 'APPEAL')).toHaveLength(1);
    expectRefusal(await appealWith(appealToken, statement.id), 409, 'WRONG_STATUS');
  });

  test('gets the decision to block also if a report of theirs was decided', async () => {
    const { ana, statement } = await blocked();
    const caseId = newId(world.now());
    await stateReasons(world, ana, { deed: 'REPORT_DECIDED', rule: '', caseId });
    const refused = await signIn(ana);
    expectRefusal(refused, 403, 'FORBIDDEN');
    expect(refused.body.statement).toMatchObject({ id: statement.id, report: null });
  });

  test('gets no token if the account was blocked before decisions had reasons', async () => {
    const ana = await newPerson(world);
    const [now, about] = [world.now(), ana.user.id];
    const act = { id: newId(now), at: now, who: 'test', command: 'block', about };
    await blockAccount(table, about, { ...act, reason: 'test', outcome: 'blocked' }, now);
    const refused = await signIn(ana);
    expectRefusal(refused, 403, 'FORBIDDEN');
    expect(refused.body).not.toHaveProperty('appealToken');
  });

  test('can do nothing else with the token, and nothing after an hour', async () => {
    const { ana, statement } = await blocked();
    const { appealToken } = (await signIn(ana)).body;
    expect(await readAccessToken(appealToken, world.now())).toBeUndefined();
    await expectRefused(bearer(appealToken).account(), 401, 'UNAUTHENTICATED');
    world.advance(HOUR);
    expectRefusal(await viewWith(appealToken), 401, 'UNAUTHENTICATED');
    expectRefusal(await appealWith(appealToken, statement.id), 401, 'UNAUTHENTICATED');
  });

  test('cannot use an access token as the token, or a damaged one', async () => {
    const ben = await newPerson(world);
    const claims = { userId: ben.user.id, sessionId: 'one', verified: true, plan: 'FREE' } as const;
    const access = await signAccessToken(claims, world.now());
    expect(await readAppealToken(access, world.now())).toBeUndefined();
    expectRefusal(await viewWith(access), 401, 'UNAUTHENTICATED');
    const token = await signAppealToken(ben.user.id, world.now());
    expectRefusal(await viewWith(`${token.slice(0, -4)}AAAA`), 401, 'UNAUTHENTICATED');
  });
});

test('a statement can be appealed until exactly 180 days after it', async () => {
  const person = await newPerson(world);
  const { id: userId } = person.user;
  const id = newId(world.now());
  const now = world.now();
  const statement = {
    id,
    userId,
    at: now,
    deed: 'WARNED',
    facts: 'f',
    rule: 'SPAM_PHISHING',
    reason: 'r',
  };
  await table.write(put({ ...statementKey(userId, id), ...statement }));
  const end = later(now, 180 * DAY);
  const send = async () => (await responseTo(person.appeals({ id }))).http;
  const seen = async () => (await person.statements()).data[0]?.appealable;
  expect(await at(world, later(end, -1), seen)).toBe(true);
  expect(await at(world, end, seen)).toBe(false);
  expect(await at(world, end, send)).toBe(409);
  expect(await at(world, later(end, -1), send)).toBe(200);
});
